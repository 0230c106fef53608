/// A time as an exact fraction of seconds.
///
/// - Thread: any
public struct ExactSeconds: Sendable {
  /// The fraction's numerator, which may be negative. The fraction is not necessarily in lowest terms.
  public let numerator: Int128
  /// The fraction's denominator, positive.
  public let denominator: Int128

  /// Creates numerator / denominator seconds; a denominator below 1 is taken as 1.
  public init(numerator: Int128, denominator: Int128) {
    self.numerator = numerator
    self.denominator = max(1, denominator)
  }

  /// Creates a time from a number of seconds, rounded to nanoseconds and clamped to ±9 · 10⁹ seconds (285 years); NaN is
  /// taken as 0.
  public init(_ seconds: Double) {
    let nanoseconds = seconds == seconds ? min(max(-9e9, seconds), 9e9) * 1e9 : 0
    self.init(numerator: Int128(Int64(nanoseconds.rounded())), denominator: 1_000_000_000)
  }

  /// The time as a double, accurate to 2 units in the last place.
  public var approximate: Double { Double(numerator) / Double(denominator) }

  /// The same fraction in lowest terms.
  public var reduced: ExactSeconds {
    let common = numerator.magnitude.greatestCommonDivisor(with: denominator.magnitude)
    let divisor = Int128(clamping: max(1, common))
    return ExactSeconds(numerator: numerator / divisor, denominator: denominator / divisor)
  }

  /// Returns decimal text with `digits` (0…9) decimal places, exactly rounded; halves are rounded up (towards +∞).
  ///
  /// The text is exact if |numerator| < 2⁹⁶ and the denominator < 2⁹⁶, which every ``TempoMap`` guarantees. Beyond
  /// these limits, it may be truncated to whole seconds.
  public func text(digits: Int = 9) -> String {
    let digits = min(max(0, digits), 9)
    let scale = (0..<digits).reduce(Int128(1)) { value, _ in value * 10 }
    let (scaled, overflow) = numerator.multipliedReportingOverflow(by: 2 * scale)
    let (sum, again) = scaled.addingReportingOverflow(denominator)
    if overflow || again || denominator > Int128.max / 2 { return "\(numerator / denominator)" }
    let rounded = WideDivision.floor(sum, 2 * denominator)
    let (whole, part) = rounded.magnitude.quotientAndRemainder(dividingBy: UInt128(scale))
    let fraction = String(part)
    let sign = rounded < 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  /// Returns the frame of this time at a sample rate, rounded half up like all frames; the result saturates.
  public func frame(sampleRate: SampleRate) -> Int64 {
    let (product, overflow) = numerator.multipliedReportingOverflow(by: 2 * Int128(sampleRate.numerator))
    let (divisor, tooWide) = denominator.multipliedReportingOverflow(by: 2 * Int128(sampleRate.denominator))
    let (sum, again) = product.addingReportingOverflow(divisor / 2)
    guard !overflow, !again, !tooWide else { return numerator < 0 ? .min : .max }
    return WideDivision.saturate(WideDivision.floor(sum, divisor))
  }

  /// Returns the frame of this time at a sample rate in frames per second (clamped to 1…2²⁰).
  public func frame(sampleRate: Int) -> Int64 { frame(sampleRate: SampleRate(sampleRate)) }
}

extension ExactSeconds: Hashable, Comparable {
  /// Whether both fractions are the same time: 1/2 equals 2/4.
  public static func == (a: ExactSeconds, b: ExactSeconds) -> Bool {
    let (a, b) = (a.reduced, b.reduced)
    return a.numerator == b.numerator && a.denominator == b.denominator
  }

  /// Hashes the time that ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    let reduced = reduced
    hasher.combine(reduced.numerator)
    hasher.combine(reduced.denominator)
  }

  /// Whether a time is before another; exact for all fractions.
  public static func < (a: ExactSeconds, b: ExactSeconds) -> Bool {
    // The whole numbers of the continued fractions are compared: products of the parts may need more than 128 bits.
    var (a, b) = (a, b)
    while true {
      let (first, second) = (a.division, b.division)
      if first.whole != second.whole { return first.whole < second.whole }
      guard first.rest > 0, second.rest > 0 else { return first.rest == 0 && second.rest > 0 }
      // r/n < s/m means m/s < n/r
      (a, b) = (
        ExactSeconds(numerator: b.denominator, denominator: second.rest),
        ExactSeconds(numerator: a.denominator, denominator: first.rest)
      )
    }
  }

  /// The whole seconds, rounded down, and what is left: 0 ..< ``denominator``.
  var division: (whole: Int128, rest: Int128) {
    let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    return rest < 0 ? (whole - 1, rest + denominator) : (whole, rest)
  }
}

extension ExactSeconds: CustomStringConvertible {
  /// The time in seconds with nine decimals, exactly rounded.
  public var description: String { text() }
}
