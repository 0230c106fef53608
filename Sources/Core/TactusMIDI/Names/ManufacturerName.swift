/// The names of the most common manufacturers, by their ID in system-exclusive messages.
///
/// Source: the MIDI Association's list of manufacturer SysEx ID numbers.
package enum ManufacturerName {
  /// Reads the manufacturer ID at the start of a message's data. `count` is the length of the ID: one byte, or three
  /// that begin with 0. Returns nil if there are too few bytes.
  package static func read(_ bytes: some RandomAccessCollection<UInt8>) -> (name: String, count: Int)? {
    guard let first = bytes.first else { return nil }
    guard first == 0 else { return (short[first] ?? "manufacturer \(hex(first))", 1) }
    guard bytes.count >= 3 else { return nil }
    let rest = Array(bytes.dropFirst().prefix(2))
    let number = UInt16(rest[0]) << 8 | UInt16(rest[1])
    return (long[number] ?? "manufacturer 00 \(hex(rest[0])) \(hex(rest[1]))", 3)
  }

  private static let short: [UInt8: String] = [
    0x01: "Sequential", 0x04: "Moog", 0x06: "Lexicon", 0x07: "Kurzweil", 0x0F: "Ensoniq", 0x10: "Oberheim",
    0x11: "Apple", 0x18: "E-mu", 0x1C: "Eventide", 0x29: "PPG", 0x33: "Clavia", 0x3E: "Waldorf", 0x40: "Kawai",
    0x41: "Roland", 0x42: "Korg", 0x43: "Yamaha", 0x44: "Casio", 0x47: "Akai", 0x4C: "Sony", 0x52: "Zoom",
    0x7D: "non-commercial",
  ]
  private static let long: [UInt16: String] = [
    0x000E: "Alesis", 0x003B: "Mark of the Unicorn", 0x0066: "Mackie", 0x0105: "M-Audio", 0x010C: "Line 6",
    0x2029: "Novation", 0x2032: "Behringer", 0x2033: "Access", 0x203C: "Elektron", 0x206B: "Arturia",
    0x2109: "Native Instruments", 0x211D: "Ableton",
  ]

  private static func hex(_ byte: UInt8) -> String { byte.hexadecimal }
}

extension UInt8 {
  /// The byte as two hexadecimal digits.
  package var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true) }
}
