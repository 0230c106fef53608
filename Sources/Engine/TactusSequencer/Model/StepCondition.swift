/// In which passes of its pattern a step may play.
///
/// - Thread: any
public struct StepCondition: Hashable, Sendable {
  /// The conditions.
  public enum Kind: Hashable, Sendable {
    /// In every pass.
    case always
    /// In one pass of every group of so many: 1 of 2 is the first, third, fifth ….
    case ratio(Int, of: Int)
    /// In the first pass of all.
    case first
    /// If the last step before this one has played that has a probability or a condition, other than this kind. The first
    /// of a pattern looks at the last of the pass before.
    case previous
    /// While the player fills.
    case fill
  }

  /// The condition.
  public var kind: Kind
  /// Whether it is turned round: in all passes but those.
  public var isInverted: Bool

  /// A condition.
  public init(_ kind: Kind, isInverted: Bool = false) { (self.kind, self.isInverted) = (kind, isInverted) }

  /// In every pass.
  public static var always: StepCondition { StepCondition(.always) }
  /// In the first pass of all.
  public static var first: StepCondition { StepCondition(.first) }
  /// If the last step before that depends on chance or a condition has played.
  public static var previous: StepCondition { StepCondition(.previous) }
  /// While the player fills.
  public static var fill: StepCondition { StepCondition(.fill) }
  /// In pass `number` (from 1) of every `count`.
  public static func ratio(_ number: Int, of count: Int) -> StepCondition { StepCondition(.ratio(number, of: count)) }
  /// In all passes but those.
  public static prefix func ! (condition: StepCondition) -> StepCondition {
    StepCondition(condition.kind, isInverted: !condition.isInverted)
  }
}
