// The chunks of audio files that store a loop.

extension AudioFileDescription {
  /// The loop if it fits 32-bit fields.
  var loop32: Range<UInt32>? {
    guard let loop, let first = UInt32(exactly: loop.lowerBound), let end = UInt32(exactly: loop.upperBound) else {
      return nil
    }
    return first..<end
  }
}

extension WAVHeader {
  /// Returns `smpl`, 68 bytes with its header: one infinite forward loop, whose last frame is inclusive.
  ///
  /// Source: Microsoft, "Multimedia Programming Interface and Data Specifications 1.0", sampler chunk.
  func sampler(_ loop: Range<UInt32>, _ header: inout HeaderBytes) {
    header.tag("smpl")
    header.little(UInt32(60))
    header.zeros(8)  // no maker, no product
    header.little(UInt32(1_000_000_000 / description.sampleRate))
    header.little(UInt32(60))  // the key that plays it as it is
    header.zeros(12)  // no fraction of a semitone, no time code
    header.little(UInt32(1))
    header.zeros(8)  // no further data; the loop's number
    header.zeros(4)  // forward
    header.little(loop.lowerBound)
    header.little(loop.upperBound - 1)
    header.zeros(8)  // no fraction of a frame; for ever
  }
}

extension AIFFHeader {
  /// Returns `MARK` with two markers between frames, and `INST`, which loops between them: 58 bytes.
  ///
  /// Source: Apple, "Audio Interchange File Format: AIFF" 1.3.
  func sustain(_ loop: Range<UInt32>, _ header: inout HeaderBytes) {
    header.tag("MARK")
    header.big(UInt32(22))
    header.big(UInt16(2))
    for (number, position) in [(UInt16(1), loop.lowerBound), (2, loop.upperBound)] {
      header.big(number)
      header.big(position)
      header.big(UInt8(3))  // names count their own byte to an even size
      header.text(number == 1 ? "beg" : "end")
    }
    header.tag("INST")
    header.big(UInt32(20))
    for byte: UInt8 in [60, 0, 0, 127, 1, 127, 0, 0] { header.big(byte) }  // key, cents, keys, velocities, gain
    for word: UInt16 in [1, 1, 2, 0, 0, 0] { header.big(word) }  // sustain: forward from 1 to 2; release: none
  }
}

extension CAFHeader {
  /// Returns `regn` with one region that loops forward between two markers.
  ///
  /// Source: Apple, "Core Audio Format Specification" 1.0, region chunk.
  func region(_ loop: Range<Int64>, _ header: inout HeaderBytes) {
    header.tag("regn")
    header.big(Int64(8 + 12 + 2 * 28))
    header.big(UInt32(0))  // no time code
    header.big(UInt32(1))
    header.big(UInt32(1))  // the region's number
    header.big(UInt32(1 | 2))  // loops, forward
    header.big(UInt32(2))
    for (tag, position, number) in [("rbeg" as ChunkTag, loop.lowerBound, UInt32(1)), ("rend", loop.upperBound, 2)] {
      header.tag(tag)
      header.big(Double(position).bitPattern)
      header.big(number)
      for byte: UInt8 in [0xFF, 0xFF, 0xFF, 0xFF] { header.big(byte) }  // no time code
      header.big(UInt32(0))
      header.big(UInt32(0))  // all channels
    }
  }
}
