/// The names of keys; middle C (60) is C4.
package enum KeyName {
  private static let letters = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]

  /// The name of a key, such as "D#3".
  package static func name(_ key: UInt8) -> String { "\(letters[Int(key) % 12])\(Int(key) / 12 - 1)" }

  /// The name and the number of a key, such as "C4 (60)".
  package static func nameAndNumber(_ key: UInt8) -> String { "\(name(key)) (\(key))" }
}
