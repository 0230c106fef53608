import CTactusShims

/// Elementary functions with bit-identical results on every platform.
///
/// The results of the C library's `exp2`, `sin` and similar functions differ in their last bits between systems, but
/// the results of a bounce must not differ. These functions are polynomials that use only IEEE 754 additions,
/// multiplications and divisions, without fused operations. Their error is a few units of 1e-14, far below the
/// resolution of 32-bit audio, and they never trap: arguments outside a function's domain are clamped.
/// - Thread: any
public enum ExactMath {

  /// Returns the nearest integer, halves to even; valid for arguments within ±2^51.
  /// - Thread: any
  @inlinable @_noAllocation @_noLocks
  public static func nearest(_ x: Double) -> Double { (x + 0x1.8p52) - 0x1.8p52 }

  /// Returns the greatest integer not above x, for |x| < 2^51.
  /// - Thread: any
  @inlinable @_noAllocation @_noLocks
  public static func floor(_ x: Double) -> Double {
    let n = nearest(x)
    return n > x ? n - 1 : n
  }

  /// Converts to an integer, truncating towards zero. Values outside ±2^62 are clamped and NaN becomes 0, without a
  /// trap.
  /// - Thread: any
  @inlinable @_noAllocation @_noLocks
  public static func integer(_ x: Double) -> Int64 {
    guard x > -0x1p62 else { return x == x ? -1 &<< 62 : 0 }
    guard x < 0x1p62 else { return 1 &<< 62 }
    return Int64(x)
  }

  /// Returns two to the power x: zero for x up to −1021, and at most 2^1023. The relative error is below 2e-15.
  /// - Thread: any
  @inlinable @_noAllocation @_noLocks
  public static func exp2(_ x: Double) -> Double {
    guard x > -1021 else { return 0 }
    let bounded = x < 1023 ? x : 1023
    let whole = nearest(bounded)
    let t = (bounded - whole) * 0.693147180559945309417
    // Taylor series of e^t for |t| <= ln 2 / 2; the first omitted term is below 2e-16. Terms are added in pairs for
    // instruction parallelism.
    let t2 = t * t
    let t4 = t2 * t2
    let low = (1 + t) + (0.5 + t * (1.0 / 6)) * t2
    let middle = (1.0 / 24 + t * (1.0 / 120)) + (1.0 / 720 + t * (1.0 / 5_040)) * t2
    let high = (1.0 / 40_320 + t * (1.0 / 362_880)) + (1.0 / 3_628_800 + t * (1.0 / 39_916_800)) * t2
    let p = low + (middle + (high + t4 * (1.0 / 479_001_600)) * t4) * t4
    let exponent = UInt64(bitPattern: integer(whole) &+ 1023) &<< 52
    return p * Double(bitPattern: exponent)
  }

  /// Returns two to the power x in 32-bit precision (relative error below 1e-9), in half the time of `exp2`.
  /// - Thread: any
  @inlinable @_noAllocation @_noLocks
  public static func exp2Single(_ x: Double) -> Float {
    guard x > -126 else { return 0 }
    let bounded = x < 127 ? x : 127
    let whole = nearest(bounded)
    let t = (bounded - whole) * 0.693147180559945309417
    let t2 = t * t
    let t4 = t2 * t2
    let low = (1 + t) + (0.5 + t * (1.0 / 6)) * t2
    let high = (1.0 / 24 + t * (1.0 / 120)) + (1.0 / 720 + t * (1.0 / 5_040)) * t2
    let p = low + (high + t4 * (1.0 / 40_320)) * t4
    return Float(p * Double(bitPattern: UInt64(bitPattern: Int64(whole) &+ 1023) &<< 52))
  }

  /// Returns two to the power x; fast if x is near zero, as for a factor by which a value changes per frame.
  /// - Thread: any
  @inlinable @_noAllocation @_noLocks
  public static func exp2NearZero(_ x: Double) -> Double {
    guard x > -0.02, x < 0.02 else { return exp2(x) }
    let t = x * 0.693147180559945309417
    let t2 = t * t
    return ((1 + t) + (0.5 + t * (1.0 / 6)) * t2) + ((1.0 / 24 + t * (1.0 / 120)) + t2 * (1.0 / 720)) * (t2 * t2)
  }

