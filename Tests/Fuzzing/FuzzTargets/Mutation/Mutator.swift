/// Changes inputs according to the structure of their format, so that a change passes the checks of sizes and counts
/// and reaches the code behind them. The same seed makes the same change.
package struct Mutator {
  var random: MutationRandom

  /// A mutator whose choices follow from a seed.
  package init(seed: UInt64) { random = MutationRandom(state: seed) }

  /// An input of a target with one change, at most `limit` bytes long; nil if the structure of the target's format is
  /// not known here, or the input does not have it.
  package mutating func mutate(_ bytes: [UInt8], of target: FuzzTarget, limit: Int) -> [UInt8]? {
    let changed: [UInt8]? =
      switch target {
      case .song: song(bytes)
      case .command: song(Array(bytes.dropFirst())).map { [bytes.first ?? 0] + $0 }
      case .bank: bank(bytes)
      case .sound: sound(bytes)
      default: nil
      }
    return changed.flatMap { $0.count <= limit ? $0 : nil }
  }

  private mutating func sound(_ bytes: [UInt8]) -> [UInt8]? {
    let events = 1 + 4 * Int((bytes.first ?? 0) & 63)
    guard bytes.count > events else { return nil }
    return bank(Array(bytes[events...])).map { Array(bytes[..<events]) + $0 }
  }

  /// A value at which code often fails.
  mutating func oddValue(width: Int) -> UInt32 {
    let most: UInt32 = width >= 4 ? .max : 1 << (8 * UInt32(width)) - 1
    let values = [0, 1, most, most >> 1, most >> 1 &+ 1, most - 1, 127, 128, 0x2000, UInt32(random.below(70_000))]
    return values[random.below(values.count)] & most
  }
}

/// A generator of numbers for mutations: SplitMix64.
struct MutationRandom {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number below `count`, which is above 0.
  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }
}
