import TactusFiles
import TactusSequencer

/// Whether a file is a bank, by its first bytes; its name's ending is not asked.
package enum FileKind: Equatable, Sendable {
  /// A RIFF file of form `sfbk`: a SoundFont bank.
  case bank
  /// Anything else: a song, or something of which the song's reader says what it is.
  case songOrForeign

  package init(_ file: FileBytes) {
    let bytes = file.bytes
    self =
      bytes.count >= 12 && bytes.prefix(4).elementsEqual("RIFF".utf8) && bytes[8..<12].elementsEqual("sfbk".utf8)
      ? .bank : .songOrForeign
  }
}

extension FileBytes {
  /// Whether the first character is that of a JSON object, with which no song and no bank begins.
  var isDocument: Bool { firstCharacter == UInt8(ascii: "{") }

  /// Whether it is JSON, but no object: an array, a number, a text.
  var isValue: Bool {
    guard let first = firstCharacter, "[\"-0123456789tfn".utf8.contains(first) else { return false }
    guard bytes.count <= SequencerSettings.documentLimit else { return false }
    defer { withExtendedLifetime(self) {} }
    return (try? JSON(reading: bytes)) != nil
  }

  private var firstCharacter: UInt8? {
    defer { withExtendedLifetime(self) {} }
    return JSON.firstCharacter(in: bytes)
  }
}
