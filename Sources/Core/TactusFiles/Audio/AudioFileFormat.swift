/// The formats of audio files that can be written.
///
/// - Thread: any
public enum AudioFileFormat: String, CaseIterable, Hashable, Sendable {
  /// RIFF/WAVE, little-endian; becomes RF64 (EBU Tech 3306) if 32-bit sizes do not suffice.
  case wav
  /// AIFF for integers and AIFF-C (`fl32`) for floats, big-endian; at most 4 GiB.
  case aiff
  /// Apple's Core Audio Format, written little-endian; of any length.
  case caf
  /// Interleaved little-endian samples without a header.
  case raw
  /// FLAC, lossless, 16 or 24 bits. This format and those below are written with libsndfile: see `TactusCodecs`.
  case flac
  /// Vorbis in Ogg, lossy.
  case ogg
  /// Opus in Ogg, lossy; usually at 48,000 Hz.
  case opus
  /// MPEG layer III, lossy.
  case mp3

  /// Creates the format for a path's extension, ignoring case; nil for unknown extensions.
  public init?(path: String) {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    self.init(pathExtension: String(path[path.index(after: dot)...]))
  }

  /// Creates the format for an extension without its dot, ignoring case; nil for unknown extensions.
  public init?(pathExtension: String) {
    let known = Self.allCases.first { $0.pathExtensions.contains(pathExtension.lowercased()) }
    guard let known else { return nil }
    self = known
  }

  /// The extensions of the format without the dot, the usual one first.
  public var pathExtensions: [String] {
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

  /// Whether samples are compressed. `AudioFileWriter` does not write compressed formats; see `TactusCodecs`.
  public var isCompressed: Bool {
    switch self {
    case .wav, .aiff, .caf, .raw: false
    case .flac, .ogg, .opus, .mp3: true
    }
  }

  /// Whether the compression is lossy.
  public var isLossy: Bool { isCompressed && self != .flac }
}

extension AudioFileFormat: CustomStringConvertible {
  /// The name for display, such as "WAV".
  public var description: String {
    switch self {
    case .raw: "raw"
    case .ogg: "Ogg Vorbis"
    case .opus: "Opus"
    case .wav, .aiff, .caf, .flac, .mp3: rawValue.uppercased()
    }
  }
}
