extension AudioFileReader {
  /// Reads the chunks of an AIFF or AIFF-C file up to its samples.
  static func readAIFF(_ bytes: FileBytes) throws(AudioFileError) -> Layout {
    var reader = ByteReader(bytes.bytes)
    var layout = Layout()
    reader.skip(4)
    let end = declaredEnd(reader.u32be())
    let form = reader.tag()
    guard form == "AIFF" || form == "AIFC" else { throw .notAudio(name: bytes.name) }
    while let tag = reader.tag(), let size = reader.u32be() {
      let start = reader.offset
      switch tag {
      case "COMM": try readCommon(&reader, isCompressed: form == "AIFC", name: bytes.name, into: &layout)
      case "SSND":
        // clamped to a value to which the start can be added
        let offset = min(Int(clamping: reader.u32be() ?? 0), reader.remaining)
        var length = size == .max ? Int.max : max(0, Int(clamping: size) - 8)
        if length == 0, end <= start + 8 { length = .max }
        let first = min(reader.end, start + 8 + offset)
        layout.data = first..<(first + min(max(0, length - offset), reader.end - first))
        if layout.encoding != nil { return layout }
      default: break
      }
      reader.seek(to: start)
      reader.skip(Int(clamping: size))
      reader.skipPad(after: Int(clamping: size), before: namesInAIFF)
    }
    return layout
  }

  private static let namesInAIFF: Set<ChunkTag> = [
    "COMM", "SSND", "FVER", "MARK", "INST", "NAME", "AUTH", "(c) ", "ANNO", "COMT", "MIDI", "APPL", "ID3 ",
  ]

  private static func readCommon(
    _ reader: inout ByteReader, isCompressed: Bool, name: String, into layout: inout Layout
  ) throws(AudioFileError) {
    layout.offset = reader.offset
    guard let channels = reader.u16be(), reader.u32be() != nil, let bits = reader.u16be(),
      let rate = extended(&reader)
    else { throw .badField(name: name, offset: layout.offset, expected: "18 bytes of common chunk") }
    layout.channelCount = Int(channels)
    layout.sampleRate = rate
    let compression = isCompressed ? reader.tag() ?? "NONE" : "NONE"
    switch compression {
    case "NONE", "twos": layout.encoding = SampleEncoding(.signed, bits: Int(bits), isBigEndian: true)
    case "sowt": layout.encoding = SampleEncoding(.signed, bits: Int(bits), isBigEndian: false)
    case "in24": layout.encoding = SampleEncoding(.signed, bits: 24, isBigEndian: true)
    case "in32": layout.encoding = SampleEncoding(.signed, bits: 32, isBigEndian: true)
    case "raw ": layout.encoding = SampleEncoding(.unsigned, bits: 8, isBigEndian: true)
    case "fl32", "FL32": layout.encoding = SampleEncoding(.float, bits: 32, isBigEndian: true)
    case "fl64", "FL64": layout.encoding = SampleEncoding(.float, bits: 64, isBigEndian: true)
    default: layout.encoding = nil
    }
    guard layout.encoding != nil else {
      throw .unsupportedEncoding(name: name, offset: layout.offset, encoding: "'\(compression)' with \(bits) bits")
    }
  }

  /// Returns an 80-bit extended number as a double; nil if fewer than ten bytes remain, and 0 for values that cannot be
  /// a sample rate.
  private static func extended(_ reader: inout ByteReader) -> Double? {
    guard let head = reader.u16be(), let high = reader.u32be(), let low = reader.u32be() else { return nil }
    let exponent = Int(head & 0x7FFF) - 16383 - 63
    guard head < 0x8000, (-1000...900).contains(exponent) else { return 0 }
    return Double(UInt64(high) << 32 | UInt64(low)) * Double(sign: .plus, exponent: exponent, significand: 1)
  }
}
