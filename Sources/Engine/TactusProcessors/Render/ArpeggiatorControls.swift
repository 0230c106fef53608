/// The settings of an arpeggiator as plain numbers for the audio thread. A value outside its range acts as the nearest
/// value inside it.
///
/// - Thread: any
package struct ArpeggiatorControls: BitwiseCopyable {
  /// When the pattern restarts.
  package enum Restart: BitwiseCopyable, Sendable {
    case position, firstKey, everyKey
    case beats(Int)
  }

  /// Which velocity a step uses.
  package enum Velocity: BitwiseCopyable, Sendable {
    case played, latest
    case fixed(UInt8)
  }

  package var order = ArpeggiatorPattern.Order.up
  /// The number of octaves, 1…8.
  package var octaves = 1
  /// The length of a step in quarter notes.
  package var stepBeats = 0.25
  /// The step length in the chain's document, which applies if a plug-in parameter selects no other.
  package var writtenBeats = 0.25
  /// The length of a note in percent of its step, 1…400.
  package var gate = 80.0
  /// The start of the second step of each pair, in percent of the pair, 50…75 (swing).
  package var swing = 50.0
  package var isLatched = false
  package var pedalHolds = true
  package var restart = Restart.firstKey
  package var startsWithKey = false
  package var playsWhenStopped = true
  package var velocity = Velocity.played
  package var seed: UInt64 = 0
  /// A bit for each channel: whether its keys are arpeggiated.
  package var channels: UInt16 = 0xFFFF
  package var isBypassed = false
  /// The velocity accents in percent, 0…200.
  var accents: UnsafePointer<UInt16>?
  /// The number of accents.
  var accentCount = 0

  /// Creates the default settings.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init() {}

  /// Returns the pattern that these settings describe.
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

  /// Creates an arpeggiator stage with these settings and an existing state.
  func stage(_ state: UnsafeMutablePointer<ArpeggiatorState>) -> ArpeggiatorStage {
    ArpeggiatorStage(controls: self, pattern: pattern(), state: state)
  }
}
