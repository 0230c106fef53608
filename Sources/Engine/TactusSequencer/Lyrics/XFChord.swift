/// The symbol of a chord event of Yamaha's XF format: `43 7B 01`, then root, type, bass and type of the bass chord.
///
/// Source: Yamaha, XF Format Specifications 2.01, "Chord".
enum XFChord {
  /// Returns the symbol of the payload of a sequencer-specific event (FF 7F): empty where chords end; nil if it is not
  /// a chord, or if its root or type is undefined.
  static func symbol(_ bytes: some RandomAccessCollection<UInt8>) -> String? {
    let bytes = Array(bytes.prefix(7))
    guard bytes.count >= 5, bytes[0] == 0x43, bytes[1] == 0x7B, bytes[2] == 0x01, bytes[4] <= none else { return nil }
    if bytes[4] == none { return "" }
    guard let root = note(bytes[3]), Int(bytes[4]) < types.count else { return nil }
    let bass = bytes.count > 5 && bytes[5] != bytes[3] ? note(bytes[5]) : nil
    return root + types[Int(bytes[4])] + (bass.map { "/" + $0 } ?? "")
  }

  /// The type that ends the chord.
  private static let none: UInt8 = 34

  /// Returns the name of a note: the accidental in bits 4…6, the letter in bits 0…3.
  private static func note(_ byte: UInt8) -> String? {
    let (letter, accidental) = (Int(byte & 15), Int(byte >> 4))
    guard (1...7).contains(letter), accidental <= 6 else { return nil }
    let letters = ["C", "D", "E", "F", "G", "A", "B"]
    let accidentals = ["bbb", "bb", "b", "", "#", "##", "###"]
    return letters[letter - 1] + accidentals[accidental]
  }

  private static let types = [
    "", "6", "maj7", "maj7#11", "add9", "maj9", "6/9", "aug", "m", "m6", "m7", "m7b5", "madd9", "m9", "m11", "mMaj7",
    "mMaj9", "dim", "dim7", "7", "7sus4", "7b5", "9", "7#11", "13", "7b9", "7b13", "7#9", "maj7aug", "7aug", "1+8", "5",
    "sus4", "sus2",
  ]
}
