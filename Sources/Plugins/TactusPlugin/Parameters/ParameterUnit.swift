/// The unit of a parameter's value.
///
/// - Thread: any
public enum ParameterUnit: String, Hashable, Sendable, CaseIterable {
  /// No unit.
  case none
  /// Levels in decibels.
  case decibels
  /// Hundredths of a semitone.
  case cents
  /// Semitones.
  case semitones
  /// Percent.
  case percent
  /// Milliseconds.
  case milliseconds
  /// Quarter notes.
  case beats
  /// Octaves: doublings of a frequency.
  case octaves
  /// Octaves, shown as a factor: 1 is "× 2.00", and −1 is "÷ 2.00".
  case factor

  /// The text after the number.
  public var suffix: String {
    switch self {
    case .none, .factor: ""
    case .decibels: " dB"
    case .cents: " ct"
    case .semitones: " st"
    case .percent: " %"
    case .milliseconds: " ms"
    case .beats: " beats"
    case .octaves: " oct"
    }
  }
}
