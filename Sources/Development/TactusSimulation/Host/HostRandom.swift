/// The random numbers of hosts: the same numbers for the same seed (SplitMix64).
package struct HostRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed &* 0xD129_0D3B_F2D6_2C71 &+ 0x8BB8_4B93_962E_ACC9 }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns one of several elements with equal probability.
  package mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &self)] }

  /// Returns true with a probability of one in `count`.
  package mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// Returns an integer whose magnitude is distributed logarithmically.
  package mutating func length(upTo limit: Int) -> Int {
    let top = Int.random(in: 0...(Int.bitWidth - 1 - limit.leadingZeroBitCount), using: &self)
    return Int.random(in: 1...min(limit, 2 << top), using: &self)
  }
}
