/// The probability and the condition of a note, evaluated anew in each pass.
///
/// The outcome is a pure function of (seed, track, pass, step) and of whether fills are on. Because it depends on
/// nothing else, live playback, playback after a seek and a bounce have the same result.
/// - Thread: any
package struct StepChance: Hashable, Sendable {
  /// The conditions for a step to play.
  package enum Condition: Hashable, Sendable {
    /// Always.
    case always
    /// Pass `a` of every `b` (1:2, 2:2, …).
    case ratio
    /// The very first pass.
    case first
    /// If the step ``source`` has played.
    case previous
    /// While fills are on.
    case fill
  }

  /// The probability, in units of 2⁻³², that the step plays if the condition is met. 2³² or more means always.
  package var threshold: UInt64 = 1 << 32
  /// The condition.
  package var condition: Condition = .always
  /// Whether the condition is negated.
  package var isInverted = false
  /// For `ratio`: the pass within the group, 1…b.
  package var a: UInt16 = 1
  /// For `ratio`: the number of passes in a group, at least 1.
  package var b: UInt16 = 1
  /// The step's number in its track, which seeds its random number. The notes of a chord or a ratchet share it.
  package var step: UInt32 = 0
  /// For `previous`: the index of the chance whose outcome is used; nil counts as not played. The condition of that
  /// chance is never `previous`.
  package var source: UInt32?
  /// Whether the source's outcome in the previous pass is used, because the source is later in the pattern.
  package var sourceIsInPassBefore = false

  /// Creates a chance that always plays.
  package init() {}
}
