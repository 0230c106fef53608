import ArgumentParser

/// The part of a list for one of several machines: `2/8`.
///
/// Song *k* of the list, counted from 0, belongs to shard *k* mod *count* + 1. This interleaving spreads long and short
/// songs evenly even if the list groups them.
///
/// Laws: each song belongs to exactly one of the `count` shards; the sizes of the shards differ by at most one.
package struct Shard: Equatable, Sendable, ExpressibleByArgument {
  /// The number of the shard, from 1.
  package let number: Int
  /// The number of shards.
  package let count: Int

  /// The whole list.
  package static let whole = Shard(number: 1, count: 1)

  private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

  /// Creates a shard from "i/n", 1 ≤ i ≤ n.
  package init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), (1...1_000_000).contains(count),
      (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  /// Whether the song with this number, from 0, belongs to the shard.
  package func contains(_ index: Int) -> Bool { index % count == number - 1 }

  package var words: String { "\(number)/\(count)" }
}
