extension SoundFont {
  /// Where a sample lies in the pool and how it wants to be played (SoundFont 2.04 §7.10), made safe.
  ///
  /// For a usable sample that is not compressed 0 ≤ start < end ≤ pool frames, and `loop`, where there is one, lies
  /// within. A compressed one has a ``stream`` instead of frames, and its loop counts from its own first frame and is
  /// checked when its length is known.
  /// - Thread: any
  public struct SampleHeader: Hashable, Sendable {
    /// The frames in the pool. Of an unusable sample, and of a compressed one: empty.
    public internal(set) var frames: Range<Int> {
      get { hasStream ? 0..<0 : position }
      set { position = newValue }
    }
    /// The frames that repeat, within ``frames``; nil where there are none, whatever the sample mode says. Of a
    /// compressed sample counted from its own first frame.
    public internal(set) var loop: Range<Int>?
    /// The bytes of the file that hold a compressed sample: an Ogg stream. Nil of others, and of unusable ones.
    public internal(set) var stream: Range<Int>? {
      get { hasStream && fault == nil ? position : nil }
      set { position = newValue ?? 0..<0 }
    }
    /// Frames per second, in ``practicalSampleRates``.
    public internal(set) var sampleRate: Int
    /// The key at which it sounds as recorded, as in the file: 255 for unpitched, 128…254 are invalid.
    public let originalKey: UInt8
    /// Cents to add to the pitch.
    public let correction: Int8
    /// The index of the other half of a stereo pair, as in the file.
    public let link: UInt16
    /// The raw type: 1 mono, 2 right, 4 left, 8 linked; 0x10 compressed (SF3); 0x8000 in ROM.
    public let type: UInt16
    /// Why it cannot be played; nil if it can.
    public internal(set) var fault: SampleFault?
    /// Whether it holds a stream though its type does not say so.
    var isUnmarkedStream = false
    let recordOffset: Int
    /// Frames in the pool, or the bytes of a stream.
    var position = 0..<0
    private var hasStream: Bool { isCompressed && !isROM }

    /// The first frame.
    public var start: Int { frames.lowerBound }
    /// The frame after the last.
    public var end: Int { frames.upperBound }
    /// The key at which it sounds as recorded, 0…127; 60 where the file gives none.
    public var rootKey: UInt8 { originalKey < 128 ? originalKey : 60 }
    /// Whether it can be played.
    public var isUsable: Bool { fault == nil }
    /// What it is in a stereo pair.
    public var channel: SampleChannel { SampleChannel(type: type) }
    /// Whether its data would be in the ROM of a sound card.
    public var isROM: Bool { type & 0x8000 != 0 }
    /// Whether its data is an Ogg Vorbis stream (SF3), whether its type says so or its first bytes.
    public var isCompressed: Bool { type & 0x10 != 0 || isUnmarkedStream }

    /// Sample rates that are taken as they are; others become the nearest of them (2.04 §7.10), 0 becomes 44,100.
    public static let practicalSampleRates = 400...768_000
  }

  /// Why a sample cannot be played.
  public enum SampleFault: Hashable, Sendable {
    /// The data is in the ROM of a sound card.
    case inROM
    /// The start is not before the end.
    case empty
    /// The start lies beyond the sample data.
    case beyondPool
  }

  /// A sample's place in a stereo pair.
  public enum SampleChannel: UInt16, Hashable, Sendable {
    case mono = 1, right = 2, left = 4, linked = 8
    /// From a raw type; what makes no sense is mono.
    public init(type: UInt16) { self = Self(rawValue: type & 0x0F) ?? .mono }
  }
}
