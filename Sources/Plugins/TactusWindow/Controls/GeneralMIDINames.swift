import TactusMIDI

/// Names of keys.
enum GeneralMIDINames {
  /// The drum of General MIDI on a key; nil if there is none.
  static func drum(_ key: Int) -> String? { GeneralMIDI.drumName(key) }

  /// The name of a key; 60 is C4.
  static func key(_ key: Int) -> String {
    let names = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"]
    return names[(key % 12 + 12) % 12] + "\(key / 12 - 1)"
  }
}
