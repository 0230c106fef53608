import ArgumentParser

/// One of several machines' part of a list: `2/8`. Song *k* of the list, counted from 0, belongs to shard
/// *k* mod *count* + 1, so that long and short songs, which often stand together, are dealt out evenly.
///
/// Laws: each number belongs to exactly one of `count` shards; their sizes differ by one at most.
package struct Shard: Equatable, Sendable, ExpressibleByArgument {
  /// Which one, from 1.
  package let number: Int
  /// How many there are.
  package let count: Int

  /// All of the list.
  package static let whole = Shard(number: 1, count: 1)

  private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

  /// From "i/n", 1 ≤ i ≤ n.
  package init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), (1...1_000_000).contains(count),
      (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  /// Whether the song of this number, from 0, is in it.
  package func contains(_ index: Int) -> Bool { index % count == number - 1 }

  package var words: String { "\(number)/\(count)" }
}
