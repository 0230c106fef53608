/// Integer division that rounds down or to the nearest integer, and conversions from 128 bits that saturate or round.
enum WideDivision {
  /// Returns ⌊n / d⌋ for d > 0.
  @_noAllocation @_noLocks
  static func floor(_ n: Int128, _ d: Int128) -> Int128 {
    if n >= 0, n <= Int128(UInt64.max), d <= Int128(UInt64.max) {
      return Int128(UInt64(truncatingIfNeeded: n) / UInt64(truncatingIfNeeded: d))
    }
    let q = n / d
    return q * d > n ? q - 1 : q
  }

  /// Returns the nearest 64-bit integer.
  @_noAllocation @_noLocks
  static func saturate(_ n: Int128) -> Int64 {
    if n > Int128(Int64.max) { return .max }
    if n < Int128(Int64.min) { return .min }
    return Int64(truncatingIfNeeded: n)
  }

  /// Returns ⌊n·p / q + ½⌋ for p, q > 0; 2·n·p + q must fit in 128 bits.
  @_noAllocation @_noLocks
  static func rounded(_ n: Int128, times p: Int128, over q: Int128) -> Int128 { floor(2 * n * p + q, 2 * q) }

  /// Converts to a double, within one unit in the last place.
  @_noAllocation @_noLocks
  static func double(_ n: Int128) -> Double {
    let size = n < 0 ? 0 - n : n
    let high = Double(UInt64(truncatingIfNeeded: size &>> 64))
    let low = Double(UInt64(truncatingIfNeeded: size))
    let value = high * 0x1p64 + low
    return n < 0 ? -value : value
  }
}
