extension LV2URIDs {
  /// Returns the number in an atom of any numeric type; nil for other atoms, for atoms that are too short, and for
  /// numbers that are not finite.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func number(_ body: UnsafeRawPointer, size: Int, type: UInt32) -> Double? {
    var number = Double.nan
    if type == float, size >= 4 { number = Double(body.loadUnaligned(as: Float.self)) }
    if type == double, size >= 8 { number = body.loadUnaligned(as: Double.self) }
    if type == int || type == bool, size >= 4 { number = Double(body.loadUnaligned(as: Int32.self)) }
    if type == long, size >= 8 { number = Double(body.loadUnaligned(as: Int64.self)) }
    return type != 0 && number.isFinite ? number : nil
  }

  /// Returns the integer in an atom; nil for fractions and for values beyond ±2⁶².
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func wholeNumber(_ body: UnsafeRawPointer, size: Int, type: UInt32) -> Int64? {
    if type == long, type != 0, size >= 8 {
      let number = body.loadUnaligned(as: Int64.self)
      return abs(Double(number)) <= 0x1p62 ? number : nil
    }
    guard let number = number(body, size: size, type: type), abs(number) <= 0x1p62 else { return nil }
    let whole = Int64(number)
    return Double(whole) == number ? whole : nil
  }
}
