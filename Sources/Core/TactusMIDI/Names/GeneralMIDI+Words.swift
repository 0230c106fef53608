/// Finds General MIDI names as people type them: case, spaces, hyphens and brackets are ignored.
extension GeneralMIDI {
  /// The key of a drum, by its name in the percussion map ("Closed Hi-Hat") or a common short name ("kick"); nil for
  /// others.
  package static func drumKey(named name: String) -> UInt8? { drumKeys[word(name)] }

  /// The program, 0…127, of a melodic sound ("Slap Bass 1") or a drum kit ("Jazz Kit"); nil for unknown names.
  package static func program(named name: String) -> UInt8? { programNumbers[word(name)] }

  /// The names that ``drumKey(named:)`` accepts.
  package static var drumWords: [String] { shortDrums.map { $0.name } + drums }

  /// The names that ``program(named:)`` accepts.
  package static var programWords: [String] { programs + kits.map { $0.name } }

  /// Common short names of drums.
  private static let shortDrums: [(name: String, key: UInt8)] = [
    ("kick", 36), ("bass drum", 36), ("snare", 38), ("rim", 37), ("rimshot", 37), ("clap", 39), ("hat", 42),
    ("hi-hat", 42), ("closed hat", 42), ("pedal hat", 44), ("open hat", 46), ("crash", 49), ("ride", 51),
    ("bell", 53), ("china", 52), ("splash", 55), ("floor tom", 43), ("mid tom", 47), ("shaker", 70), ("clave", 75),
    ("wood block", 76), ("conga", 63), ("bongo", 60), ("triangle", 81),
  ]

  private static let drumKeys = numbers(shortDrums + drums.enumerated().map { (name: $1, key: UInt8(35 + $0)) })

  private static let programNumbers = numbers(
    programs.enumerated().map { (name: $1, key: UInt8($0)) } + kits.map { (name: $0.name, key: UInt8($0.program)) })

  /// Returns the numbers by simplified name; of equal names, the first one's.
  private static func numbers(_ names: [(name: String, key: UInt8)]) -> [String: UInt8] {
    names.reduce(into: [:]) { numbers, named in
      let word = word(named.name)
      numbers[word] = numbers[word] ?? named.key
    }
  }

  private static func word(_ name: String) -> String {
    name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
