/// Determines the passes of a pattern in which a step may play.
///
/// - Thread: any
public struct StepCondition: Hashable, Sendable {
  /// The conditions.
  public enum Kind: Hashable, Sendable {
    /// In every pass.
    case always
    /// One pass of each group of passes: 1 of 2 is the first, third, fifth pass, and so on.
    case ratio(Int, of: Int)
    /// The very first pass.
    case first
    /// The step depends on the last step before it that has a probability or a condition other than `previous`: it
    /// plays if that step has played. If there is no such step before it, the last such step of the previous pass
    /// counts.
    case previous
    /// While fills are on.
    case fill
  }

  /// The kind of condition.
  public var kind: Kind
  /// Whether the condition is negated.
  public var isInverted: Bool

  /// Creates a condition.
  public init(_ kind: Kind, isInverted: Bool = false) { (self.kind, self.isInverted) = (kind, isInverted) }

  /// Every pass.
  public static var always: StepCondition { StepCondition(.always) }
  /// The very first pass.
  public static var first: StepCondition { StepCondition(.first) }
  /// Passes in which the last earlier step with a probability or a condition has played.
  public static var previous: StepCondition { StepCondition(.previous) }
  /// While fills are on.
  public static var fill: StepCondition { StepCondition(.fill) }
  /// Pass `number` (counted from 1) of every `count`.
  public static func ratio(_ number: Int, of count: Int) -> StepCondition { StepCondition(.ratio(number, of: count)) }
  /// Negates a condition.
  public static prefix func ! (condition: StepCondition) -> StepCondition {
    StepCondition(condition.kind, isInverted: !condition.isInverted)
  }
}
