import TactusRender

/// The random numbers of a trial: the same for the same seed.
package struct TrialRandom: RandomNumberGenerator {
  private let seed: UInt64
  private var count: UInt64 = 0

  package init(seed: UInt64) { self.seed = seed }

  package mutating func next() -> UInt64 {
    count += 1
    return CountedRandom.bits(seed: seed, number: count)
  }
}
