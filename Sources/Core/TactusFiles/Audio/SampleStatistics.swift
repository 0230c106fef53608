/// What went through an encoder: the same figures for every sample format, because they describe the input.
///
/// - Thread: any
public struct SampleStatistics: Hashable, Sendable {
  /// The largest magnitude of any sample, linear, full scale 1. Sample peak, not true peak.
  public internal(set) var peak: Float = 0
  /// How many samples lay beyond ±1. Integer formats saturate them at full scale, float keeps them.
  ///
  /// A sample of exactly +1 becomes the largest integer, one step lower, and does not count.
  public internal(set) var clippedSampleCount: Int64 = 0
  /// How many samples were not a number or infinite. They are written as zero.
  public internal(set) var invalidSampleCount: Int64 = 0

  /// Nothing yet.
  public init() {}
}

/// Magnitudes are compared as bit patterns: for IEEE floats without their sign the order is the same, infinity and
/// not-a-number come last, and the maximum of integers is found eight at a time.
enum Magnitude {
  static let mask: UInt32 = 0x7FFF_FFFF
  static let one: UInt32 = 0x3F80_0000
  static let infinity: UInt32 = 0x7F80_0000
  static let leastNormal: UInt32 = 0x0080_0000
}

extension SampleStatistics {
  /// Takes `count` samples into account. Returns false where some are invalid, and then leaves valid samples in
  /// `repaired`, which holds `count`.
  package mutating func count(_ source: UnsafePointer<Float>, _ count: Int, repaired: UnsafeMutablePointer<Float>)
    -> Bool
  {
    var largest: Int32 = 0
    for i in 0..<count { largest = max(largest, Int32(truncatingIfNeeded: source[i].bitPattern & Magnitude.mask)) }
    return take(greatest: UInt32(bitPattern: largest)) || countExceptional(source, count, repaired)
  }

  /// Takes samples into account of which only the greatest magnitude is known, as a bit pattern. Returns false where it
  /// lies beyond full scale: they are to be counted then.
  mutating func take(greatest bits: UInt32) -> Bool {
    guard bits <= Magnitude.one else { return false }
    peak = max(peak, Float(bitPattern: bits))
    return true
  }

  /// The slow way for pieces that hold something beyond full scale.
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