  /// Returns the base-2 logarithm of a positive number; −1075 for zero, negative numbers and NaN.
  /// - Thread: any
  @inlinable @_noAllocation @_noLocks
  public static func log2(_ x: Double) -> Double {
    guard x > 0 else { return -1075 }
    var bits = x.bitPattern
    var shift = 0.0
    if bits < 0x0010_0000_0000_0000 {  // subnormal
      bits = (x * 0x1p54).bitPattern
      shift = -54
    }
    var exponent = Int64(bits &>> 52) &- 1023
    var mantissa = Double(bitPattern: bits & 0x000F_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
    if mantissa > 1.41421356237309504880 {
      mantissa *= 0.5
      exponent &+= 1
    }
    // 2 · artanh(t) / ln 2, for |t| < 0.172. Terms are added in pairs for instruction parallelism.
    let t = (mantissa - 1) / (mantissa + 1)
    let s = t * t
    let s2 = s * s
    let s4 = s2 * s2
    let low = (1 + s * (1.0 / 3)) + (1.0 / 5 + s * (1.0 / 7)) * s2
    let middle = (1.0 / 9 + s * (1.0 / 11)) + (1.0 / 13 + s * (1.0 / 15)) * s2
    let high = (1.0 / 17 + s * (1.0 / 19)) + s2 * (1.0 / 21)
    let p = low + (middle + high * s4) * s4
    return Double(exponent) + shift + p * t * 2.88539008177792681472
  }

  /// Returns the sine of x turns (one turn is 2π). The error is below 1e-14.
  /// - Thread: any
  @inlinable @_noAllocation @_noLocks
  public static func sin2Pi(_ x: Double) -> Double {
    var turn = x - nearest(x)  // −½ … ½
    if turn > 0.25 { turn = 0.5 - turn } else if turn < -0.25 { turn = -0.5 - turn }
    let y = turn * 6.28318530717958647693
    let s = y * y
    var p = -1.0 / 121_645_100_408_832_000
    p = p * s + 1.0 / 355_687_428_096_000
    p = p * s - 1.0 / 1_307_674_368_000
    p = p * s + 1.0 / 6_227_020_800
    p = p * s - 1.0 / 39_916_800
    p = p * s + 1.0 / 362_880
    p = p * s - 1.0 / 5_040
    p = p * s + 1.0 / 120
    p = p * s - 1.0 / 6
    p = p * s + 1
    return p * y
  }

  /// Returns the cosine of x turns.
  /// - Thread: any
  @inlinable @_noAllocation @_noLocks
  public static func cos2Pi(_ x: Double) -> Double { sin2Pi(x + 0.25) }

  /// Returns the tangent of x half turns (π·x); x is clamped to 0…0.499. It prewarps a normalized frequency for the
  /// bilinear transform.
  /// - Thread: any
  @inlinable @_noAllocation @_noLocks
  public static func tanPi(_ x: Double) -> Double {
    let bounded = x > 0 ? (x < 0.499 ? x : 0.499) : 0
    return sin2Pi(bounded * 0.5) / cos2Pi(bounded * 0.5)
  }

  /// Returns the square root of x, or 0 if x is negative; IEEE 754 defines its bits exactly.
  /// - Thread: any
  @inlinable @_noAllocation @_noLocks
  public static func squareRoot(_ x: Double) -> Double { ctactus_sqrt(x > 0 ? x : 0) }

  /// Returns the gain of a level in decibels, 10^(dB/20).
  /// - Thread: any
  @inlinable @_noAllocation @_noLocks
  public static func gain(decibels: Double) -> Double { exp2(decibels * 0.166096404744368117393) }

  /// Returns the gain of an attenuation in centibels, 10^(−cB/200).
  /// - Thread: any
  @inlinable @_noAllocation @_noLocks
  public static func gain(attenuationCentibels: Double) -> Double {
    exp2(attenuationCentibels * -0.0166096404744368117393)
  }

  /// Returns the frequency ratio of an interval in cents, 2^(c/1200).
  /// - Thread: any
  @inlinable @_noAllocation @_noLocks
  public static func ratio(cents: Double) -> Double { exp2(cents * (1.0 / 1200)) }
}
