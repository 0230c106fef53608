import TactusFiles

/// A line that describes a message of a dump.
struct DecodedLine {
  /// The format of the bytes.
  enum Grouping {
    case bytes
    /// As words of four bytes.
    case words
  }

  /// The offset of its first byte.
  var offset: Int
  /// The tick, in clips.
  var tick: Int64?
  var bytes: [UInt8]
  var grouping = Grouping.bytes
  /// The meaning in words.
  var words: String
  /// Whether the line reports a defect.
  var isFlaw = false

  /// Appends the columns, separated by tabs; the bytes are padded, so that most lines align.
  func append(to line: inout [UInt8], style: Style) {
    line.append(text: style.faint("\(offset)"))
    line.append(UInt8(ascii: "\t"))
    if let tick {
      line.append(decimal: tick)
      line.append(UInt8(ascii: "\t"))
    }
    let start = line.count
    appendBytes(to: &line)
    let width = grouping == .bytes ? 8 : 17
    line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, width - (line.count - start))))
    line.append(UInt8(ascii: "\t"))
    line.append(text: isFlaw ? style.warning(words.printable) : words.printable)
    line.append(UInt8(ascii: "\n"))
  }

  /// Appends a JSON object in one line.
  func appendJSON(to line: inout [UInt8]) {
    line.append(text: "{\"offset\": ")
    line.append(decimal: Int64(offset))
    if let tick {
      line.append(text: ", \"tick\": ")
      line.append(decimal: tick)
    }
    line.append(text: grouping == .bytes ? ", \"bytes\": \"" : ", \"words\": \"")
    appendBytes(to: &line)
    line.append(text: "\", \"meaning\": ")
    line.append(text: JSON.quoted(words))
    if isFlaw { line.append(text: ", \"flaw\": true") }
    line.append(text: "}\n")
  }

  private func appendBytes(to line: inout [UInt8]) {
    guard grouping == .words else { return line.append(hex: bytes) }
    for start in stride(from: 0, to: bytes.count, by: 4) {
      if start > 0 { line.append(UInt8(ascii: " ")) }
      for byte in bytes[start..<min(bytes.count, start + 4)] { line.append(hex: [byte]) }
    }
  }
}
