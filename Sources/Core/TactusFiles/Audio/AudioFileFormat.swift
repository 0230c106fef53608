/// The kinds of audio file that can be written.
///
/// - Thread: any
public enum AudioFileFormat: String, CaseIterable, Hashable, Sendable {
  /// RIFF/WAVE, little-endian; becomes RF64 (EBU Tech 3306) where 32-bit sizes do not suffice.
  case wav
  /// AIFF for integers and AIFF-C (`fl32`) for floats, big-endian; at most 4 GiB.
  case aiff
  /// Apple's Core Audio Format, written little-endian; of any length.
  case caf
  /// Interleaved little-endian samples without a header.
  case raw
  /// FLAC, lossless, 16 or 24 bits. This and the formats below are written through libsndfile: see `TactusCodecs`.
  case flac
  /// Vorbis in Ogg, lossy.
  case ogg
  /// Opus in Ogg, lossy; 48,000 frames per second as a rule.
  case opus
  /// MPEG layer III, lossy.
  case mp3

  /// The format that a file name's ending asks for, in upper or lower case; nil for other endings.
  public init?(path: String) {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    self.init(ending: String(path[path.index(after: dot)...]))
  }

  /// The format for a file ending without its dot, in upper or lower case; nil for other endings.
  public init?(ending: String) {
    let known = Self.allCases.first { $0.endings.contains(ending.lowercased()) }
    guard let known else { return nil }
    self = known
  }

  /// The endings of this format without the dot, the customary one first.
  public var endings: [String] {
    switch self {
    case .wav: ["wav", "wave", "rf64"]
    case .aiff: ["aiff", "aif", "aifc"]
    case .caf: ["caf"]
    case .raw: ["raw", "pcm"]
    case .flac: ["flac"]
    case .ogg: ["ogg", "oga"]
    case .opus: ["opus"]
    case .mp3: ["mp3"]
    }
  }

  /// Whether samples are stored compressed, which `AudioFileWriter` alone does not do.
  public var isCompressed: Bool {
    switch self {
    case .wav, .aiff, .caf, .raw: false
    case .flac, .ogg, .opus, .mp3: true
    }
  }

  /// Whether what is read back is not quite what was written.
  public var isLossy: Bool { isCompressed && self != .flac }
}

extension AudioFileFormat: CustomStringConvertible {
  /// For people: "WAV".
  public var description: String {
    switch self {
    case .raw: "raw"
    case .ogg: "Ogg Vorbis"
    case .opus: "Opus"
    case .wav, .aiff, .caf, .flac, .mp3: rawValue.uppercased()
    }
  }
}
