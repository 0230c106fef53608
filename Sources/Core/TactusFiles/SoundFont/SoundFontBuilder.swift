/// A bank as plain values, which can be created in code and written as a SoundFont file.
///
///     var bank = SoundFontBuilder(name: "Tiny")
///     let sine = bank.add(.init(name: "sine", frames: wave, sampleRate: 44_100, originalKey: 69, loop: 0..<100))
///     let tone = bank.add(.init(name: "tone", zones: [.init(target: sine, generators: [.init(.sampleModes, 1)])]))
///     bank.add(.init(name: "Tone", bank: 0, program: 0, zones: [.init(target: tone)]))
///     let bytes = try bank.write()
///
/// Law: `SoundFontBuilder(SoundFont(write(x))) == x` for every `x` that `write` accepts and whose names have at most 20
/// UTF-8 bytes and no NUL. Exceptions: if a bank also has 24-bit samples, its 16-bit samples are read back with low
/// bytes of zero; amounts with a fraction are written as the nearest whole number; information strings are truncated to
/// 254 UTF-8 bytes (comments to 65,534); and an empty sound engine is read back as the usual one.
///
/// In the file, samples with equal frames share them.
/// - Thread: any
public struct SoundFontBuilder: Hashable, Sendable {
  /// The format version to write; 24-bit samples require 2.04, compressed ones 3.01.
  public var version = SoundFont.Version.v2_01
  /// The information strings of the bank.
  public var info = SoundFontInfo()
  /// Default modulators that replace those of the format; nil for the format's own.
  public var defaultModulators: [SoundFont.Modulator]?
  /// The samples.
  public var samples: [Sample] = []
  /// The instruments; their zones refer to samples.
  public var instruments: [Instrument] = []
  /// The presets; their zones refer to instruments.
  public var presets: [Preset] = []

  /// Creates an empty bank.
  public init(name: String = "") { info.name = name }

  /// Adds a sample and returns its index.
  @discardableResult public mutating func add(_ sample: Sample) -> Int {
    samples.append(sample)
    return samples.count - 1
  }
  /// Adds an instrument and returns its index.
  @discardableResult public mutating func add(_ instrument: Instrument) -> Int {
    instruments.append(instrument)
    return instruments.count - 1
  }
  /// Adds a preset and returns its index.
  @discardableResult public mutating func add(_ preset: Preset) -> Int {
    presets.append(preset)
    return presets.count - 1
  }

  /// A sample.
  public struct Sample: Hashable, Sendable {
    /// The name; at most 20 UTF-8 bytes are written.
    public var name: String
    /// The frames, without the 46 zeros that follow each sample in a file.
    public var frames: [Int16]
    /// The low bytes of 24-bit frames, one for each; empty for 16 bits.
    public var lowBytes: [UInt8]
    /// An Ogg Vorbis stream instead of frames, which makes the bank an SF3; empty for uncompressed frames.
    public var stream: [UInt8] = []
    /// The sample rate in frames per second.
    public var sampleRate: Int
    /// The original key; 255 for unpitched.
    public var originalKey: UInt8
    /// The pitch correction in cents.
    public var correction: Int8
    /// The loop, counted from the first frame; nil for none.
    public var loop: Range<Int>?
    /// The role in a stereo pair.
    public var channel: SoundFont.SampleChannel
    /// The index of the other half of the pair.
    public var link: Int
    /// The number of frames that ``SoundFontBuilder/outline()`` leaves blank; 0 for a sample whose frames are known.
    private var blankFrames = 0

    /// The number of frames, known or blank.
    var frameCount: Int { frames.isEmpty ? blankFrames : frames.count }
    var isBlank: Bool { blankFrames > 0 }

    /// Creates a sample whose frames are written after ``SoundFontBuilder/outline()``.
    package init(name: String, blankFrames: Int, sampleRate: Int, originalKey: UInt8, loop: Range<Int>?) {
      self.init(name: name, frames: [], sampleRate: sampleRate, originalKey: originalKey, loop: loop)
      self.blankFrames = blankFrames
    }

    /// Creates a sample; by default mono and without a loop.
    public init(
      name: String, frames: [Int16], lowBytes: [UInt8] = [], sampleRate: Int, originalKey: UInt8 = 60,
      correction: Int8 = 0, loop: Range<Int>? = nil, channel: SoundFont.SampleChannel = .mono, link: Int = 0
    ) {
      self.name = name
      self.frames = frames
      self.lowBytes = lowBytes
      self.sampleRate = sampleRate
      self.originalKey = originalKey
      self.correction = correction
      self.loop = loop
      self.channel = channel
      self.link = link
    }
  }

  /// A zone of a preset or of an instrument.
  public struct Zone: Hashable, Sendable {
    /// The index of the instrument or the sample; nil for a global zone. Only the first zone may be global.
    public var target: Int?
    /// The ranges of its keys and velocities; nil for those of the global zone, or for all if that has none. To override
    /// a range of the global zone with all keys or velocities, set ``SoundFont/ValueRange/all``.
    public var keyRange, velocityRange: SoundFont.ValueRange?
    /// Its generators, without key range, velocity range and target. A preset zone must not contain generators that are
    /// allowed only in instruments.
    public var generators: [SoundFont.Generator]
    /// Its modulators.
    public var modulators: [SoundFont.Modulator]

    /// Creates a zone, by default for all keys and velocities: here, the full range counts as not set.
    public init(
      target: Int?, keyRange: SoundFont.ValueRange = .all, velocityRange: SoundFont.ValueRange = .all,
      generators: [SoundFont.Generator] = [], modulators: [SoundFont.Modulator] = []
    ) {
      self.target = target
      self.keyRange = keyRange == .all ? nil : keyRange
      self.velocityRange = velocityRange == .all ? nil : velocityRange
      self.generators = generators
      self.modulators = modulators
    }
  }

  /// An instrument.
  public struct Instrument: Hashable, Sendable {
    /// The name; at most 20 UTF-8 bytes are written.
    public var name: String
    /// Its zones; a global zone comes first.
    public var zones: [Zone]
    /// Creates an instrument.
    public init(name: String, zones: [Zone]) {
      self.name = name
      self.zones = zones
    }
  }

  /// A preset.
  public struct Preset: Hashable, Sendable {
    /// The name; at most 20 UTF-8 bytes are written.
    public var name: String
    /// The bank and program that select it; bank 128 is percussion.
    public var bank, program: UInt16
    /// Reserved by the specification: kept as read, and zero in new banks (2.04 §7.2).
    public var library: UInt32 = 0, genre: UInt32 = 0, morphology: UInt32 = 0
    /// Its zones; a global zone comes first.
    public var zones: [Zone]
    /// Creates a preset.
    public init(name: String, bank: UInt16, program: UInt16, zones: [Zone]) {
      self.name = name
      self.bank = bank
      self.program = program
      self.zones = zones
    }
  }
}
