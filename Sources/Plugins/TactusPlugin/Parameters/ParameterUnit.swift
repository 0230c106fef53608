/// What the value of a parameter counts.
///
/// - Thread: any
public enum ParameterUnit: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case none
  /// Levels.
  case decibels
  /// Hundredths of a semitone.
  case cents
  /// Keys.
  case semitones
  /// Hundredths of something.
  case percent
  /// Thousandths of a second.
  case milliseconds
  /// Quarter notes.
  case beats

  /// What stands behind a number.
  public var suffix: String {
    switch self {
    case .none: ""
    case .decibels: " dB"
    case .cents: " ct"
    case .semitones: " st"
    case .percent: " %"
    case .milliseconds: " ms"
    case .beats: " beats"
    }
  }
}
