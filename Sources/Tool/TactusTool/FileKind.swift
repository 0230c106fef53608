import TactusFiles
import TactusSequencer

/// The kind of a file, determined from its first bytes; the extension is ignored.
package enum FileKind: Equatable, Sendable {
  /// A RIFF file of form `sfbk` or `DLS `: a sound bank.
  case bank
  /// Anything else: a song, or a file that the reader of MIDI files identifies.
  case songOrForeign

  package init(_ file: FileBytes) {
    let bytes = file.bytes
    self =
      bytes.count >= 12 && bytes.prefix(4).elementsEqual("RIFF".utf8)
        && (bytes[8..<12].elementsEqual("sfbk".utf8) || bytes[8..<12].elementsEqual("DLS ".utf8))
      ? .bank : .songOrForeign
  }
}

extension FileBytes {
  /// Whether the first character is `{`, as in a JSON object; no song or bank starts with it.
  var isDocument: Bool { firstCharacter == UInt8(ascii: "{") }

  /// Whether the file is JSON but not an object: an array, a number, a string or a literal.
  var isValue: Bool {
    guard let first = firstCharacter, "[\"-0123456789tfn".utf8.contains(first) else { return false }
    guard bytes.count <= SequencerSettings.documentLimit else { return false }
    defer { withExtendedLifetime(self) {} }
    return (try? JSON(reading: bytes)) != nil
  }

  /// Calls `body` with the number, from 1, and the range of each line that contains more than white space and comments.
  func forEachJSONLine(_ body: (Int, Range<Int>) throws(ToolError) -> Void) throws(ToolError) {
    defer { withExtendedLifetime(self) {} }
    var (start, number) = (0, 0)
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 10) ?? bytes.count
      number += 1
      if JSON.firstCharacter(in: UnsafeRawBufferPointer(rebasing: bytes[start..<end])) != nil {
        try body(number, start..<end)
      }
      start = end + 1
    }
  }

  private var firstCharacter: UInt8? {
    defer { withExtendedLifetime(self) {} }
    return JSON.firstCharacter(in: bytes)
  }
}
