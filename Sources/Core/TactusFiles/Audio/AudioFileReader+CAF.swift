extension AudioFileReader {
  /// Reads the chunks of a Core Audio Format file up to its samples.
  static func readCAF(_ bytes: FileBytes) throws(AudioFileError) -> Layout {
    var reader = ByteReader(bytes.bytes)
    var layout = Layout()
    reader.skip(8)
    while let tag = reader.tag() {
      let position = reader.offset
      // Only the data chunk may have the size −1, "up to the end".
      let size = wide(&reader, bigEndian: true)
      let start = reader.offset
      guard start == position + 8 else { break }
      switch tag {
      case "desc": try readDescription(&reader, name: bytes.name, into: &layout)
      case "data":
        reader.skip(4)
        let length = size.map { max(0, $0 - 4) } ?? .max
        layout.data = reader.offset..<(reader.offset + min(length, reader.remaining))
        if layout.encoding != nil { return layout }
      default: break
      }
      guard let size else { break }
      reader.seek(to: start)
      reader.skip(size)
    }
    return layout
  }

  private static func readDescription(
    _ reader: inout ByteReader, name: String, into layout: inout Layout
  ) throws(AudioFileError) {
    layout.offset = reader.offset
    guard let high = reader.u32be(), let low = reader.u32be(), let kind = reader.tag(), let flags = reader.u32be(),
      let packet = reader.u32be(), let frames = reader.u32be(), let channels = reader.u32be(), let bits = reader.u32be()
    else { throw .badField(name: name, offset: layout.offset, expected: "32 bytes of description") }
    layout.sampleRate = Double(bitPattern: UInt64(high) << 32 | UInt64(low))
    layout.channelCount = channels > 65_535 ? 0 : Int(channels)
    let isFloat = flags & 1 != 0
    let encoding = SampleEncoding(isFloat ? .float : .signed, bits: Int(bits), isBigEndian: flags & 2 == 0)
    guard kind == "lpcm", frames == 1, let encoding, Int(packet) == layout.channelCount * encoding.bytesPerSample else {
      let words = "'\(kind)' with \(bits) bits, \(packet) bytes per packet"
      throw .unsupportedEncoding(name: name, offset: layout.offset, encoding: words)
    }
    layout.encoding = encoding
  }
}
