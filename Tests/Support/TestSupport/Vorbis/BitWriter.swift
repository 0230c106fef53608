/// Writes numbers with any number of bits, least significant bit first, as in Vorbis.
package struct BitWriter {
  /// The bytes so far; the last one may be incomplete.
  package private(set) var bytes: [UInt8] = []
  private var count = 0

  package init() {}

  package mutating func put(_ value: Int, _ bits: Int) {
    for bit in 0..<bits {
      if count % 8 == 0 { bytes.append(0) }
      if value >> bit & 1 != 0 { bytes[count / 8] |= 1 << UInt8(count % 8) }
      count += 1
    }
  }

  package mutating func put(_ flag: Bool) { put(flag ? 1 : 0, 1) }

  /// A number as a mantissa of 21 bits and an exponent.
  package mutating func put(_ number: Double) {
    guard number != 0 else { return put(0, 32) }
    let exponent = Int(number.exponent) - 20
    let mantissa = Int((abs(number) * Double(sign: .plus, exponent: -exponent, significand: 1)).rounded())
    put(min(mantissa, 0x1F_FFFF), 21)
    put(exponent + 788, 10)
    put(number < 0)
  }
}
