import ArgumentParser

/// An option whose value is one of the cases of an enumeration.
///
/// The parser lists the values of every option of a command before it parses the first word. It would find them through
/// key paths and the names of the cases, which takes longer than reading a small song.
public protocol ChoiceOption: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension ChoiceOption {
  /// The raw values of all cases.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  /// Empty: the help describes the option, not its values.
  public static var allValueDescriptions: [String: String] { [:] }
  /// The raw value.
  public var defaultValueDescription: String { rawValue }
}
