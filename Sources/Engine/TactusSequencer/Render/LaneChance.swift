/// When a note plays that does not always play: a probability and a condition, decided anew in each pass.
///
/// The outcome is a function of (seed, track, pass, step) and of whether the player fills: no state, so that playing live,
/// after a seek and in a bounce agree.
/// - Thread: any
package struct LaneChance: Hashable, Sendable {
  /// The conditions under which a step plays.
  package enum Condition: Hashable, Sendable {
    /// Always.
    case always
    /// In pass `a` of every `b` (1:2, 2:2, …); or in all but these.
    case ratio
    /// In the first pass of all.
    case first
    /// If the step ``source`` has played.
    case previous
    /// While the player fills.
    case fill
  }

  /// Of 2³²: how often it plays where the condition is met. 2³² and more: always.
  package var threshold: UInt64 = 1 << 32
  /// When it may play at all.
  package var condition: Condition = .always
  /// Whether the condition is turned round: all passes but those.
  package var isInverted = false
  /// For `ratio`: which pass of the group, 1…b.
  package var a: UInt16 = 1
  /// For `ratio`: how many passes make a group, at least 1.
  package var b: UInt16 = 1
  /// The step's number in its track: what its random number depends on. Notes of one chord or ratchet share it.
  package var step: UInt32 = 0
  /// For `previous`: the index of the chance whose outcome counts; nil for none, which has not played. It is never itself
  /// one of `previous`.
  package var source: UInt32?
  /// Whether the source's outcome is that of the pass before (the source comes later in the pattern).
  package var sourceIsInPassBefore = false

  /// A chance that is always met.
  package init() {}
}
