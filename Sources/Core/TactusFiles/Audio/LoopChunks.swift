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
  /// Appends `smpl`, 68 bytes with its header: one infinite forward loop, whose end field is the last frame of the
  /// loop.
  ///
  /// Source: Microsoft, "Multimedia Programming Interface and Data Specifications 1.0", sampler chunk.
  func sampler(_ loop: Range<UInt32>, _ header: inout HeaderBytes) {
    header.tag("smpl")
    header.little(UInt32(60))
    header.zeros(8)  // no manufacturer, no product
    header.little(UInt32(1_000_000_000 / description.sampleRate))
    header.little(UInt32(60))  // MIDI unity note
    header.zeros(12)  // no pitch fraction, no SMPTE offset
    header.little(UInt32(1))
    header.zeros(8)  // no sampler data; cue point ID 0
    header.zeros(4)  // forward
    header.little(loop.lowerBound)
    header.little(loop.upperBound - 1)
    header.zeros(8)  // no fraction of a frame; infinite loop
  }
}

extension AIFFHeader {
  /// Appends `MARK` with two markers, whose positions are between frames, and `INST` with a sustain loop between the
  /// markers: 58 bytes.
  ///
  /// Source: Apple, "Audio Interchange File Format: AIFF" 1.3.
  func sustain(_ loop: Range<UInt32>, _ header: inout HeaderBytes) {
    header.tag("MARK")
    header.big(UInt32(22))
    header.big(UInt16(2))
    for (number, position) in [(UInt16(1), loop.lowerBound), (2, loop.upperBound)] {
      header.big(number)
      header.big(position)
      header.big(UInt8(3))  // a Pascal string: 1 + 3 bytes, an even size
      header.text(number == 1 ? "beg" : "end")
    }
    header.tag("INST")
    header.big(UInt32(20))
    for byte: UInt8 in [60, 0, 0, 127, 1, 127, 0, 0] { header.big(byte) }  // base note, detune, keys, velocities, gain
    for word: UInt16 in [1, 1, 2, 0, 0, 0] { header.big(word) }  // sustain: forward, marker 1 to 2; release: none
  }
}

extension CAFHeader {
  /// Appends `regn` with one region that loops forward between two markers.
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
