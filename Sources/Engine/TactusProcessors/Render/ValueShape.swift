import TactusMIDI

/// A ``ValueCurve`` as a table for 32-bit values.
struct ValueShape: BitwiseCopyable {
  /// Whether every value stays the same.
  let isPlain: Bool
  /// The outputs for 1,025 evenly spaced inputs.
  let table: UnsafePointer<UInt32>

  /// Returns the mapped value, interpolated linearly between two entries of the table.
  func value(_ value: UInt32) -> UInt32 {
    if isPlain { return value }
    let index = Int(value &>> 22)
    let rest = Int64(value & (1 &<< 22 &- 1))
    let (left, right) = (Int64(table[index]), Int64(table[index &+ 1]))
    // the last entry is for the highest value, so the last step is shorter by 1
    let step: Int64 = index == 1023 ? 1 &<< 22 &- 1 : 1 &<< 22
    return UInt32(truncatingIfNeeded: left &+ ((right &- left) &* rest &+ step / 2) / step)
  }
}
