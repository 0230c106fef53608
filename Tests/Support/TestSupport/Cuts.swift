extension SeededGenerator {
  /// Random cycle lengths, together at least `length`: small, large, powers of two and odd ones mixed.
  package mutating func cycles(of length: Int, longest: Int = 8_192) -> [Int] {
    var lengths: [Int] = []
    var sum = 0
    while sum < length {
      let limit = pick([1, 3, 17, 64, 65, 200, 1_024, longest])
      lengths.append(Int.random(in: 1...min(limit, longest), using: &self))
      sum += lengths[lengths.count - 1]
    }
    return lengths
  }
}
