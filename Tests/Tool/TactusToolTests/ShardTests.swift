import TactusTool
import TestSupport
import Testing

/// Lists divided among machines, and the progress bar of a batch.
@Suite struct ShardTests {
  /// Together the shards contain all songs, each song once, and their sizes differ by at most one.
  @Test func shardsAreAPartition() throws {
    var random = SeededGenerator(seed: 71)
    for _ in 0..<200 {
      let (total, count) = (Int.random(in: 0...60, using: &random), Int.random(in: 1...20, using: &random))
      let shards = try (1...count).map { try #require(Shard(argument: "\($0)/\(count)")) }
      let parts = shards.map { shard in (0..<total).filter(shard.contains) }
      #expect(parts.flatMap { $0 }.sorted() == Array(0..<total), "\(total) songs, \(count) shards")
      let sizes = parts.map(\.count)
      #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
    }
  }

  @Test func theFirstShardHasTheFirstSong() throws {
    let shard = try #require(Shard(argument: "2/8"))
    #expect((0..<20).filter(shard.contains) == [1, 9, 17])
    #expect((0..<3).allSatisfy(Shard.whole.contains))
  }

  @Test(arguments: ["0/2", "3/2", "1", "1/0", "/", "1/2/3", "-1/2", "a/2", "", "1/ 2"])
  func whatIsNone(text: String) { #expect(Shard(argument: text) == nil) }

  @Test func theBar() {
    let line = BatchBar.line("list.jsonl", done: 450, of: 1_000, seconds: 900, elapsed: 3, width: 79)
    #expect(line.hasPrefix("list.jsonl ███") && line.contains("45%"))
    #expect(line.hasSuffix("  450 of 1,000 songs   300 × real time"))
    for width in 20...120 {
      for total in [0, 1, 1_000_000] {
        let line = BatchBar.line("list\u{1B}", done: total, of: total, seconds: 1, elapsed: 0, width: width)
        #expect(line.count <= width && !line.contains("\u{1B}"))
      }
    }
  }
}
