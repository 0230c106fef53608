import TactusEngine

/// The table of all claims, and their results.
package enum Conformance {
  /// All rows, section by section.
  package static let rows: [ConformanceRow] = ConformanceSection.allCases.flatMap(\.rows)

  /// Measures rows, as many in parallel as `work` allows.
  ///
  /// - Returns: a result for each row, in the same order. If the bank's writer or reader rejects the trial of a row,
  ///   the result is NaN and the row fails.
  /// - Thread: control
  package static func results(of rows: [ConformanceRow], with work: some ParallelWork) -> [ConformanceResult] {
    [ConformanceResult](unsafeUninitializedCapacity: rows.count) { buffer, count in
      let memory = ResultMemory(base: buffer.baseAddress)
      work.perform(rows.count) { index in
        let result = (try? rows[index].result()) ?? ConformanceResult(row: rows[index], measured: .nan)
        memory.base.map { ($0 + index).initialize(to: result) }
      }
      count = rows.count
    }
  }

  /// The memory for the results. Each work item writes to its own element.
  private struct ResultMemory: @unchecked Sendable {
    let base: UnsafeMutablePointer<ConformanceResult>?
  }
}
