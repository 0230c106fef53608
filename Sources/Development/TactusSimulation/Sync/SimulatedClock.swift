import TactusMIDI
import TactusTime

/// A simulated master that sends MIDI clock over a connection; it provides the exact time and the arrival time of each
/// clock.
///
/// The same settings produce the same arrivals.
package struct SimulatedClock: Sendable {
  /// The distribution of arrival jitter.
  package enum Jitter: String, CaseIterable, Sendable {
    /// Uniform, up to the jitter in either direction.
    case uniform
    /// Normal; the jitter is the standard deviation, and deviations are limited to four standard deviations.
    case gaussian
  }

  /// The settings of the master and of the connection.
  package struct Settings: Sendable {
    package var sampleRate = 48_000
    /// The tempo in quarter notes per minute.
    package var tempo = 120.0
    /// The number of clocks sent.
    package var clocks = 2_000
    /// A tempo ramp: its first and last beat, and its target tempo.
    package var ramp: (from: Double, to: Double, tempo: Double)?
    /// The drift of the master's clock in parts per million; positive if the clock is fast.
    package var drift = 0.0
    package var jitter = Jitter.uniform
    /// The jitter in milliseconds.
    package var jitterMilliseconds = 0.0
    /// The block length to which arrivals are rounded up, in frames; 0 for no rounding.
    package var block = 0
    /// The number of lost clocks per thousand.
    package var lostOfThousand = 0.0
    /// A gap without messages: its first beat and its length in beats.
    package var dropout: (beat: Double, beats: Double)?
    package var seed: UInt64 = 1
    /// The frame rate of time code. If set, quarter frames starting at 01:00:00:00 are sent instead of clocks, and
    /// ``tempo`` and ``ramp`` are ignored; 24 quarter frames count as a beat.
    package var timeCode: TimeCodeRate?

    package init() {}

    /// The initial tempo in quarter notes per minute.
    package var nominalTempo: Double {
      guard let timeCode else { return tempo }
      return 60 * 4 * Double(timeCode.frameRateNumerator) / (24 * Double(timeCode.frameRateDenominator))
    }
  }

  /// A message and its arrival time in frames.
  package struct Arrival: Sendable {
    package var message: ChannelMessage
    package var time: Double
    /// The number of the clock; nil for other messages.
    package var clock: Int?
  }

  package let settings: Settings
  /// The arrivals in ascending order of time: either a start message followed by clocks, or only quarter frames.
  package private(set) var arrivals: [Arrival]
  private let map: TempoMap
  private let framesPerSecond: Double
  private static let division = 20_160
  /// The time of the first clock message in frames; deliberately not an integer.
  private static let firstFrame = 1_000.3

  package init(_ settings: Settings) {
    self.settings = settings
    var entries = [TempoMap.Entry(tick: 0, tempo: Tempo(bpm: settings.nominalTempo))]
    if let ramp = settings.ramp, settings.timeCode == nil {
      let ticks = [ramp.from, ramp.to].map { Tick(($0 * Double(Self.division)).rounded()) }
      entries.append(TempoMap.Entry(tick: ticks[0], tempo: Tempo(bpm: settings.tempo), curve: .linearInBeats))
      entries.append(TempoMap.Entry(tick: ticks[1], tempo: Tempo(bpm: ramp.tempo)))
    }
    map = TempoMap(timeBase: .ticksPerQuarter(Self.division), entries: entries)
    framesPerSecond = Double(settings.sampleRate) / (1 + settings.drift * 1e-6)
    arrivals = []
    arrivals = scatter()
  }

  private func scatter() -> [Arrival] {
    var random = HostRandom(seed: settings.seed)
    var (list, latest) = ([Arrival](), 0.0)
    let scale = settings.jitterMilliseconds * Double(settings.sampleRate) / 1_000
    for clock in 0..<settings.clocks {
      var time = frame(ofClock: clock)
      if scale > 0 { time += scale * deviation(&random) }
      if settings.block > 0 { time = (time / Double(settings.block)).rounded(.up) * Double(settings.block) }
      let isLost = settings.lostOfThousand > 0 && Double.random(in: 0..<1_000, using: &random) < settings.lostOfThousand
      let beat = Double(clock) / 24
      let isOut = settings.dropout.map { beat >= $0.beat && beat < $0.beat + $0.beats } ?? false
      latest = max(latest, time)
      if clock == 0, settings.timeCode == nil {
        list.append(Arrival(message: ChannelMessage(system: 0xFA), time: latest, clock: nil))
      }
      if clock > 0, isLost || isOut { continue }
      list.append(Arrival(message: message(clock), time: latest, clock: clock))
    }
    return list
  }

  private func message(_ clock: Int) -> ChannelMessage {
    guard let rate = settings.timeCode else { return ChannelMessage(system: 0xF8) }
    let position = Int64(clock) + Self.firstQuarter(rate)
    let code = TimeCode(frameCount: 2 * (position >> 3), rate: rate)
    let fields = TimeCodeFields(
      rateCode: rate.code, hours: code.hours, minutes: code.minutes, seconds: code.seconds, frames: code.frames)
    return fields.quarterFrame(UInt8(position & 7))
  }

  /// Returns the number of the first quarter frame, that of 01:00:00:00.
  package static func firstQuarter(_ rate: TimeCodeRate) -> Int64 { 4 * rate.framesPerDay / 24 }

  /// Returns a random deviation, in units of the jitter.
  private func deviation(_ random: inout HostRandom) -> Double {
    switch settings.jitter {
    case .uniform: return Double.random(in: -1...1, using: &random)
    case .gaussian:
      // the sum of twelve uniform numbers minus its mean has variance 1
      let sum = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
      return min(4, max(-4, sum))
    }
  }

  /// Returns the time at which a clock is due, in frames.
  package func frame(ofClock clock: Int) -> Double { frame(ofTick: Tick(clock) * Tick(Self.division / 24)) }

  private func frame(ofTick tick: Tick) -> Double {
    Self.firstFrame + map.seconds(atTick: tick).approximate * framesPerSecond
  }

  /// Returns the tempo at a beat, in quarter notes per minute of the receiver's sample clock.
  package func tempo(atBeat beat: Double) -> Double {
    let scale = 1 + settings.drift * 1e-6
    guard let ramp = settings.ramp, settings.timeCode == nil else { return settings.nominalTempo * scale }
    let part = min(1, max(0, (beat - ramp.from) / (ramp.to - ramp.from)))
    return (settings.tempo + (ramp.tempo - settings.tempo) * part) * scale
  }

  /// Returns the beat that is due at a time in frames.
  package func beat(atFrame frame: Double) -> Double {
    var low = Tick(-1_000_000)
    var high = Tick(settings.clocks + 24) * Tick(Self.division / 24)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if self.frame(ofTick: middle) <= frame { low = middle } else { high = middle }
    }
    let (before, after) = (self.frame(ofTick: low), self.frame(ofTick: high))
    let part = after > before ? (frame - before) / (after - before) : 0
    return (Double(low) + part) / Double(Self.division)
  }
}
