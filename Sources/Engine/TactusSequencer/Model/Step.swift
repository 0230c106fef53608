import TactusTime

/// A step of a ``Pattern``: a rest, or one or more notes that start together.
///
/// - Thread: any
public struct Step: Hashable, Sendable {
  /// Whether the step plays; if not, it is a rest.
  public var isOn: Bool
  /// The keys, 0…127; empty for the pattern's key.
  public var keys: [UInt8]
  /// The velocity, 1…127; nil for the pattern's.
  public var velocity: UInt8?
  /// The length of the notes in percent of a step; nil for the pattern's gate.
  public var gate: Int?
  /// The probability that the step plays if its condition is met, 0…1.
  public var probability: Double
  /// The passes in which the step may play.
  public var condition: StepCondition
  /// The repetition of the notes within the step.
  public var ratchet: Ratchet
  /// The greatest random change of the velocity in either direction, 0…127; all changes up to it are equally likely.
  public var velocitySpread: UInt8
  /// The delay in ticks, in addition to swing and groove; negative is earlier.
  public var shift: Tick

  /// Creates a step.
  public init(
    _ keys: [UInt8] = [], isOn: Bool = true, velocity: UInt8? = nil, gate: Int? = nil, probability: Double = 1,
    condition: StepCondition = .always, ratchet: Ratchet = Ratchet(), velocitySpread: UInt8 = 0, shift: Tick = 0
  ) {
    self.isOn = isOn
    self.keys = keys
    self.velocity = velocity
    self.gate = gate
    self.probability = probability
    self.condition = condition
    self.ratchet = ratchet
    self.velocitySpread = velocitySpread
    self.shift = shift
  }

  /// Creates a step with one key.
  public init(_ key: UInt8) { self.init([key]) }

  /// A step that plays the pattern's key.
  public static var hit: Step { Step() }
  /// A step that plays nothing.
  public static var rest: Step { Step(isOn: false) }
}

/// Several strokes of a note within its step.
///
/// Of n strokes in a step of length s, stroke j starts s·j/n ticks after the start of the step. This number is rounded
/// down for each stroke separately, so that no error accumulates. A stroke lasts as long as the gate specifies, but
/// ends at least one tick before the next stroke or the end of the step.
/// - Thread: any
public struct Ratchet: Hashable, Sendable {
  /// The number of strokes, 1…``SequencerSettings/ratchetLimit``; 1 means no ratchet.
  public var count: Int
  /// The velocity of the last stroke relative to the first; it changes linearly in between.
  public var velocityRamp: Int

  /// Creates a ratchet with this many strokes.
  public init(_ count: Int = 1, velocityRamp: Int = 0) {
    self.count = count
    self.velocityRamp = velocityRamp
  }
}
