/// The three functions that tempo ramps need. They use only addition, subtraction, multiplication and division, whose
/// results IEEE 754 defines to the bit, so every platform computes the same positions. (`log1p` differs between C
/// libraries.)
package enum RampFunctions {
  /// Returns ln(n / d), for 0 < n, d < 2⁶³. The relative error is below 5 · 2⁻⁵³, even for n ≈ d, where the result is
  /// close to 0.
  ///
  /// n / d = 2ᵏ · p / q with p / q in 0.7…1.42, and ln(p / q) = 2 artanh z = 2 (z + z³/3 + z⁵/5 + …) with z = (p − q) /
  /// (p + q), |z| < 0.172. For k = 0, the difference is computed with integers, so there is no cancellation.
  @_noAllocation @_noLocks
  package static func lnOfRatio(_ n: UInt64, _ d: UInt64) -> Double {
    let p = Double(n)
    var q = Double(d)
    var k = Int64(p.bitPattern &>> 52) &- Int64(q.bitPattern &>> 52)
    q *= powerOfTwo(k)
    if p > 1.415 * q {
      q *= 2
      k &+= 1
    } else if p < 0.707 * q {
      q *= 0.5
      k &-= 1
    }
    let difference = k == 0 ? Double(Int64(bitPattern: n &- d)) : p - q
    let z = difference / (p + q)
    let w = z * z
    var sum = 1.0 / 21
    sum = sum * w + 1.0 / 19
    sum = sum * w + 1.0 / 17
    sum = sum * w + 1.0 / 15
    sum = sum * w + 1.0 / 13
    sum = sum * w + 1.0 / 11
    sum = sum * w + 1.0 / 9
    sum = sum * w + 1.0 / 7
    sum = sum * w + 1.0 / 5
    sum = sum * w + 1.0 / 3
    let double = z + z
    let fraction = double + double * (w * sum)
    return k == 0 ? fraction : Double(k) * ln2High + (Double(k) * ln2Low + fraction)
  }

  /// Returns eˣ − 1 for |x| ≤ 40 (clamped). The relative error is below 8 · 2⁻⁵³.
  @_noAllocation @_noLocks
  package static func expm1(_ x: Double) -> Double {
    let x = x > 40 ? 40 : x >= -40 ? x : -40
    let k = Int64(x * 0x1.71547652b82fep+0 + (x < 0 ? -0.5 : 0.5))
    let r = (x - Double(k) * ln2High) - Double(k) * ln2Low
    var sum = 1.0 / 14
    sum = 1 + r * sum
    sum = 1 + r * sum * (1.0 / 13)
    sum = 1 + r * sum * (1.0 / 12)
    sum = 1 + r * sum * (1.0 / 11)
    sum = 1 + r * sum * (1.0 / 10)
    sum = 1 + r * sum * (1.0 / 9)
    sum = 1 + r * sum * (1.0 / 8)
    sum = 1 + r * sum * (1.0 / 7)
    sum = 1 + r * sum * (1.0 / 6)
    sum = 1 + r * sum * (1.0 / 5)
    sum = 1 + r * sum * (1.0 / 4)
    sum = 1 + r * sum * (1.0 / 3)
    let fraction = r + r * r * 0.5 * sum
    let scale = powerOfTwo(k)
    return k == 0 ? fraction : scale * fraction + (scale - 1)
  }

  /// Returns √s for 2⁻¹⁰⁰ ≤ s ≤ 2¹⁰⁰. The relative error is at most 2⁻⁵².
  ///
  /// Newton's iteration x ← (x + s/x) / 2 starts at a value with half the exponent. The relative error of this value,
  /// 0.04, becomes 8e-4, 3e-7, 5e-14 and 1e-27.
  @_noAllocation @_noLocks
  package static func squareRoot(_ s: Double) -> Double {
    var x = Double(bitPattern: (s.bitPattern &>> 1) &+ 0x1FF7_8000_0000_0000)
    x = 0.5 * (x + s / x)
    x = 0.5 * (x + s / x)
    x = 0.5 * (x + s / x)
    return 0.5 * (x + s / x)
  }

  /// Returns 2ᵏ for −1022 ≤ k ≤ 1023.
  @_noAllocation @_noLocks
  private static func powerOfTwo(_ k: Int64) -> Double { Double(bitPattern: UInt64(bitPattern: k &+ 1023) &<< 52) }

  /// The high part of ln 2, with 32 bits, so that its multiples by small integers are exact.
  private static var ln2High: Double { 0x1.62e42fee00000p-1 }
  /// The low part of ln 2: the difference between ln 2 and the high part.
  private static var ln2Low: Double { 0x1.a39ef35793c76p-33 }
}
