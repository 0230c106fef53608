/// The header of an AIFF file (integers) or AIFF-C file (floats), up to the first sample.
///
///     FORM size AIFF│AIFC [FVER] COMM [MARK INST] [NAME AUTH (c) ANNO] SSND size 0 0 …samples… [pad]
///
/// Sources: Apple, "Audio Interchange File Format: AIFF" 1.3 (1989) and "AIFF-C" draft (1991). Sizes are written as
/// unsigned numbers, which is how all readers interpret them.
struct AIFFHeader {
  let description: AudioFileDescription

  private static let floatName = "32-bit floating point"
  private var isFloat: Bool { description.sampleFormat.isFloat }
  /// The size of the `COMM` chunk. In AIFF-C, it ends with a Pascal string: a length byte and 21 characters, 22 bytes
  /// in all, so that no padding is needed.
  private var commonSize: Int64 { isFloat ? 18 + 4 + 22 : 18 }

  /// Returns the header for a known length, or for a length to be patched later; both headers have the same size.
  func bytes(frames: Int64?) -> [UInt8] {
    let data = frames.map { $0 * Int64(description.bytesPerFrame) }
    let marks = description.loop32 == nil ? Int64(0) : 8 + 22 + 8 + 20
    let texts = description.metadata.aiffChunks
    let rest = marks + 4 + (isFloat ? 12 : 0) + 8 + commonSize + Int64(texts.count) + 8 + 8
    var header = HeaderBytes()
    header.tag("FORM")
    header.big(size32(data.map { rest + $0 + $0 % 2 }))
    header.tag(isFloat ? "AIFC" : "AIFF")
    if isFloat {
      header.tag("FVER")
      header.big(UInt32(4))
      header.big(0xA280_5140 as UInt32)
    }
    common(frames, &header)
    if let loop = description.loop32 { sustain(loop, &header) }
    header.raw(texts)
    header.tag("SSND")
    header.big(size32(data.map { $0 + 8 }))
    header.zeros(8)
    return header.bytes
  }

  private func common(_ frames: Int64?, _ header: inout HeaderBytes) {
    header.tag("COMM")
    header.big(UInt32(commonSize))
    header.big(UInt16(description.channelCount))
    header.big(size32(frames))
    header.big(UInt16(description.sampleFormat.bitsPerSample))
    header.extended(description.sampleRate)
    guard isFloat else { return }
    header.tag("fl32")
    header.big(UInt8(Self.floatName.utf8.count))
    header.text(Self.floatName)
  }
}
