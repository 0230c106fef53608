import TactusConformance
import TactusFiles

/// Formats results as text, JSON and Markdown.
package struct ConformanceTable {
  package let results: [ConformanceResult]

  package init(results: [ConformanceResult]) { self.results = results }

  /// Returns the number of rows with a verdict.
  package func count(of verdict: ConformanceResult.Verdict) -> Int { results.count { $0.verdict == verdict } }

  /// The results of a section.
  private func results(of section: ConformanceSection) -> [ConformanceResult] {
    results.filter { $0.row.section == section }
  }

  private var summary: String {
    "\(results.count.counted("row")): \(count(of: .passed)) as their sources have it, "
      + "\(count(of: .deviates)) deviate on purpose, \(count(of: .failed)) failed"
  }

  /// Returns the report as text, with a table under the title of each section.
  package func report(style: Style) -> Report {
    var report = Report(title: summary, style: style)
    for section in ConformanceSection.allCases {
      var table = TextTable(
        ("row", .left), ("expected", .right), ("measured", .right), ("error", .right), ("±", .right), ("unit", .left),
        ("source", .left), ("", .left))
      for result in results(of: section) {
        let numbers = ConformanceNumbers(result)
        table.add(
          result.row.name, numbers.expected, numbers.measured, numbers.error, numbers.tolerance,
          result.row.reading.unit,
          result.row.source, numbers.verdict)
      }
      report.section(section.title, table)
    }
    return report
  }

  /// The lines of a Markdown page with a table for each section.
  package var markdown: [String] {
    var lines = [
      "# Conformance", "",
      "Measurements of the synthesizer's rendered audio, compared with the values of the SoundFont specification and "
        + "of the hardware. Made by `tactus conformance --markdown`; a test checks that this page matches the program.",
      "",
      "Each row is a tiny bank and a few messages. *Expected* is the number of the source. A row that *deviates* does so "
        + "on purpose, see [Deviations](Deviations.md), and is held to the number that is given there. "
        + "SF2.04: SoundFont Technical Specification 2.04; #n: generator n.",
      "", summary + ".",
    ]
    for section in ConformanceSection.allCases where !results(of: section).isEmpty {
      lines += [
        "", "## \(section.title)", "", "| row | expected | measured | error | ± | unit | source | |",
        "|---|--:|--:|--:|--:|---|---|---|",
      ]
      lines += results(of: section).map { result in
        let numbers = ConformanceNumbers(result)
        return "| \(result.row.name) | \(numbers.expected) | \(numbers.measured) | \(numbers.error) "
          + "| \(numbers.tolerance) | \(result.row.reading.unit) | \(result.row.source) | \(numbers.verdict) |"
      }
    }
    return lines
  }

  package var json: JSON {
    [
      "kind": "conformance", "rows": .array(results.map(Self.json)), "passed": JSON(count(of: .passed)),
      "deviates": JSON(count(of: .deviates)),
      "failed": JSON(count(of: .failed)),
    ]
  }

  private static func json(_ result: ConformanceResult) -> JSON {
    let row = result.row
    return [
      "section": .string(row.section.rawValue), "row": .string(row.name), "unit": .string(row.reading.unit),
      "expected": .number(row.expected), "measured": .number(result.measured), "error": .number(result.error),
      "tolerance": .number(row.tolerance), "source": .string(row.source), "verdict": .string(result.verdict.rawValue),
      "deviation": row.deviation.map { ["value": .number($0.value), "reason": .string($0.reason)] } ?? .null,
    ]
  }
}

/// The table cells of a result.
package struct ConformanceNumbers {
  package let expected, measured, error, tolerance, verdict: String

  package init(_ result: ConformanceResult) {
    let decimals = result.decimals
    expected = result.row.expected.fixed(decimals)
    measured = result.measured.fixed(decimals)
    error = result.error.fixed(decimals)
    tolerance = Self.short(result.row.tolerance)
    verdict = result.verdict.rawValue + (result.row.deviation.map { ": \($0.reason)" } ?? "")
  }

  /// Returns a number with two significant digits, without trailing zeros.
  private static func short(_ value: Double) -> String {
    let decimals = (0..<9).first { value.fixed($0).contains { $0 > "0" && $0 <= "9" } } ?? 9
    var text = value.fixed(min(9, decimals + 1))
    while text.contains("."), text.last == "0" || text.last == "." { text.removeLast() }
    return text
  }
}
