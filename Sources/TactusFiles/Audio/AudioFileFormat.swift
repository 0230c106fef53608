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
    }
  }
}

extension AudioFileFormat: CustomStringConvertible {
  /// For people: "WAV".
  public var description: String { self == .raw ? "raw" : rawValue.uppercased() }
}
