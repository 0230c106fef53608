import TactusConformance
import TactusFiles
import TactusThreads
import Testing

/// The table as a test: the synthesizer gives the numbers of the specification, and each row would fail otherwise.
@Suite struct ConformanceTests {
  @Test func everyRowIsAsItsSourceHasItOrAsDocumented() {
    for result in measuredTable where result.verdict == .failed {
      let row = result.row
      Issue.record(
        """
        \(row.section.title), \(row.name): \(result.measured) instead of \(row.deviation?.value ?? row.expected) \
        ± \(row.tolerance) \(row.reading.unit)
        """)
    }
  }

  /// A row that passes although its subject is missing would measure nothing.
  @Test func everyRowNoticesWhenItsSubjectIsMissing() {
    let cut = Conformance.rows.flatMap { row in row.subjects.map { (row: row.omitting($0), subject: $0) } }
    let results = Conformance.results(of: cut.map(\.row), with: WorkerPool())
    for (index, result) in results.enumerated() where result.verdict != .failed {
      Issue.record("\(result.row.section.title), \(result.row.name): does not need \(cut[index].subject)")
    }
    #expect(cut.count > 300)
  }

  @Test func everyGeneratorHasARow() {
    let subjects = Set(Conformance.rows.flatMap(\.subjects))
    for kind in GeneratorKind.allCases where kind.hasFunction && !kind.isStructural {
      #expect(subjects.contains(.generator(kind)), "\(kind) has no row")
    }
    for modulator in SoundFont.Modulator.defaults {
      #expect(subjects.contains(.defaultModulator(modulator)), "default modulator \(modulator) has no row")
    }
  }

  @Test func everyRowHasItsOwnNameAndASource() {
    for section in ConformanceSection.allCases {
      let names = section.rows.map(\.name)
      #expect(Set(names).count == names.count, "\(section): two rows have one name")
      #expect(!names.isEmpty)
    }
    for row in Conformance.rows {
      #expect(!row.source.isEmpty && row.tolerance > 0 && row.expected.isFinite, "\(row.name)")
    }
    #expect(Conformance.rows.count >= 200)
  }

  @Test func whatIsNotANumberFails() {
    let row = Conformance.rows[0]
    #expect(ConformanceResult(row: row, measured: .nan).verdict == .failed)
    #expect(ConformanceResult(row: row, measured: row.expected).verdict == .passed)
    #expect(ConformanceResult(row: row, measured: row.expected + row.tolerance * 1.01).verdict == .failed)
  }

  /// A documented deviation is compared with its own number: a value that agrees with the source fails too, until the
  /// row is changed.
  @Test func departuresAreHeldToTheirNumbers() throws {
    let row = try #require(Conformance.rows.first { $0.deviation != nil })
    let value = try #require(row.deviation?.value)
    #expect(ConformanceResult(row: row, measured: value).verdict == .deviates)
    #expect(ConformanceResult(row: row, measured: row.expected).verdict == .failed)
  }
}

/// All rows, measured once for all tests.
let measuredTable = Conformance.results(of: Conformance.rows, with: WorkerPool())
