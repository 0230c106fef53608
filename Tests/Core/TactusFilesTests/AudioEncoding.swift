import TactusFiles
import TactusRealtime

/// A complete file in memory, written in pieces of the given sizes, and then the rest at once.
func encoded(
  _ description: AudioFileDescription, _ channels: [[Float]], options: EncodingOptions = .init(dither: .none),
  pieces: [Int] = [], seekable: Bool = true
) throws -> (bytes: [UInt8], summary: AudioFileWriter.Summary) {
  let sink = MemorySink(isSeekable: seekable)
  let writer = try AudioFileWriter(description, options: options, to: sink)
  let length = channels.first?.count ?? 0
  var done = 0
  for piece in pieces + [length] where done < length {
    let end = min(length, done + piece)
    try writer.write(channels.map { Array($0[done..<end]) })
    done = end
  }
  let summary = try writer.finish()
  return (sink.bytes, summary)
}

extension AudioFileReader {
  /// A reader of bytes in memory.
  init(_ bytes: [UInt8], name: String = "test") throws(AudioFileError) {
    try self.init(FileBytes(copying: bytes, name: name))
  }
}

/// The bytes of a hexadecimal text; blanks do not matter and 'words' stand for their ASCII codes.
func hex(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  for (index, part) in text.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
    if index % 2 == 1 {
      bytes += Array(part.utf8)
    } else {
      let digits = part.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
      bytes += stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
  }
  return bytes
}
