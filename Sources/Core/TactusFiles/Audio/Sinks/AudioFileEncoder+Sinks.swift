import TactusRealtime

extension AudioFileEncoder {
  /// Encodes the frames of a block directly into the sink's memory, which saves a copy.
  mutating func encode(_ block: AudioBlock, into sink: any ByteSink) throws {
    try admit(block)
    var done = 0
    while let (count, size) = piece(of: block, from: done) {
      try sink.append(count: size, overhang: AudioFileLimits.pieceOverhang) {
        encodePiece(block, from: done, count, into: $0)
      }
      done += count
    }
  }
}
