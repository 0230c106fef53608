/// Finds General MIDI names as people type them: case, spaces, hyphens and brackets are ignored.
extension GeneralMIDI {
  /// The key of a drum, by its name in the percussion map ("Closed Hi-Hat") or a common short name ("kick"); nil for
  /// others.
  package static func drumKey(named name: String) -> UInt8? { drumKeys[word(name)] }

  /// The program, 0…127, of a melodic sound ("Slap Bass 1") or a drum kit ("Jazz Kit"); nil for unknown names.
  package static func program(named name: String) -> UInt8? { programNumbers[word(name)] }

  /// The names that ``drumKey(named:)`` accepts.
  package static var drumWords: [String] { shortDrums.map(\.name) + drums }

  /// The names that ``program(named:)`` accepts.
  package static var programWords: [String] { programs + kits.map(\.name) }

  /// Common short names of drums.
  private static let shortDrums: [(name: String, key: UInt8)] = [
    ("kick", 36), ("bass drum", 36), ("snare", 38), ("rim", 37), ("rimshot", 37), ("clap", 39), ("hat", 42),
    ("hi-hat", 42), ("closed hat", 42), ("pedal hat", 44), ("open hat", 46), ("crash", 49), ("ride", 51),
    ("bell", 53), ("china", 52), ("splash", 55), ("floor tom", 43), ("mid tom", 47), ("shaker", 70), ("clave", 75),
    ("wood block", 76), ("conga", 63), ("bongo", 60), ("triangle", 81),
  ]

  private static let drumKeys = Dictionary(
    shortDrums.map { (word($0.name), $0.key) } + drums.enumerated().map { (word($1), UInt8(35 + $0)) },
    uniquingKeysWith: { first, _ in first })

  private static let programNumbers = Dictionary(
    programs.enumerated().map { (word($1), UInt8($0)) } + kits.map { (word($0.name), UInt8($0.program)) },
    uniquingKeysWith: { first, _ in first })

  private static func word(_ name: String) -> String {
    name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
