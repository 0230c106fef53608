/// The names of keys; middle C (60) is C4.
enum KeyNames {
  private static let letters = ["C", "C♯", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B"]

  /// Returns a name such as "E♭3".
  static func name(_ key: Int) -> String {
    let octave = key / 12 - 1
    return letters[key % 12] + (octave < 0 ? "−\(-octave)" : "\(octave)")
  }

  static func isBlack(_ key: Int) -> Bool { [1, 3, 6, 8, 10].contains(key % 12) }
}
