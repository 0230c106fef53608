import TactusTime

/// A row of steps of equal length.
///
/// - Thread: any
public struct Pattern: Hashable, Sendable {
  /// The steps, at most ``SequencerSettings/stepLimit``.
  public var steps: [Step]
  /// How long a step is, in ticks; at least 1.
  public var stepLength: Tick
  /// The key of steps that have none of their own, 0…127.
  public var key: UInt8
  /// The velocity of steps that have none of their own, 1…127.
  public var velocity: UInt8
  /// How long the notes of steps without a gate of their own last, in hundredths of a step; beyond 100 they reach into
  /// the next one.
  public var gate: Int
  /// Controllers, programs, pressure, pitch bend and system-exclusive messages, as those of a ``Clip``.
  public var messages: [ClipMessage]

  /// A pattern.
  ///
  /// - Parameters:
  ///   - stepLength: in ticks; a sixteenth at 20,160 ticks per quarter unless it is given.
  ///   - gate: in hundredths of a step.
  public init(
    _ steps: [Step], stepLength: Tick = Tick(SequencerSettings.ticksPerQuarter / 4), key: UInt8 = 60,
    velocity: UInt8 = 100, gate: Int = 50, messages: [ClipMessage] = []
  ) {
    self.steps = steps
    self.stepLength = stepLength
    self.key = key
    self.velocity = velocity
    self.gate = gate
    self.messages = messages
  }

  /// How long it is, in ticks: steps · step length.
  public var length: Tick { Tick(min(steps.count, SequencerSettings.stepLimit)) * clampedStepLength }

  var clampedStepLength: Tick { min(max(1, stepLength), 1 << 32) }
}
