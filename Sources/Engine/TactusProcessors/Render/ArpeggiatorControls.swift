/// What an arpeggiator is set to, in plain numbers that the audio thread can take over: what is out of its range works
/// as if it were the nearest value in it.
///
/// - Thread: any
package struct ArpeggiatorControls: BitwiseCopyable {
  /// Where the pattern begins again.
  package enum Restart: BitwiseCopyable, Sendable {
    case position, firstKey, everyKey
    case beats(Int)
  }

  /// Which velocity a step has.
  package enum Velocity: BitwiseCopyable, Sendable {
    case played, latest
    case fixed(UInt8)
  }

  package var order = ArpeggiatorPattern.Order.up
  /// 1…8.
  package var octaves = 1
  /// The length of a step in quarter notes.
  package var stepBeats = 0.25
  /// The same as a chain says it, for those who leave it to the chain.
  package var writtenBeats = 0.25
  /// How long a note is, in percent of its step, 1…400.
  package var gate = 80.0
  /// Where in a pair of steps the second begins, in percent, 50…75.
  package var swing = 50.0
  package var isLatched = false
  package var pedalHolds = true
  package var restart = Restart.firstKey
  package var startsWithKey = false
  package var playsWhenStopped = true
  package var velocity = Velocity.played
  package var seed: UInt64 = 0
  /// A bit for each channel whose keys it takes.
  package var channels: UInt16 = 0xFFFF
  package var isBypassed = false
  /// Percentages, 0…200, and how many there are.
  var accents: UnsafePointer<UInt16>?
  var accentCount = 0

  /// As arpeggiators are if nothing is said.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init() {}

  /// The pattern by itself.
  private func pattern() -> ArpeggiatorPattern {
    var pattern = ArpeggiatorPattern(order: order, seed: seed)
    pattern.octaves = octaves.within(1...8)
    pattern.step = stepBeats.within(1.0 / 128...1_024, or: 0.25) * BeatFollower.ticksPerQuarter
    pattern.gate = gate.within(1...400, or: 80) / 100
    pattern.swing = swing.within(50...75, or: 50) / 100
    (pattern.accents, pattern.accentCount) = (accents, Int64(accentCount))
    switch velocity {
    case .played: pattern.velocity = 0
    case .latest: pattern.takesLatestVelocity = true
    case .fixed(let value): pattern.velocity = value.within(1...127)
    }
    switch restart {
    case .position: break
    case .firstKey: pattern.restartsWithFirstKey = true
    case .everyKey: (pattern.restartsWithFirstKey, pattern.restartsWithEveryKey) = (true, true)
    case .beats(let beats): pattern.restartTicks = Double(beats.within(1...1_024)) * BeatFollower.ticksPerQuarter
    }
    return pattern
  }

  /// An arpeggiator so set, with what it remembers.
  func stage(_ state: UnsafeMutablePointer<ArpeggiatorState>) -> ArpeggiatorStage {
    ArpeggiatorStage(controls: self, pattern: pattern(), state: state)
  }
}
