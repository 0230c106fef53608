import TactusTime

/// A step of a ``Pattern``: a rest, or one or more notes that begin with it.
///
/// - Thread: any
public struct Step: Hashable, Sendable {
  /// Whether it is played; a rest if not.
  public var isOn: Bool
  /// Its keys, 0…127; none: the pattern's key.
  public var keys: [UInt8]
  /// Its velocity, 1…127; nil: the pattern's.
  public var velocity: UInt8?
  /// How long its notes last, in hundredths of a step; nil: the pattern's gate.
  public var gate: Int?
  /// How often it plays where its condition is met, 0…1.
  public var probability: Double
  /// In which passes it may play.
  public var condition: StepCondition
  /// How often its notes are struck.
  public var ratchet: Ratchet
  /// By how much the velocity may differ either way, 0…127: each difference is equally likely.
  public var velocitySpread: UInt8
  /// By how many ticks it comes later than its place, or earlier where negative, in addition to swing and groove.
  public var shift: Tick

  /// A step.
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

  /// A step of one key.
  public init(_ key: UInt8) { self.init([key]) }

  /// A step that plays the pattern's key.
  public static var hit: Step { Step() }
  /// A step that plays nothing.
  public static var rest: Step { Step(isOn: false) }
}

/// A note struck several times within its step.
///
/// Of n strokes in a step of length s, stroke j begins s·j/n ticks after the step (rounded down, so that nothing drifts
/// where n does not divide s). A stroke lasts as long as the gate says, but ends a tick before the next, the last one a
/// tick before the step's end.
/// - Thread: any
public struct Ratchet: Hashable, Sendable {
  /// How many strokes, 1…``SequencerSettings/ratchetLimit``; one: as if there were no ratchet.
  public var count: Int
  /// By how much the last stroke's velocity is above the first's, or below where negative; between them in a line.
  public var velocityRamp: Int

  /// So many strokes.
  public init(_ count: Int = 1, velocityRamp: Int = 0) {
    self.count = count
    self.velocityRamp = velocityRamp
  }
}
