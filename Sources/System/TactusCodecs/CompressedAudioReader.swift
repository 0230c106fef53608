import CSndfile
import TactusFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads FLAC, Ogg (Vorbis, Opus) and MP3 files with libsndfile. They are read in blocks, so the memory use does not
/// depend on their length.
///
/// - Thread: control, one at a time
public final class CompressedAudioReader {
  /// The sample rate in frames per second, positive.
  public let sampleRate: Double
  /// The number of channels, at least 1.
  public let channelCount: Int
  /// The number of frames. If the file claims more than it has, it is the number that can be decoded.
  public let frameCount: Int
  /// The file format for display, such as "FLAC".
  public let formatWords: String
  /// The bits per sample of integer formats; nil for others.
  public let bitsPerSample: Int?

  private let file: FileBytes
  private let library: SoundFileLibrary
  private let source: UnsafeMutablePointer<MemoryReading>
  private let handle: OpaquePointer
  /// The next frame to be decoded; nil if unknown.
  private var position: Int? = 0
  /// The last two decoded blocks, the newest first, with the interleaved samples of all channels.
  private var blocks: [(index: Int, samples: [Float])] = []

  static let blockLength = 1 << 15
  /// The maximum number of channels that is supported.
  private static let channelLimit = 1_024
  /// The maximum plausible number of frames per byte of a file; silence in FLAC reaches about 4,700.
  private static let mostFramesPerByte = 8_192
  /// The number of frames per byte of a file up to which its claimed length is believed if the last frame can be
  /// decoded. Music has less than one; more than this is silence, or a false claim.
  static let usualFramesPerByte = 64

  /// Whether the first bytes are those of a supported format; the rest may still be invalid.
  public static func recognizes(_ file: FileBytes) -> Bool {
    defer { withExtendedLifetime(file) {} }
    let bytes = file.bytes
    guard bytes.count >= 4 else { return false }
    if bytes.starts(with: "fLaC".utf8) || bytes.starts(with: "OggS".utf8) || bytes.starts(with: "ID3".utf8) {
      return true
    }
    // the header of a frame of MPEG audio layer 3
    return bytes[0] == 0xFF && bytes[1] & 0xE6 == 0xE2 && bytes[1] & 0x18 != 0x08 && bytes[2] & 0xF0 != 0xF0
  }

  /// Opens a file.
  ///
  /// - Throws: `CodecError.unreadable` with the library's message, or if the file claims more frames than its bytes can
  ///   hold.
  public init(_ file: FileBytes, library: SoundFileLibrary) throws(CodecError) {
    (self.file, self.library) = (file, library)
    var calls = MemoryReading.calls
    var info = SF_INFO()
    let source = UnsafeMutablePointer<MemoryReading>.allocate(capacity: 1)
    source.initialize(to: MemoryReading(file.bytes))
    guard let handle = library.functions.sf_open_virtual(&calls, Int32(SFM_READ), &info, source) else {
      source.deallocate()
      throw .unreadable(file: file.name, "libsndfile says: \(library.lastError(nil))")
    }
    // libsndfile does not know the length of a stream, or of a truncated Ogg file; its frames are counted below
    let frames = info.frames == .max ? file.bytes.count * Self.mostFramesPerByte : Int(clamping: info.frames)
    guard info.samplerate > 0, (1...Self.channelLimit).contains(Int(info.channels)), frames >= 0,
      frames / Self.mostFramesPerByte <= file.bytes.count
    else {
      _ = library.functions.sf_close(handle)
      source.deallocate()
      throw .unreadable(
        file: file.name,
        "expected at least one channel, a rate, and no more frames than the bytes can mean "
          + "(\(info.channels) channels, \(info.samplerate) frames per second, \(info.frames) frames)")
    }
    (self.handle, self.source) = (handle, source)
    (sampleRate, channelCount) = (Double(info.samplerate), Int(info.channels))
    frameCount = Self.readableFrames(file, claimed: frames, channelCount: Int(info.channels), library)
    bitsPerSample =
      [
        SF_FORMAT_PCM_S8: 8, SF_FORMAT_PCM_16: 16, SF_FORMAT_PCM_24: 24,
      ][Int(info.format) & SF_FORMAT_SUBMASK]
    formatWords =
      switch Int(info.format) & SF_FORMAT_TYPEMASK {
      case SF_FORMAT_FLAC: "FLAC"
      case SF_FORMAT_OGG: "Ogg"
      case SF_FORMAT_MPEG: "MP3"
      default: "compressed"
      }
  }

  deinit {
    _ = library.functions.sf_close(handle)
    source.deinitialize(count: 1)
    source.deallocate()
  }

  /// Returns the samples of one channel, full scale ±1; the range is clamped to the file. Missing frames are silent.
  public func samples(channel: Int, frames: Range<Int>) -> [Float] {
    guard (0..<channelCount).contains(channel) else { return [] }
    let frames = frames.clamped(to: 0..<frameCount)
    var result: [Float] = []
    result.reserveCapacity(frames.count)
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      let index = frame / Self.blockLength
      let end = min(frames.upperBound, (index + 1) * Self.blockLength)
      let block = block(index)
      for frame in frame..<end {
        result.append(block[(frame - index * Self.blockLength) * channelCount + channel])
      }
      frame = end
    }
    return result
  }

  private func block(_ index: Int) -> [Float] {
    if let known = blocks.first(where: { $0.index == index }) { return known.samples }
    let start = index * Self.blockLength
    if position != start {
      position = library.functions.sf_seek(handle, Int64(start), SEEK_SET) == Int64(start) ? start : nil
    }
    var samples = [Float](repeating: 0, count: Self.blockLength * channelCount)
    let wanted = min(Self.blockLength, frameCount - start)
    var done = 0
    while position != nil, done < wanted {
      let got = samples.withUnsafeMutableBufferPointer {
        Int(library.functions.sf_readf_float(handle, $0.baseAddress! + done * channelCount, Int64(wanted - done)))
      }
      guard got > 0 else { break }
      done += min(got, wanted - done)
    }
    position = done == wanted ? start + done : nil
    blocks = [(index, samples)] + blocks.prefix(1)
    return samples
  }
}
