import TactusEngine

/// The table of all claims, and how they come out.
package enum Conformance {
  /// All rows, section by section.
  package static let rows: [ConformanceRow] = ConformanceSection.allCases.flatMap(\.rows)

  /// Measures rows, as many at a time as `work` does.
  ///
  /// - Returns: a result for each row, in their order. A row whose trial the bank's writer or reader refuses measures
  ///   nothing (not a number), and so fails.
  /// - Thread: control
  package static func results(of rows: [ConformanceRow], with work: some ParallelWork) -> [ConformanceResult] {
    [ConformanceResult](unsafeUninitializedCapacity: rows.count) { buffer, count in
      let places = Places(base: buffer.baseAddress)
      work.perform(rows.count) { index in
        let result = (try? rows[index].result()) ?? ConformanceResult(row: rows[index], measured: .nan)
        places.base.map { ($0 + index).initialize(to: result) }
      }
      count = rows.count
    }
  }

  /// Where results go; each item of the work writes to a place of its own.
  private struct Places: @unchecked Sendable {
    let base: UnsafeMutablePointer<ConformanceResult>?
  }
}
