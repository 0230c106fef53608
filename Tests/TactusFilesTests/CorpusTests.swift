import Foundation
import TestSupport
import Testing

/// Every input that fuzzing has found worth keeping, tried again: `Scripts/fuzz TARGET --keep` makes them.
@Suite struct CorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Corpus")

  @Test(arguments: FuzzTarget.allCases) func noKeptInputBreaksALaw(_ target: FuzzTarget) throws {
    let file = Self.folder.appending(path: target.rawValue + ".hex")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count > 10)
    for (number, line) in lines.dropLast().enumerated() {
      let digits = Array(line)
      let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(digits[$0...$0 + 1]), radix: 16)
      }
      try #require(bytes.count * 2 == line.count, "line \(number + 1) of \(target.rawValue).hex")
      let violation = target.violation(bytes)
      #expect(violation == nil, "line \(number + 1) of Tests/Corpus/\(target.rawValue).hex: \(violation ?? "")")
    }
  }

  @Test(arguments: FuzzTarget.allCases) func seedsAreSound(_ target: FuzzTarget) {
    #expect(!target.seeds.isEmpty)
    for (index, seed) in target.seeds.enumerated() {
      #expect(!seed.isEmpty)
      #expect(target.violation(seed) == nil, "seed \(index)")
    }
  }
}
