/// A sample rate as a fraction, so that pull-down rates such as 44,100/1.001 are exact.
///
/// Whole rates can be written as integer literals; ``init(_:)-(Double)`` converts a host's rate.
///
///     let rate: SampleRate = 48_000
///     let pulled = SampleRate(48_000_000, over: 1_001)   // 48,000/1.001
///
/// - Thread: any
public struct SampleRate: Hashable, Sendable, BitwiseCopyable {
  /// The fraction's numerator in lowest terms.
  public let numerator: Int
  /// The fraction's denominator in lowest terms, 1…1,024.
  public let denominator: Int

  /// The largest denominator, 1,024; pull-down rates need 1,001.
  public static var denominatorLimit: Int { 1 << 10 }

  /// Creates a rate of numerator / denominator frames per second.
  ///
  /// - Parameters:
  ///   - numerator: clamped so that the rate is 1…2²⁰ frames per second.
  ///   - denominator: 1…1,024 (clamped).
  public init(_ numerator: Int, over denominator: Int = 1) {
    let denominator = min(max(1, denominator), Self.denominatorLimit)
    let numerator = min(max(denominator, numerator), TimeSettings.sampleRateLimit * denominator)
    let divisor = numerator.greatestCommonDivisor(with: denominator)
    (self.numerator, self.denominator) = (numerator / divisor, denominator / divisor)
  }

  /// Creates the rate that a host's number represents: the fraction with the smallest denominator whose relative
  /// difference from the number is at most 2⁻⁴⁰, or else the nearest fraction. For example, 44,055.944055944054 becomes
  /// 44,100/1.001.
  ///
  /// - Parameter hertz: 1…2²⁰ (clamped); NaN is taken as 1.
  public init(_ hertz: Double) {
    let hertz = hertz >= 1 ? min(hertz, Double(TimeSettings.sampleRateLimit)) : 1
    var best = (numerator: 1, denominator: 1, error: Double.infinity)
    for denominator in 1...Self.denominatorLimit {
      let numerator = (hertz * Double(denominator)).rounded()
      let error = abs(numerator / Double(denominator) - hertz)
      if error < best.error { best = (Int(numerator), denominator, error) }
      if error <= hertz * 0x1p-40 { break }
    }
    self.init(best.numerator, over: best.denominator)
  }

  /// Returns this rate, or the nearest whole rate within limits.
  ///
  /// - Parameter limits: in frames per second; limits beyond 1…2²⁰, the range of all rates, are taken as 1 and 2²⁰.
  public func clamped(to limits: ClosedRange<Int>) -> SampleRate {
    let (low, high) = (SampleRate(limits.lowerBound), SampleRate(limits.upperBound))
    if numerator < low.numerator * denominator { return low }
    return numerator > high.numerator * denominator ? high : self
  }

  /// The rate in frames per second, as the nearest double.
  public var hertz: Double { Double(numerator) / Double(denominator) }

  /// The nearest whole rate, rounded half up.
  public var rounded: Int { Int((2 * Int64(numerator) + Int64(denominator)) / (2 * Int64(denominator))) }
}

extension SampleRate: ExpressibleByIntegerLiteral {
  /// Creates a whole rate, clamped to 1…2²⁰.
  public init(integerLiteral value: Int) { self.init(value) }
}

extension SampleRate: CustomStringConvertible {
  /// A whole number, or a fraction such as "44100000/1001".
  public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
