extension SoundFont {
  /// The position of a sample in the pool and its playback parameters (SoundFont 2.04 §7.10), validated.
  ///
  /// For a usable, uncompressed sample, 0 ≤ start < end ≤ pool frames, and `loop`, if there is one, lies within these
  /// frames. A compressed sample has a ``stream`` instead of frames; its loop counts from its own first frame and is
  /// validated when the length of the sample is known.
  /// - Thread: any
  public struct SampleHeader: Hashable, Sendable {
    /// The frames in the pool; empty for unusable and compressed samples.
    public internal(set) var frames: Range<Int> {
      get { hasStream ? 0..<0 : position }
      set { position = newValue }
    }
    /// The loop within ``frames``; nil if there is none, whatever the sample mode. For a compressed sample, it counts
    /// from the sample's first frame.
    public internal(set) var loop: Range<Int>?
    /// The byte range in the file of a sample that is converted before it is played: of a compressed sample's Ogg
    /// stream, or of a wave in a DLS bank that does not consist of 16-bit frames; nil for other and for unusable
    /// samples.
    public internal(set) var stream: Range<Int>? {
      get { hasStream && fault == nil ? position : nil }
      set { position = newValue ?? 0..<0 }
    }
    /// The original key as in the file: 255 for unpitched; 128…254 are invalid.
    public let originalKey: UInt8
    /// The pitch correction in cents.
    public let correction: Int8
    /// The index of the other half of a stereo pair, as in the file.
    public internal(set) var link: UInt16
    /// The raw type: 1 mono, 2 right, 4 left, 8 linked; 0x10 compressed (SF3); 0x8000 in ROM.
    public internal(set) var type: UInt16
    /// The sample rate in frames per second, within ``practicalSampleRates``.
    public internal(set) var sampleRate: Int
    /// The offset of its name, a field of 20 bytes, in the file; −1 if it has none.
    let recordOffset: Int
    /// The range of frames in the pool, or of bytes of a stream in the file.
    var position = 0..<0
    /// The reason why it cannot be played; nil if it can.
    public internal(set) var fault: SampleFault?
    /// Whether it contains a stream although its type does not declare one.
    var isUnmarkedStream = false
    /// The format of uncompressed frames that are converted before they are played; nil for other samples.
    package var packing: PackedFrames?
    private var hasStream: Bool { isCompressed && !isROM || packing != nil }

    /// The first frame.
    public var start: Int { frames.lowerBound }
    /// The frame after the last.
    public var end: Int { frames.upperBound }
    /// The original key, 0…127; 60 if the file has no valid one.
    public var rootKey: UInt8 { originalKey < 128 ? originalKey : 60 }
    /// Whether it can be played.
    public var isUsable: Bool { fault == nil }
    /// Its role in a stereo pair.
    public var channel: SampleChannel { SampleChannel(type: type) }
    /// Whether its data is in the ROM of a sound card.
    public var isROM: Bool { type & 0x8000 != 0 }
    /// Whether its data is an Ogg Vorbis stream (SF3), according to its type or its first bytes.
    public var isCompressed: Bool { type & 0x10 != 0 || isUnmarkedStream }

    /// The sample rates that are accepted unchanged; others become the nearest of them (2.04 §7.10), and 0 becomes
    /// 44,100.
    public static let practicalSampleRates = 400...768_000
  }

  /// The reason why a sample cannot be played.
  public enum SampleFault: Hashable, Sendable {
    /// The data is in the ROM of a sound card.
    case inROM
    /// The start is not before the end.
    case empty
    /// The start is beyond the sample data.
    case beyondPool
    /// The data has a format that is not read.
    case unreadable
  }

  /// The role of a sample in a stereo pair.
  public enum SampleChannel: UInt16, Hashable, Sendable {
    case mono = 1, right = 2, left = 4, linked = 8
    /// Creates a role from a raw type; an invalid type is mono.
    public init(type: UInt16) { self = Self(rawValue: type & 0x0F) ?? .mono }
  }
}
