/// Whole numbers ≥ 0 of any size, with only the operations that the laws need: sum, product, order. Shares nothing with
/// the library.
struct BigNumber: Comparable {
  private var digits: [UInt32] = []  // least first, no leading zero

  init(_ value: some BinaryInteger) {
    precondition(value >= 0)
    var rest = UInt64(value)
    while rest > 0 {
      digits.append(UInt32(truncatingIfNeeded: rest))
      rest >>= 32
    }
  }

  private init(digits: [UInt32]) {
    self.digits = digits
    while self.digits.last == 0 { self.digits.removeLast() }
  }

  static func + (a: BigNumber, b: BigNumber) -> BigNumber {
    var sum: [UInt32] = []
    var carry: UInt64 = 0
    for index in 0...max(a.digits.count, b.digits.count) {
      carry += a.digit(index) + b.digit(index)
      sum.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    return BigNumber(digits: sum)
  }

  static func * (a: BigNumber, b: BigNumber) -> BigNumber {
    var product = [UInt32](repeating: 0, count: a.digits.count + b.digits.count + 1)
    for i in a.digits.indices {
      var carry: UInt64 = 0
      for j in 0...b.digits.count {
        carry += UInt64(product[i + j]) + a.digit(i) * b.digit(j)
        product[i + j] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
    }
    return BigNumber(digits: product)
  }

  static func < (a: BigNumber, b: BigNumber) -> Bool {
    if a.digits.count != b.digits.count { return a.digits.count < b.digits.count }
    for index in a.digits.indices.reversed() where a.digits[index] != b.digits[index] {
      return a.digits[index] < b.digits[index]
    }
    return false
  }

  private func digit(_ index: Int) -> UInt64 { index < digits.count ? UInt64(digits[index]) : 0 }
}
