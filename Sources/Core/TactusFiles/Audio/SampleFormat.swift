/// The sample format of an audio file.
///
/// - Thread: any
public enum SampleFormat: String, CaseIterable, Hashable, Sendable {
  /// 16-bit signed integer, which every player supports.
  case int16
  /// 24-bit signed integer, packed in three bytes.
  case int24
  /// 32-bit signed integer. A float sample has 24 significant bits, so samples above −48 dBFS are stored exactly.
  case int32
  /// 32-bit IEEE float, full scale ±1; levels beyond full scale are preserved.
  case float32

  /// Creates the format that the command line calls "16", "24", "32" or "f32"; nil for other words.
  public init?(depth: String) {
    switch depth {
    case "16": self = .int16
    case "24": self = .int24
    case "32": self = .int32
    case "f32": self = .float32
    default: return nil
    }
  }

  /// The number of bytes of a sample: 2, 3 or 4.
  public var bytesPerSample: Int {
    switch self {
    case .int16: 2
    case .int24: 3
    case .int32, .float32: 4
    }
  }

  /// The number of bits of a sample: 16, 24 or 32.
  public var bitsPerSample: Int { bytesPerSample * 8 }
  /// Whether samples are floating point, so that nothing is rounded, dithered or clipped.
  public var isFloat: Bool { self == .float32 }
}

extension SampleFormat: CustomStringConvertible {
  /// The name for display, such as "16-bit integer".
  public var description: String { "\(bitsPerSample)-bit \(isFloat ? "float" : "integer")" }
}
