/// What an audio file is to be: container, sample format, rate, channels, and the length where it is known.
///
/// - Thread: any
public struct AudioFileDescription: Hashable, Sendable {
  /// The container.
  public var format: AudioFileFormat
  /// How one sample is stored.
  public var sampleFormat: SampleFormat
  /// Frames per second, 1 … 4,294,967,295.
  public var sampleRate: Int
  /// 1 … ``AudioFileLimits/maximumChannelCount``.
  public var channelCount: Int
  /// The length in frames where it is known before the first sample; nil where it is not.
  ///
  /// A known length is a promise: to write more frames, or fewer, is an error. Files of unknown length get their
  /// sizes when they are finished, which a pipe cannot do: see ``AudioFileEncoder/begin(seekable:)``.
  public var frameCount: Int64?
  /// The frames that a sampler or a player repeats for ever, not empty; nil for none. Raw files have no place for it, and
  /// WAV and AIFF only below 2³² frames: there it is left out.
  public var loop: Range<Int64>?
  /// What the file says about itself; raw files say nothing.
  public var metadata = AudioFileMetadata()

  /// A description; the values are checked when an encoder is made from it.
  public init(
    format: AudioFileFormat, sampleFormat: SampleFormat, sampleRate: Int, channelCount: Int = 2,
    frameCount: Int64? = nil
  ) {
    self.format = format
    self.sampleFormat = sampleFormat
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.frameCount = frameCount
  }

  /// Bytes of one frame, all channels.
  public var bytesPerFrame: Int { channelCount * sampleFormat.bytesPerSample }
}

/// The limits of audio files.
public enum AudioFileLimits {
  /// So many channels at most; WAV's 16-bit bytes-per-frame field allows 16,383 of 32 bits.
  public static let maximumChannelCount = 4096
  /// The largest value that a size field of RIFF and AIFF may hold; 0xFFFFFFFF itself means "unknown" or "see ds64".
  package static let maximumSize32: Int64 = 0xFFFF_FFFE
  /// The longest text of a file's metadata, in UTF-8 bytes; longer ones are cut between characters.
  public static let maximumTextBytes = 4096
  /// The encoder works in pieces of so many frames, so that its memory does not depend on the length.
  package static let piece = 1024
  /// How many bytes behind a piece may be overwritten while it is made.
  package static let pieceOverhang = 16
}

extension AudioFileDescription {
  /// Refuses what no file can say.
  package func check() throws(AudioFileError) {
    guard !format.isCompressed else { throw .needsCodec(format) }
    guard UInt32(exactly: sampleRate) != nil, sampleRate > 0 else { throw .sampleRateOutOfRange(sampleRate) }
    guard (1...AudioFileLimits.maximumChannelCount).contains(channelCount) else {
      throw .channelCountOutOfRange(channelCount)
    }
    if let frameCount {
      guard (0...maximumFrameCount).contains(frameCount) else {
        throw .tooLong(format: format, maximumFrameCount: maximumFrameCount)
      }
    }
  }

  /// The most frames that the container can hold.
  package var maximumFrameCount: Int64 {
    let frame = Int64(bytesPerFrame)
    switch format {
    case .aiff: return (AudioFileLimits.maximumSize32 - 1024 - 6 * Int64(AudioFileLimits.maximumTextBytes)) / frame
    case .flac: return 1 << 36 - 1
    case .wav, .caf, .raw, .ogg, .opus, .mp3: return (Int64.max / 2) / frame
    }
  }
}
