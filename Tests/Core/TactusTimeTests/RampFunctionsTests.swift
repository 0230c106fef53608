import TactusTime
import TestSupport
import Testing

/// The functions compared with fixed-point arithmetic of 120 binary places; and their exact bits, which must never
/// change.
@Suite struct RampFunctionsTests {
  private static let one = Int128(1) << 120

  /// a · b in fixed point, for |a|, |b| ≤ 1.
  private static func product(_ a: Int128, _ b: Int128) -> Int128 {
    let wide = a.multipliedFullWidth(by: b)
    return wide.high << 8 | Int128(truncatingIfNeeded: wide.low >> 120)
  }

  /// n / d in fixed point, bit by bit, for n ≤ d.
  private static func quotient(_ n: Int128, _ d: Int128) -> Int128 {
    var (rest, result) = (n, Int128(0))
    for _ in 0...120 {
      result <<= 1
      if rest >= d { (rest, result) = (rest - d, result + 1) }
      rest <<= 1
    }
    return result
  }

  /// 2 artanh((n − d) / (n + d)), for n ≥ d.
  private static func ln(_ n: Int128, _ d: Int128) -> Int128 {
    let z = quotient(n - d, n + d)
    let square = product(z, z)
    var (sum, power, odd) = (Int128(0), z, Int128(1))
    while power != 0 {
      sum += power / odd
      (power, odd) = (product(power, square), odd + 2)
    }
    return 2 * sum
  }

  @Test func logarithmIsAccurate() {
    let seed: UInt64 = 31
    var random = SeededGenerator(seed: seed)
    let ln2 = Self.ln(2, 1)
    var worst = 0.0
    for round in 0..<rounds(200) {
      let d = 1 + random.magnitude(bits: 58)
      let bits = round % 2 == 0 ? 62 : Int64(64 - d.leadingZeroBitCount) - 1
      let n = d + random.magnitude(bits: bits)
      guard n > d, Double(n) / Double(d) < 65_536 else { continue }
      var (k, scaled) = (0, Int128(d))
      while scaled * 2 <= Int128(n) { (k, scaled) = (k + 1, scaled * 2) }
      let exact = Double(Self.ln(Int128(n), scaled) + Int128(k) * ln2) / Double(Self.one)
      guard exact > 1e-15 else { continue }
      for value in [RampFunctions.lnOfRatio(UInt64(n), UInt64(d)), -RampFunctions.lnOfRatio(UInt64(d), UInt64(n))] {
        worst = max(worst, abs(value - exact) / exact * 0x1p53)
        #expect(abs(value - exact) <= exact * 0x5p-53, "ln(\(n)/\(d)), round \(round), seed \(seed)")
      }
    }
    #expect(RampFunctions.lnOfRatio(5, 5) == 0)
    print("lnOfRatio: worst relative error \(worst) · 2⁻⁵³")
  }

  @Test func expm1InvertsTheLogarithm() {
    var random = SeededGenerator(seed: 32)
    for _ in 0..<rounds(500) {
      let (n, d) = (1 + random.magnitude(bits: 40), 1 + random.magnitude(bits: 40))
      guard max(n, d) / min(n, d) < 65_536 else { continue }
      let exact = Double(n - d) / Double(d)
      let value = RampFunctions.expm1(RampFunctions.lnOfRatio(UInt64(n), UInt64(d)))
      #expect(abs(value - exact) <= max(abs(exact), Double(n) / Double(d)) * 0x60p-53, "\(n)/\(d)")
    }
    #expect(RampFunctions.expm1(0) == 0 && RampFunctions.expm1(1e300) > 1e17 && RampFunctions.expm1(-1e300) == -1)
    #expect(RampFunctions.expm1(.nan) == -1)
  }

  @Test func squareRootIsWithinALastPlace() {
    var random = SeededGenerator(seed: 33)
    for _ in 0..<rounds(1000) {
      let s = Double(1 + random.magnitude(bits: 62)) / Double(1 + random.magnitude(bits: 62))
      let (value, exact) = (RampFunctions.squareRoot(s), s.squareRoot())
      #expect(abs(value - exact) <= exact.ulp, "\(s)")
    }
    #expect(RampFunctions.squareRoot(4) == 2 && RampFunctions.squareRoot(1) == 1)
  }

  /// The same bits on every platform: sums of many results, stored here.
  @Test func bitsAreFixed() {
    var random = SeededGenerator(seed: 34)
    var bits: UInt64 = 0
    for _ in 0..<2000 {
      let (n, d) = (UInt64(1 + random.magnitude(bits: 62)), UInt64(1 + random.magnitude(bits: 62)))
      bits = bits &* 31 &+ RampFunctions.lnOfRatio(n, d).bitPattern
      bits = bits &* 31 &+ RampFunctions.squareRoot(Double(n)).bitPattern
      bits = bits &* 31 &+ RampFunctions.expm1(Double(n % 1000) / 100 - 5).bitPattern
    }
    #expect(bits == 0x5B85_4895_693D_DFD4)
  }
}
