/// The reason why a bank cannot be copied to a ``SoundFontBuilder`` or written.
public enum SoundFontWriteError: Error, Hashable, Sendable {
  /// A zone other than the first has no target.
  case zoneWithoutTarget(level: ZoneLevel, owner: Int, zone: Int)
  /// A zone's target does not exist.
  case targetOutOfRange(level: ZoneLevel, owner: Int, zone: Int, target: Int, count: Int)
  /// A zone contains a generator that is not allowed there.
  case illegalGenerator(level: ZoneLevel, owner: Int, zone: Int, kind: GeneratorKind)
  /// There are more records than a 16-bit index can count.
  case tooMany(what: String, count: Int, limit: Int)
  /// A sample is inconsistent; `reason` completes the sentence.
  case unsoundSample(index: Int, reason: String)
  /// 24-bit samples in a version before 2.04.
  case lowBytesNeedVersion204
  /// Compressed samples in a version other than 3.01.
  case streamsNeedVersion301
  /// The version is neither 2.x nor 3.01.
  case unsupportedVersion(SoundFont.Version)
  /// The file would exceed 4 GiB.
  case tooLarge(byteCount: Int)
  /// The samples of a bank that was read overlap so much that their copies would exceed the limit.
  case overlappingSamples(file: String, byteCount: Int64, limit: Int64)
}

/// The two levels of zones in a bank: zones of presets, and zones of instruments.
public enum ZoneLevel: String, Hashable, Sendable {
  case preset, instrument
}

extension SoundFontWriteError: CustomStringConvertible {
  /// One sentence with the error and its position.
  public var description: String {
    switch self {
    case .zoneWithoutTarget(let level, let owner, let zone):
      "zone \(zone) of \(level.rawValue) \(owner) has no target; only the first zone may be global"
    case .targetOutOfRange(let level, let owner, let zone, let target, let count):
      "zone \(zone) of \(level.rawValue) \(owner) points to \(target), but there are only \(count)"
    case .illegalGenerator(let level, let owner, let zone, let kind):
      "zone \(zone) of \(level.rawValue) \(owner) may not hold \(kind) among its generators"
    case .tooMany(let what, let count, let limit): "\(count) \(what) are too many; the format counts up to \(limit)"
    case .unsoundSample(let index, let reason): "sample \(index): \(reason)"
    case .lowBytesNeedVersion204: "24-bit samples need version 2.04; set `version` to `.v2_04`"
    case .streamsNeedVersion301: "compressed samples need version 3.01; set `version` to `.v3_01`"
    case .unsupportedVersion(let version): "version \(version) cannot be written; choose 2.01, 2.04 or 3.01"
    case .tooLarge(let byteCount): "the file would have \(byteCount) bytes; a SoundFont ends at 4 GiB"
    case .overlappingSamples(let file, let byteCount, let limit):
      "\(file): the sample headers overlap, and copies of the samples would have \(byteCount) bytes; expected at most "
        + "\(limit); the bank is damaged, take another copy"
    }
  }
}
