import TactusProcessors
import TactusRender
import TactusTime

/// A way to follow MIDI clock: what is compared.
package protocol ClockMethod {
  /// Takes what comes in a cycle, and gives the beat and tempo at its first frame and on.
  mutating func follow(_ cycle: RenderCycle, _ arrivals: ArraySlice<SimulatedClock.Arrival>) -> MusicalContext
  /// The tempo that is shown, in quarter notes per minute.
  var tempo: Double { get }
  /// The number of the latest clock, as this way counts.
  var clock: Int64 { get }
}

/// The ways that are compared.
package enum ClockMethodKind: String, CaseIterable, Sendable {
  /// The mean of a beat's intervals; the beat is its integral.
  case average
  /// A delay-locked loop of 1 Hz.
  case wide
  /// A delay-locked loop of 0.1 Hz.
  case narrow
  /// Ours.
  case tactus

  /// What it does, in a few words.
  package var summary: String {
    switch self {
    case .average: "mean clock interval of one beat, integrated"
    case .wide: "delay-locked loop, bandwidth 1 Hz"
    case .narrow: "delay-locked loop, bandwidth 0.1 Hz"
    case .tactus: "least squares narrowing to 0.07 Hz; tracks ramps, counts"
    }
  }

  /// A follower that begins with a tempo.
  ///
  /// - Parameter timeCode: the rate, where quarter frames come and not clocks.
  package func make(
    sampleRate: Int, tempo: Double, timeCode: TimeCodeRate? = nil, settings: SyncSettings = SyncSettings()
  ) -> any ClockMethod {
    switch self {
    case .average: return AverageMethod(sampleRate: sampleRate, tempo: tempo)
    case .wide: return DelayLockedMethod(sampleRate: sampleRate, tempo: tempo, bandwidth: 1)
    case .narrow: return DelayLockedMethod(sampleRate: sampleRate, tempo: tempo, bandwidth: 0.1)
    case .tactus:
      if let timeCode { return TimeCodeMethod(sampleRate: sampleRate, rate: timeCode, settings: settings) }
      var settings = settings
      settings.tempo = tempo
      return FollowerMethod(sampleRate: sampleRate, settings: settings)
    }
  }
}

/// Ours: ``MIDIClockFollower``.
package struct FollowerMethod: ClockMethod {
  package private(set) var follower: MIDIClockFollower

  package init(sampleRate: Int, settings: SyncSettings) {
    follower = MIDIClockFollower(sampleRate: sampleRate, settings: settings)
  }

  package var tempo: Double { follower.tempo }
  package var clock: Int64 { follower.clock }

  package mutating func follow(
    _ cycle: RenderCycle, _ arrivals: ArraySlice<SimulatedClock.Arrival>
  ) -> MusicalContext {
    follower.begin(cycle)
    for arrival in arrivals { follower.receive(arrival.message, at: arrival.time) }
    return follower.end()
  }
}

/// Ours for time code: ``MTCFollower``; 24 quarter frames are a beat.
package struct TimeCodeMethod: ClockMethod {
  package private(set) var follower: MTCFollower
  private let nominal: Double
  private let first: Int64

  /// A follower.
  ///
  /// - Parameter first: the quarter frame that is clock 0; nil: where simulated ones begin.
  package init(sampleRate: Int, rate: TimeCodeRate, settings: SyncSettings = SyncSettings(), first: Int64? = nil) {
    var settings = settings
    settings.isNonDrop = rate == .nonDrop29
    nominal = 10 * Double(rate.secondsNumerator) / Double(rate.secondsDenominator)
    follower = MTCFollower(sampleRate: sampleRate, tempo: nominal, settings: settings)
    self.first = first ?? SimulatedClock.firstQuarter(rate)
  }

  package var tempo: Double { nominal * follower.speed }
  package var clock: Int64 { follower.quarterFrames - first }

  package mutating func follow(
    _ cycle: RenderCycle, _ arrivals: ArraySlice<SimulatedClock.Arrival>
  ) -> MusicalContext {
    follower.begin(cycle)
    for arrival in arrivals { follower.receive(arrival.message, at: arrival.time) }
    var context = follower.end()
    context.beat -= Double(first) / 24
    return context
  }
}

/// The published delay-locked loop, with fixed coefficients.
///
/// Source: F. Adriaensen, Using a DLL to filter time, 2005.
package struct DelayLockedMethod: ClockMethod {
  private let sampleRate: Double
  private let bandwidth: Double
  private var (time, next, interval) = (0.0, 0.0, 0.0)
  package private(set) var clock: Int64 = -1

  package init(sampleRate: Int, tempo: Double, bandwidth: Double) {
    (self.sampleRate, self.bandwidth) = (Double(sampleRate), bandwidth)
    interval = 60 * Double(sampleRate) / (24 * tempo)
  }

  package var tempo: Double { 60 * sampleRate / (24 * interval) }

  package mutating func follow(
    _ cycle: RenderCycle, _ arrivals: ArraySlice<SimulatedClock.Arrival>
  ) -> MusicalContext {
    let frame = Double(cycle.firstFrame)
    let beat = clock < 0 ? 0 : (Double(clock) + (frame - time) / max(1, next - time)) / 24
    var context = MusicalContext(tempo: tempo, beat: beat)
    context.isMoving = clock >= 0
    for arrival in arrivals where arrival.clock != nil { take(arrival.time) }
    return context
  }

  private mutating func take(_ arrival: Double) {
    clock += 1
    guard clock > 0 else {
      (time, next) = (arrival, arrival + interval)
      return
    }
    let omega = 2 * Double.pi * bandwidth * interval / sampleRate
    let error = arrival - next
    time = next
    next += 2.0.squareRoot() * omega * error + interval
    interval = max(1, interval + omega * omega * error)
  }
}

/// What many do: the tempo is the mean of the latest 24 distances, rounded to a hundredth, and the beat its integral.
package struct AverageMethod: ClockMethod {
  private let sampleRate: Double
  private var times: [Double] = []
  private var beat = 0.0
  private var isMoving = false
  package private(set) var tempo: Double

  package init(sampleRate: Int, tempo: Double) { (self.sampleRate, self.tempo) = (Double(sampleRate), tempo) }

  package var clock: Int64 { Int64((beat * 24).rounded()) }

  package mutating func follow(
    _ cycle: RenderCycle, _ arrivals: ArraySlice<SimulatedClock.Arrival>
  ) -> MusicalContext {
    var context = MusicalContext(tempo: tempo, beat: beat)
    context.isMoving = isMoving
    var begun = isMoving ? Double(cycle.firstFrame) : nil
    for arrival in arrivals where arrival.clock != nil {
      if !isMoving { (isMoving, begun) = (true, arrival.time) }
      times.append(arrival.time)
      if times.count > 25 { times.removeFirst() }
      let span = arrival.time - times[0]
      if times.count > 1, span > 0 {
        tempo = (100 * 60 * sampleRate * Double(times.count - 1) / (24 * span)).rounded() / 100
      }
    }
    if let begun {
      beat += (Double(cycle.firstFrame) + Double(cycle.frameCount) - begun) * tempo / (60 * sampleRate)
    }
    return context
  }
}
