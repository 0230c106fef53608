import TactusFiles

/// The texts of an MP3 file: an ID3v2.3 tag at the start of the file.
///
/// libsndfile marks UTF-8 texts as Latin-1 in the file, so that players show letters outside ASCII wrongly, and it does
/// not write the copyright. Players read version 2.3 most widely. Its texts are Latin-1 or UTF-16; this tag uses UTF-16
/// for texts with letters outside ASCII.
///
/// Source: M. Nilsson, "ID3 tag version 2.3.0", §3 and §4.
struct ID3Tag {
  /// The tag; empty if all texts are empty.
  private(set) var bytes: [UInt8] = []

  init(_ metadata: AudioFileMetadata) {
    let identifiers = ["TIT2", "TPE1", "TCOP", "COMM", "TSSE"]
    let frames = zip(identifiers, metadata.texts).flatMap { identifier, text -> [UInt8] in
      text.isEmpty ? [] : Self.frame(identifier, text.asFileText)
    }
    guard !frames.isEmpty else { return }
    // Version 2.3.0, no flags. The size has seven bits in each byte.
    bytes = Array("ID3".utf8) + [3, 0, 0] + [21, 14, 7, 0].map { UInt8(frames.count >> $0 & 0x7F) } + frames
  }

  private static func frame(_ identifier: String, _ text: String) -> [UInt8] {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    var body: [UInt8] = [isASCII ? 0 : 1]
    // A comment frame also contains the code of its language, here "XXX" for an unknown one, and a short description,
    // here an empty one.
    if identifier == "COMM" { body += Array("XXX".utf8) + (isASCII ? [0] : byteOrderMark + [0, 0]) }
    body += isASCII ? Array(text.utf8) : byteOrderMark + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: body.count >> $0) }
    return Array(identifier.utf8) + size + [0, 0] + body
  }

  /// UTF-16, little-endian.
  private static var byteOrderMark: [UInt8] { [0xFF, 0xFE] }
}
