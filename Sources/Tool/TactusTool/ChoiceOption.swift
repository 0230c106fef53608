import ArgumentParser

/// An option whose value is one of the cases of an enumeration.
///
/// Before ArgumentParser reads the command line, it asks each option of the command for a list of its values. Its own
/// implementation uses key paths and reflection, which takes longer than reading a small song.
public protocol ChoiceOption: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension ChoiceOption {
  /// The raw values of all cases.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  /// Empty: the help describes the option, not its values.
  public static var allValueDescriptions: [String: String] { [:] }
  /// The raw value.
  public var defaultValueDescription: String { rawValue }
}
