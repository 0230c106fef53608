import TactusFiles

/// The limits of compressed formats.
enum CodecLimits {
  /// Throws if the format does not support the description, before any file is opened.
  static func check(_ description: AudioFileDescription, _ compressionLevel: Double?) throws(CodecError) {
    let format = description.format
    if let compressionLevel, !(0...1).contains(compressionLevel) { throw .compressionLevel(compressionLevel) }
    if format == .flac, ![.int16, .int24].contains(description.sampleFormat) {
      throw .sampleFormat(format, description.sampleFormat)
    }
    let most = channelLimit(format)
    guard (1...most).contains(description.channelCount) else {
      throw .channelCount(format, description.channelCount, limit: most)
    }
    let rate = description.sampleRate
    if let rates = rates(format) {
      guard rates.contains(rate) else { throw .sampleRate(format, rate, allowed: rates) }
    } else {
      guard rateRange(format).contains(rate) else { throw .sampleRate(format, rate, allowed: nil) }
    }
  }

  private static func channelLimit(_ format: AudioFileFormat) -> Int { format == .mp3 ? 2 : format == .flac ? 8 : 255 }

  /// Returns the supported rates of a format; nil if the format supports a range of rates. Sources: RFC 7845 for Opus;
  /// ISO 11172-3, ISO 13818-3 and MPEG 2.5 for MP3.
  private static func rates(_ format: AudioFileFormat) -> [Int]? {
    switch format {
    case .opus: [8_000, 12_000, 16_000, 24_000, 48_000]
    case .mp3: [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
    default: nil
    }
  }

  /// Returns the range of supported rates. RFC 9639 §8.2 defines it for FLAC; libvorbis has settings for rates up to
  /// 200,000.
  private static func rateRange(_ format: AudioFileFormat) -> ClosedRange<Int> {
    format == .flac ? 1...655_350 : 8_000...192_000
  }
}
