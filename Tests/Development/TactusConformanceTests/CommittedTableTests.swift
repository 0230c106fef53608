import Foundation
import TactusTool
import Testing

/// Documentation/Conformance.md is what the program prints.
@Suite struct CommittedTableTests {
  private static let how = "make it anew: tactus conformance --markdown > Documentation/Conformance.md"

  @Test func theCommittedTableHasTheProgramsRows() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("Documentation/Conformance.md"), encoding: .utf8)
    let committed = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let present = ConformanceTable(results: measuredTable).markdown
    try #require(committed.dropLast().count == present.count, "\(Self.how)")
    for (old, new) in zip(committed, present) {
      #expect(Self.isSame(old, new), "\(Self.how)\n  committed \(old)\n  now       \(new)")
    }
  }

  /// Whether two lines are equal, except that measured values may differ by the tolerance.
  private static func isSame(_ old: String, _ new: String) -> Bool {
    guard old != new else { return true }
    let (a, b) = (cells(old), cells(new))
    guard a.count == 10, b.count == 10, let measured = Double(a[3]), let now = Double(b[3]),
      let tolerance = Double(b[5])
    else { return false }
    let others = [1, 2, 5, 6, 7, 8]
    return others.allSatisfy { a[$0] == b[$0] } && abs(measured - now) <= tolerance
  }

  private static func cells(_ line: String) -> [String] {
    line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func theLineCheckCanFail() {
    let line = "| a | 1.00 | 1.00 | 0.00 | 0.1 | dB | §1 | ok |"
    #expect(Self.isSame(line, "| a | 1.00 | 1.05 | 0.05 | 0.1 | dB | §1 | ok |"))
    #expect(!Self.isSame(line, "| a | 1.00 | 1.25 | 0.25 | 0.1 | dB | §1 | ok |"))
    #expect(!Self.isSame(line, "| a | 1.50 | 1.00 | -0.50 | 0.1 | dB | §1 | ok |"))
    #expect(!Self.isSame(line, "| b | 1.00 | 1.00 | 0.00 | 0.1 | dB | §1 | ok |"))
  }
}
