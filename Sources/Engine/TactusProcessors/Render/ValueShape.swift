import TactusMIDI

/// A ``ValueCurve`` at work on values of 32 bits.
struct ValueShape: BitwiseCopyable {
  /// Whether every value stays what it is.
  let isPlain: Bool
  /// 1025 values.
  let table: UnsafePointer<UInt32>

  /// What a value becomes; between two entries of the table on a straight line.
  func value(_ value: UInt32) -> UInt32 {
    if isPlain { return value }
    let index = Int(value &>> 22)
    let rest = Int64(value & (1 &<< 22 &- 1))
    let (left, right) = (Int64(table[index]), Int64(table[index &+ 1]))
    // the last entry stands for the highest value, one less than the next step would be
    let step: Int64 = index == 1023 ? 1 &<< 22 &- 1 : 1 &<< 22
    return UInt32(truncatingIfNeeded: left &+ ((right &- left) &* rest &+ step / 2) / step)
  }
}
