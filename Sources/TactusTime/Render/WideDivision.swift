/// Whole-number division that rounds toward minus infinity, and narrowing that saturates.
enum WideDivision {
  /// ⌊n / d⌋ for d > 0.
  @_noAllocation @_noLocks
  static func floor(_ n: Int128, _ d: Int128) -> Int128 {
    if n >= 0, n <= Int128(UInt64.max), d <= Int128(UInt64.max) {
      return Int128(UInt64(truncatingIfNeeded: n) / UInt64(truncatingIfNeeded: d))
    }
    let q = n / d
    return q * d > n ? q - 1 : q
  }

  /// The nearest 64-bit number.
  @_noAllocation @_noLocks
  static func saturate(_ n: Int128) -> Int64 {
    if n > Int128(Int64.max) { return .max }
    if n < Int128(Int64.min) { return .min }
    return Int64(truncatingIfNeeded: n)
  }
}
