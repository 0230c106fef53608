/// The statistics of an encoder's input; they are the same for every sample format.
///
/// - Thread: any
public struct SampleStatistics: Hashable, Sendable {
  /// The largest magnitude of any sample, linear, full scale 1: the sample peak, not the true peak.
  public internal(set) var peak: Float = 0
  /// The number of samples beyond ±1. Integer formats saturate them at full scale; float preserves them.
  ///
  /// A sample of exactly +1 becomes the largest integer, one step below full scale, and is not counted.
  public internal(set) var clippedSampleCount: Int64 = 0
  /// The number of samples that were NaN or infinite. They are written as zero.
  public internal(set) var invalidSampleCount: Int64 = 0

  /// Creates empty statistics.
  public init() {}

  /// Returns the statistics of both sets of samples.
  package func joined(with other: SampleStatistics) -> SampleStatistics {
    var joined = self
    joined.peak = max(peak, other.peak)
    joined.clippedSampleCount += other.clippedSampleCount
    joined.invalidSampleCount += other.invalidSampleCount
    return joined
  }
}

/// The bit patterns for comparing magnitudes as integers.
///
/// Without the sign bit, IEEE floats have the same order as their bit patterns, with infinity and NaN last, and SIMD
/// instructions find the maximum of several integers at once.
enum Magnitude {
  static let mask: UInt32 = 0x7FFF_FFFF
  static let one: UInt32 = 0x3F80_0000
  static let infinity: UInt32 = 0x7F80_0000
  static let leastNormal: UInt32 = 0x0080_0000
}

extension SampleStatistics {
  /// Adds `count` samples. Returns false if any sample is invalid. `repaired`, which has room for `count` samples, then
  /// contains the samples with a zero for each invalid sample.
  package mutating func count(_ source: UnsafePointer<Float>, _ count: Int, repaired: UnsafeMutablePointer<Float>)
    -> Bool
  {
    var largest: Int32 = 0
    for i in 0..<count { largest = max(largest, Int32(truncatingIfNeeded: source[i].bitPattern & Magnitude.mask)) }
    return take(greatest: UInt32(bitPattern: largest)) || countExceptional(source, count, repaired)
  }

  /// Adds samples of which only the greatest magnitude is known, as a bit pattern. Returns false if it is beyond full
  /// scale; the samples have then not been added and must be passed to `count`.
  mutating func take(greatest bits: UInt32) -> Bool {
    guard bits <= Magnitude.one else { return false }
    peak = max(peak, Float(bitPattern: bits))
    return true
  }

  /// The slow path for blocks with samples that are invalid or beyond full scale.
  private mutating func countExceptional(
    _ source: UnsafePointer<Float>, _ count: Int, _ repaired: UnsafeMutablePointer<Float>
  ) -> Bool {
    var invalid: Int64 = 0
    for i in 0..<count {
      let bits = source[i].bitPattern & Magnitude.mask
      let isValid = bits < Magnitude.infinity
      repaired[i] = isValid ? source[i] : 0
      if isValid { peak = max(peak, Float(bitPattern: bits)) } else { invalid += 1 }
      if isValid && bits > Magnitude.one { clippedSampleCount += 1 }
    }
    invalidSampleCount += invalid
    return invalid == 0
  }
}
