/// The properties of an audio file to be written: container, sample format, rate, channels, and the length if it is
/// known.
///
/// - Thread: any
public struct AudioFileDescription: Hashable, Sendable {
  /// The container.
  public var format: AudioFileFormat
  /// The sample format.
  public var sampleFormat: SampleFormat
  /// The sample rate in frames per second, 1 … 4,294,967,295.
  public var sampleRate: Int
  /// The number of channels, 1 … ``AudioFileLimits/maximumChannelCount``.
  public var channelCount: Int
  /// The length in frames; nil if it is not known before the first sample.
  ///
  /// Writing more or fewer frames than a known length is an error. The sizes of a file with unknown length are set when
  /// it is finished, which a pipe does not support: see ``AudioFileEncoder/begin(seekable:)``.
  public var frameCount: Int64?
  /// The loop for samplers and players, in frames; not empty, or nil for none.
  ///
  /// Raw files cannot store a loop, and WAV and AIFF files can store it only if it ends before frame 2³². A loop that
  /// cannot be stored is omitted.
  public var loop: Range<Int64>?
  /// The metadata of the file; raw files have none.
  public var metadata = AudioFileMetadata()

  /// Creates a description; the encoder validates it.
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

  /// The number of bytes per frame, for all channels.
  public var bytesPerFrame: Int { channelCount * sampleFormat.bytesPerSample }
}

/// The limits of audio files.
public enum AudioFileLimits {
  /// The maximum number of channels; WAV's 16-bit field for bytes per frame allows 16,383 channels of 32 bits.
  public static let maximumChannelCount = 4096
  /// The largest value of a size field of RIFF and AIFF; 0xFFFFFFFF itself means "unknown" or "see ds64".
  package static let maximumSize32: Int64 = 0xFFFF_FFFE
  /// The maximum length of a metadata string in UTF-8 bytes; longer strings are truncated at a character boundary.
  public static let maximumTextBytes = 4096
  /// The number of frames encoded at a time, so that memory use does not depend on the length.
  package static let piece = 1024
  /// The number of bytes after a piece that may be overwritten while the piece is encoded.
  package static let pieceOverhang = 16
}

extension AudioFileDescription {
  /// Throws if no file can have these properties.
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

  /// The maximum number of frames in the container.
  package var maximumFrameCount: Int64 {
    let frame = Int64(bytesPerFrame)
    switch format {
    case .aiff: return (AudioFileLimits.maximumSize32 - 1024 - 6 * Int64(AudioFileLimits.maximumTextBytes)) / frame
    case .flac: return 1 << 36 - 1
    case .wav, .caf, .raw, .ogg, .opus, .mp3: return (Int64.max / 2) / frame
    }
  }
}
