/// The names of keys, middle C (60) being C4.
package enum KeyName {
  private static let letters = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]

  /// Such as "D#3".
  package static func name(_ key: UInt8) -> String { "\(letters[Int(key) % 12])\(Int(key) / 12 - 1)" }

  /// The same with its number: "C4 (60)".
  package static func nameAndNumber(_ key: UInt8) -> String { "\(name(key)) (\(key))" }
}
