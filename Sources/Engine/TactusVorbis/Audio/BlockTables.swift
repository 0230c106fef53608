import TactusDSP

/// The tables that blocks of one length need, computed when such a block is first decoded.
///
/// - Thread: any
final class BlockTables: @unchecked Sendable {  // nothing changes after the initializer
  /// The base-2 logarithm of the block's length.
  let bits: Int
  /// The rising half of the window.
  let window: UnsafePointer<Float>
  /// The cosines and sines of the angles by which the points are rotated before and after the Fourier transform; those
  /// for the rotation afterwards are in the order in which the transform leaves its results.
  let beforeCosines, beforeSines, afterCosines, afterSines: UnsafePointer<Float>
  /// The twiddle factors of each pass of the transform, pass after pass; see ``twiddles(_:)``.
  let twiddles: UnsafePointer<Float>
  /// For each result, in the order in which the transform leaves them, twice its index in natural order.
  let order: UnsafePointer<Int32>
  private let memory = SetupMemory()

  private init(bits: Int) {
    self.bits = bits
    let half = 1 << (bits - 1)
    let points = half / 2
    window = memory.copy((0..<half).map { Self.window($0, half) })
    let order = (0..<points).map { Self.number(ofResult: $0, points) }
    let before = (0..<points).map { Double(4 * $0 + 1) / Double(8 * half) }
    let after = order.map { Double($0) / Double(2 * half) }
    beforeCosines = memory.copy(before.map { Float(ExactMath.cos2Pi($0)) })
    beforeSines = memory.copy(before.map { Float(ExactMath.sin2Pi($0)) })
    afterCosines = memory.copy(after.map { Float(ExactMath.cos2Pi($0)) })
    afterSines = memory.copy(after.map { Float(ExactMath.sin2Pi($0)) })
    twiddles = memory.copy(Self.twiddles(points))
    self.order = memory.copy(order.map { Int32(2 * $0) })
  }

  /// Returns the window's value (section 1.3.2 of the specification).
  private static func window(_ index: Int, _ half: Int) -> Float {
    let sine = ExactMath.sin2Pi((Double(index) + 0.5) / Double(4 * half))
    return Float(ExactMath.sin2Pi(sine * sine / 4))
  }

  /// Returns the natural-order index of the result that the transform leaves at `index`; see `BlockTransform`.
  private static func number(ofResult index: Int, _ points: Int) -> Int {
    // the last pass leaves the results of four groups of four side by side
    let index = index & ~15 | (index & 3) << 2 | (index >> 2) & 3
    return reordered(index, points)
  }

  private static func reordered(_ index: Int, _ points: Int) -> Int {
    guard points > 1 else { return 0 }
    let parts = points.trailingZeroBitCount & 1 == 1 ? 2 : 4
    let size = points / parts
    return parts * reordered(index % size, size) + index / size
  }

  /// Returns the twiddle factors of the passes: for a radix-2 pass, the cosines and sines of the angles; for a radix-4
  /// pass, those of the angles, of twice the angles and of three times the angles. The last pass needs none.
  private static func twiddles(_ points: Int) -> [Float] {
    var values: [Float] = []
    func append(_ count: Int, _ angle: Double) {
      for index in 0..<count { values.append(Float(ExactMath.cos2Pi(angle * Double(index)))) }
      for index in 0..<count { values.append(Float(ExactMath.sin2Pi(angle * Double(index)))) }
    }
    var size = points
    if points.trailingZeroBitCount & 1 == 1 {
      append(size / 2, 1 / Double(size))
      size /= 2
    }
    while size > 4 {
      for multiple in 1...3 { append(size / 4, Double(multiple) / Double(size)) }
      size /= 4
    }
    return values
  }

  /// Returns the tables of blocks of 2^bits values; `bits` is 6 to 13.
  static func tables(bits: Int) -> BlockTables {
    switch bits {
    case 6: of64
    case 7: of128
    case 8: of256
    case 9: of512
    case 10: of1024
    case 11: of2048
    case 12: of4096
    default: of8192
    }
  }

  private static let of64 = BlockTables(bits: 6)
  private static let of128 = BlockTables(bits: 7)
  private static let of256 = BlockTables(bits: 8)
  private static let of512 = BlockTables(bits: 9)
  private static let of1024 = BlockTables(bits: 10)
  private static let of2048 = BlockTables(bits: 11)
  private static let of4096 = BlockTables(bits: 12)
  private static let of8192 = BlockTables(bits: 13)
}
