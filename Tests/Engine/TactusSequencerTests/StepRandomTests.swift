import TactusMIDI
import TactusSequencer
import TestSupport
import Testing

/// Random numbers that are functions of (seed, track, pass, step, draw).
@Suite struct StepRandomTests {
  private static func bits(_ position: [UInt64]) -> UInt64 {
    StepRandom.bits(
      seed: position[0], track: UInt32(truncatingIfNeeded: position[1]), pass: Int64(bitPattern: position[2]),
      step: UInt32(truncatingIfNeeded: position[3]), draw: UInt32(truncatingIfNeeded: position[4]))
  }

  /// These numbers are part of every song: if they change, songs sound different.
  @Test func numbersStay() {
    #expect(Self.bits([1, 2, 3, 4, 5]) == 1_673_951_520_162_677_481)
    #expect(Self.bits([.max, 0xFFFF_FFFF, .max, 0xFFFF_FFFF, 1]) == 14_799_538_931_163_966_898)
  }

  @Test(arguments: 0..<5) func everyBitTurnsEveryBitHalfTheTime(part: Int) {
    let count = 1 << 11
    let width = [64, 32, 64, 32, 32][part]
    for bit in [0, 1, 2, 3, 5, 8, 13, 21, 31, width - 1] {
      var turned = [Int](repeating: 0, count: 64)
      for number in 0..<UInt64(count) {
        var position: [UInt64] = [number & 3, number >> 2 & 3, number >> 4 & 15, number >> 8, 0]  // such as songs have
        let before = Self.bits(position)
        position[part] ^= 1 << UInt64(bit)
        let change = before ^ Self.bits(position)
        for index in 0..<64 { turned[index] += Int(change >> UInt64(index) & 1) }
      }
      // 5.5 standard deviations of a fair coin: once in 10⁷
      let limit = 5.5 * Double(count).squareRoot() / 2
      #expect(turned.allSatisfy { abs(Double($0) - Double(count) / 2) < limit }, "bit \(bit)")
    }
  }

  /// Along each of the five numbers, the values are spread evenly: χ² over 64 cells of the high bits, which decide.
  @Test(arguments: 0..<5) func evenAlongEachNumber(part: Int) {
    for start: UInt64 in [0, 1, 1000] {
      var cells = [Int](repeating: 0, count: 64)
      let count = 1 << 14
      for number in 0..<UInt64(count) {
        var position: [UInt64] = [start, 1, 0, 0, 0]
        position[part] = number
        cells[Int(Self.bits(position) >> 58)] += 1
      }
      let expected = Double(count) / 64
      let chiSquare = cells.reduce(0.0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
      #expect((20.0..<130.0).contains(chiSquare), "χ² of 63 degrees of freedom: 63 ± 11, it is \(chiSquare)")
    }
  }

  /// Neighboring values along each number are independent: the cases that both, one or none of them are below a quarter
  /// have the expected frequencies.
  @Test(arguments: 0..<5) func neighboursAreIndependent(part: Int) {
    let (count, limit) = (1 << 14, UInt64(1) << 62)
    var both = 0
    for number in 0..<UInt64(count) {
      var position: [UInt64] = [number % 7, number % 3, number, number % 16, number % 2]
      let first = Self.bits(position) < limit
      position[part] += 1
      if first, Self.bits(position) < limit { both += 1 }
    }
    #expect(abs(Double(both) - Double(count) / 16) < 5.5 * (Double(count) / 16).squareRoot())
  }

  @Test func noTwoStepsOfAPassShareANumber() {
    var seen = Set<UInt64>()
    for step: UInt64 in 0..<20_000 { seen.insert(Self.bits([7, 1, 5, step, 0])) }
    #expect(seen.count == 20_000)
  }
}
