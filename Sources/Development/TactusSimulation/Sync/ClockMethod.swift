import TactusProcessors
import TactusRender
import TactusTime

/// A method of following MIDI clock that is compared with others.
package protocol ClockMethod {
  /// Processes the messages of a cycle, and returns the beat and tempo at the cycle's first frame.
  mutating func follow(_ cycle: RenderCycle, _ arrivals: ArraySlice<SimulatedClock.Arrival>) -> MusicalContext
  /// The displayed tempo in quarter notes per minute.
  var tempo: Double { get }
  /// The number of the latest clock, as counted by the method.
  var clock: Int64 { get }
}

/// The methods to compare.
package enum ClockMethodKind: String, CaseIterable, Sendable {
  /// The tempo is the mean of the clock intervals over one beat; the beat is the integral of the tempo.
  case average
  /// A delay-locked loop with a bandwidth of 1 Hz.
  case wide
  /// A delay-locked loop with a bandwidth of 0.1 Hz.
  case narrow
  /// The method of Tactus.
  case tactus

  /// A description in a few words.
  package var summary: String {
    switch self {
    case .average: "mean clock interval of one beat, integrated"
    case .wide: "delay-locked loop, bandwidth 1 Hz"
    case .narrow: "delay-locked loop, bandwidth 0.1 Hz"
    case .tactus: "least squares narrowing to 0.07 Hz; tracks ramps, counts"
    }
  }

  /// Creates a follower with an initial tempo.
  ///
  /// - Parameter timeCode: the frame rate, if the messages are quarter frames instead of clocks.
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

/// The method of Tactus for MIDI clock: ``MIDIClockFollower``.
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

/// The method of Tactus for time code: ``MTCFollower``; 24 quarter frames count as a beat.
package struct TimeCodeMethod: ClockMethod {
  package private(set) var follower: MTCFollower
  private let nominal: Double
  private let first: Int64

  /// Creates a follower.
  ///
  /// - Parameter first: the quarter frame that counts as clock 0; nil for the first quarter frame of a simulation.
  package init(sampleRate: Int, rate: TimeCodeRate, settings: SyncSettings = SyncSettings(), first: Int64? = nil) {
    var settings = settings
    settings.isNonDrop = rate == .nonDrop29
    nominal = 10 * Double(rate.frameRateNumerator) / Double(rate.frameRateDenominator)
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

/// The published delay-locked loop with fixed coefficients.
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

/// The common method: the tempo is computed from the mean of the latest 24 clock intervals and rounded to a hundredth
/// of a quarter note per minute, and the beat is the integral of the tempo.
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
