/// Decodes Shift-JIS.
enum ShiftJIS {
  /// Whether a byte can be the first of two.
  static func isLead(_ byte: UInt8) -> Bool { (0x81...0x9F).contains(byte) || (0xE0...0xFC).contains(byte) }

  /// Calls `body` with each character: a lead and a trail byte, or 0 and a byte of ASCII or half-width katakana. Calls
  /// `body` with nil for all other bytes.
  private static func forEach(_ bytes: some Sequence<UInt8>, _ body: ((lead: UInt8, trail: UInt8)?) -> Void) {
    var lead: UInt8?
    for byte in bytes {
      if let first = lead {
        lead = nil
        let isTrail = (0x40...0x7E).contains(byte) || (0x80...0xFC).contains(byte)
        body(isTrail ? (first, byte) : nil)
        if !isTrail, byte < 0x80 { body((0, byte)) }
      } else if isLead(byte) {
        lead = byte
      } else {
        body(byte < 0x80 || (0xA1...0xDF).contains(byte) ? (0, byte) : nil)
      }
    }
    if lead != nil { body(nil) }
  }

  /// Whether all bytes are valid characters and some of them are kana: full-width ones, or four consecutive half-width
  /// ones.
  static func isPlausible(_ bytes: some Sequence<UInt8>) -> Bool {
    var isValid = true
    var hasKana = false
    var halfWidth = 0
    forEach(bytes) { character in
      guard let (lead, trail) = character, scalar(lead, trail) != nil else { return isValid = false }
      halfWidth = lead == 0 && trail >= 0xA1 ? halfWidth + 1 : 0
      hasKana = hasKana || halfWidth >= 4 || lead == 0x82 && trail >= 0x9F || lead == 0x83 && trail <= 0x96
    }
    return isValid && hasKana
  }

  static func decode(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    forEach(bytes) { text.append($0.flatMap { scalar($0.lead, $0.trail) } ?? "\u{FFFD}") }
    return String(text)
  }

  private static func scalar(_ lead: UInt8, _ trail: UInt8) -> Unicode.Scalar? {
    if lead == 0 { return trail < 0x80 ? Unicode.Scalar(trail) : Unicode.Scalar(0xFF61 + UInt32(trail) - 0xA1) }
    guard let row = ShiftJISTable.leads.firstIndex(of: lead) else { return nil }
    let column = Int(trail) - (trail > 0x7F ? 0x41 : 0x40)
    let code = table[row * 188 + column]
    return code == 0xFFFD ? nil : Unicode.Scalar(code)
  }

  /// The code points, 188 for each lead byte.
  private static let table: [UInt16] = {
    var codes = [UInt16](repeating: 0xFFFD, count: ShiftJISTable.leads.count * 188)
    var (line, column) = (0, 0)
    for scalar in ShiftJISTable.lines.unicodeScalars {
      if scalar == "\n" {
        (line, column) = (line + 1, 0)
      } else if column < 94, line * 94 + column < codes.count {
        codes[line * 94 + column] = UInt16(truncatingIfNeeded: scalar.value)
        column += 1
      }
    }
    return codes
  }()
}
