extension AudioFileReader {
  /// Reads the chunks of a RIFF or RF64 file up to its samples.
  static func readWAV(_ bytes: FileBytes) throws(AudioFileError) -> Layout {
    var reader = ByteReader(bytes.bytes)
    var layout = Layout()
    var longDataSize: Int?
    reader.skip(4)
    let end = declaredEnd(reader.u32le())
    guard reader.tag() == "WAVE" else { throw .notAudio(name: bytes.name) }
    while let tag = reader.tag(), let size = reader.u32le() {
      let start = reader.offset
      switch tag {
      case "ds64":
        reader.skip(8)
        longDataSize = wide(&reader, bigEndian: false)
      case "fmt ": try readFormat(&reader, size: Int(clamping: size), name: bytes.name, into: &layout)
      case "data":
        var length = size == .max ? longDataSize ?? .max : Int(clamping: size)
        // A recorder first writes the sizes of an empty file, and corrects them at its end, unless it is interrupted.
        if length == 0, size == .max || end <= start { length = .max }
        layout.data = start..<(start + min(length, reader.end - start))
        if layout.encoding != nil { return layout }
      default: break
      }
      reader.seek(to: start)
      reader.skip(Int(clamping: size))
      reader.skipPad(after: Int(clamping: size), before: namesInWAV)
    }
    return layout
  }

  private static let namesInWAV: Set<ChunkTag> = [
    "fmt ", "data", "fact", "LIST", "smpl", "inst", "cue ", "bext", "JUNK", "PAD ", "id3 ",
  ]

  private static func readFormat(
    _ reader: inout ByteReader, size: Int, name: String, into layout: inout Layout
  ) throws(AudioFileError) {
    layout.offset = reader.offset
    guard var code = reader.u16le(), let channels = reader.u16le(), let rate = reader.u32le(),
      let byteRate = reader.u32le(), let frame = reader.u16le(), let bits = reader.u16le()
    else { throw .badField(name: name, offset: layout.offset, expected: "16 bytes of format") }
    if code == 0xFFFE, size >= 40 {
      reader.skip(8)
      code = reader.u16le() ?? code
    }
    layout.channelCount = Int(channels)
    layout.sampleRate = Double(rate)
    let kind: SampleEncoding.Kind = code == 3 ? .float : bits <= 8 ? .unsigned : .signed
    layout.encoding = code == 1 || code == 3 ? SampleEncoding(kind, bits: Int(bits), isBigEndian: false) : nil
    // Cool Edit wrote floats in this form, others wrote integers. Both would be noise if they were read as 3 bytes.
    let isConsistent = UInt64(byteRate) == UInt64(rate) * UInt64(frame)
    if code == 1, bits == 24, channels > 0, Int(frame) == 4 * Int(channels), isConsistent {
      throw .unsupportedEncoding(name: name, offset: layout.offset, encoding: "format 1 with 24 bits in 4 bytes")
    }
    guard layout.encoding != nil else {
      throw .unsupportedEncoding(name: name, offset: layout.offset, encoding: "format \(code) with \(bits) bits")
    }
  }

  /// The end of a file by the size in its header.
  static func declaredEnd(_ size: UInt32?) -> Int { size.map { Int(clamping: UInt64($0) + 8) } ?? .max }

  /// Returns a 64-bit size, clamped to the range of `Int`; nil if it is negative or fewer than eight bytes remain.
  static func wide(_ reader: inout ByteReader, bigEndian: Bool) -> Int? {
    guard let first = bigEndian ? reader.u32be() : reader.u32le(),
      let second = bigEndian ? reader.u32be() : reader.u32le()
    else { return nil }
    let value = bigEndian ? UInt64(first) << 32 | UInt64(second) : UInt64(second) << 32 | UInt64(first)
    return Int64(bitPattern: value) < 0 ? nil : Int(clamping: value)
  }
}
