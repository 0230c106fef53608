/// The controllers 0…31 of a channel, which controllers 32…63 can refine: these are their low seven bits.
///
/// Many devices use controllers 32…63 for other things. One of them is taken for low bits only once its partner has come.
/// - Thread: audio
struct ControllerPairs: BitwiseCopyable {
  /// The last high seven bits of each.
  private var high = SIMD32<UInt8>(repeating: 0)
  /// One bit for each controller whose high bits have come.
  private var moved: UInt32 = 0
  /// One bit for each controller whose high bits are followed by low bits.
  private var fine: UInt32 = 0
  /// One bit for each controller whose high bits have come and have not been followed by low bits.
  private var alone: UInt32 = 0

  /// Takes the high bits of a controller. Returns whether low bits belong to them: then 127 alone is not the highest
  /// value. A controller whose high bits come twice in a row has no low bits.
  mutating func takeHigh(of controller: Int, _ value: UInt8) -> Bool {
    let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: controller)
    high[controller] = value
    if alone & bit != 0 { fine &= ~bit }
    moved |= bit
    alone |= bit
    return fine & bit != 0
  }

  /// Takes the low bits of a controller. Returns all fourteen; nil if its high bits have never come.
  mutating func takeLow(of controller: Int, _ value: UInt8) -> Int? {
    let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: controller)
    guard moved & bit != 0 else { return nil }
    if value != 0 { fine |= bit }
    alone &= ~bit
    return Int(high[controller]) &<< 7 | Int(value)
  }
}
