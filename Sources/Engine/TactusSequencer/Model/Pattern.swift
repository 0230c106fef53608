import TactusTime

/// A series of steps of equal length.
///
/// - Thread: any
public struct Pattern: Hashable, Sendable {
  /// The steps, at most ``SequencerSettings/stepLimit``.
  public var steps: [Step]
  /// The length of a step in ticks; at least 1.
  public var stepLength: Tick
  /// The key of steps without a key of their own, 0…127.
  public var key: UInt8
  /// The velocity of steps without a velocity of their own, 1…127.
  public var velocity: UInt8
  /// The length of the notes of steps without a gate of their own, in percent of a step; above 100 they extend into the
  /// next step.
  public var gate: Int
  /// Controllers, programs, pressure, pitch bend and system-exclusive messages, as in a ``Clip``.
  public var messages: [ClipMessage]

  /// Creates a pattern.
  ///
  /// - Parameters:
  ///   - steps: the steps.
  ///   - stepLength: in ticks; the default is a sixteenth at 20,160 ticks per quarter.
  ///   - key: the key of steps without a key of their own.
  ///   - velocity: the velocity of steps without a velocity of their own.
  ///   - gate: the length of notes in percent of a step.
  ///   - messages: controllers and other messages.
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

  /// The length in ticks: steps · step length.
  public var length: Tick { Tick(min(steps.count, SequencerSettings.stepLimit)) * clampedStepLength }

  var clampedStepLength: Tick { min(max(1, stepLength), 1 << 32) }
}
