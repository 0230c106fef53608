/// Divides an MP3 stream into frames while it is written, and counts them.
///
/// libsndfile passes on parts of frames, and stores the length in the first frame only if the file is closed without an
/// error. A file that receives whole frames can be played wherever it ends.
///
/// Source: ISO 11172-3 §2.4.2.3 and ISO 13818-3 §2.4.2.3 for the headers of frames; the rates of "MPEG 2.5" and the tag
/// in the first frame are conventions of Fraunhofer and Xing.
struct MP3FrameWriter {
  private var waiting: [UInt8] = []
  /// The first frame. It has no sound, but room for the tag.
  private var first: [UInt8] = []
  /// The number of frames after the first one.
  private var frameCount = 0
  private var byteCount = 0
  /// Whether the stream has bytes that form no frame.
  private var isIrregular = false

  init() {}

  /// The received bytes that do not form a complete frame yet.
  var rest: [UInt8] { waiting }

  /// Adds bytes of the stream, and outputs the frames that are complete.
  mutating func append(_ bytes: UnsafeRawBufferPointer, to receive: ([UInt8]) throws -> Void) rethrows {
    waiting += bytes
    while waiting.count >= 4 {
      let size = Self.size(of: waiting)
      if size == nil { isIrregular = true }
      guard size ?? 0 <= waiting.count else { return }
      let frame = Array(waiting.prefix(size ?? waiting.count))
      waiting.removeFirst(frame.count)
      try receive(frame)
      if byteCount == 0 { first = frame } else { frameCount += 1 }
      byteCount += frame.count
    }
  }

  /// The tag with the numbers of frames and bytes so far, and its offset in the stream; nil if there is no frame with
  /// sound, or no room for the tag.
  var tag: (offset: Int64, bytes: [UInt8])? {
    guard !isIrregular, frameCount > 0 else { return nil }
    let (isMPEG1, isMono) = (first[1] & 0x18 == 0x18, first[3] & 0xC0 == 0xC0)
    // after the header and the side information
    let offset = 4 + (isMPEG1 ? isMono ? 17 : 32 : isMono ? 9 : 17)
    let numbers = [3, frameCount, byteCount].flatMap { number in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    let bytes = Array("Xing".utf8) + numbers
    guard offset + bytes.count <= first.count, first.dropFirst(4).allSatisfy({ $0 == 0 }) else { return nil }
    return (Int64(offset), bytes)
  }

  /// Returns the size of the frame at the start of at least four bytes; nil if they are not its header.
  private static func size(of bytes: [UInt8]) -> Int? {
    let version = bytes[1] >> 3 & 3
    let (rateIndex, level) = (Int(bytes[2] >> 2 & 3), Int(bytes[2] >> 4))
    guard bytes[0] == 0xFF, bytes[1] & 0xE6 == 0xE2, version != 1, rateIndex < 3, (1...14).contains(level) else {
      return nil
    }
    let isMPEG1 = version == 3
    let rate = [44_100, 48_000, 32_000][rateIndex] / (isMPEG1 ? 1 : version == 2 ? 2 : 4)
    let bitRate = (isMPEG1 ? bitRates : lowBitRates)[level - 1] * 1_000
    return (isMPEG1 ? 144 : 72) * bitRate / rate + Int(bytes[2] >> 1 & 1)
  }

  /// The bit rates of layer III in thousands per second: those of MPEG 1, and those of MPEG 2 and 2.5.
  private static let bitRates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  private static let lowBitRates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
}
