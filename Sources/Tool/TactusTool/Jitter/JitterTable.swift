import TactusFiles
import TactusSimulation
import TactusTime

/// Formats a summary as text columns and JSON.
package struct JitterTable {
  package let summary: JitterSummary

  package init(_ summary: JitterSummary) { self.summary = summary }

  private var settings: JitterSummary.Settings { summary.settings }

  private var title: String {
    let lengths = settings.cycleLengths
    let buffers = lengths.count == 1 ? "\(lengths[0])" : "\(lengths[0])…\(lengths[lengths.count - 1])"
    let tempo = Tempo(bpm: settings.tempo).words
    return "Onset errors in frames: \(tempo) bpm, \(settings.sampleRate.grouped) Hz, buffers of \(buffers) frames"
  }

  /// Returns a table for each host. It has a row for each method or, if there is only one host, for each buffer size
  /// and method.
  package func report(style: Style) -> Report {
    var report = Report(title: title, style: style)
    for method in JitterMethod.allCases { report.fact(method.rawValue, method.summary) }
    for host in settings.hosts {
      let words = "\(host.rawValue): \(host.summary)"
      report.section(words, settings.hosts.count == 1 ? byBuffer(host) : byMethod(host))
    }
    return report
  }

  private func byMethod(_ host: HostKind) -> TextTable {
    var table = TextTable(
      ("method", .left), ("due", .right), ("median", .right), ("99 %", .right), ("worst", .right), ("worst ms", .right),
      ("missed", .right), ("doubled", .right))
    for method in JitterMethod.allCases {
      let cells = self.cells(summary.total(host, method))
      table.add(method.rawValue, cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6])
    }
    return table
  }

  private func byBuffer(_ host: HostKind) -> TextTable {
    var table = TextTable(
      ("buffer", .right), ("method", .left), ("due", .right), ("median", .right), ("99 %", .right), ("worst", .right),
      ("worst ms", .right), ("missed", .right), ("doubled", .right))
    for length in settings.cycleLengths {
      for method in JitterMethod.allCases {
        guard let measurement = summary.measurement(host, length, method) else { continue }
        let cells = self.cells(measurement)
        table.add(
          method == JitterMethod.allCases[0] ? length.grouped : "", method.rawValue, cells[0], cells[1], cells[2],
          cells[3], cells[4], cells[5], cells[6])
      }
    }
    return table
  }

  /// Returns the cells: onsets due, median, 99 %, maximum, the maximum in milliseconds, missed, doubled.
  private func cells(_ measurement: OnsetMeasurement) -> [String] {
    let errors = [500, 990, 1000].map { measurement.error(ofThousand: $0) }
    return [measurement.due.grouped] + errors.map { $0?.grouped ?? "–" }
      + [
        errors[2].map { milliseconds($0).fixed(2) } ?? "–", measurement.missed.grouped, measurement.doubled.grouped,
      ]
  }

  private func milliseconds(_ frames: Int64) -> Double { Double(frames) * 1000 / Double(settings.sampleRate) }

  package var json: JSON {
    [
      "kind": "jitter", "rate": JSON(settings.sampleRate), "tempo": .number(settings.tempo),
      "seed": .digits("\(settings.seed)"), "results": .array(summary.results.map(json)),
    ]
  }

  private func json(_ result: JitterSummary.Result) -> JSON {
    let measurement = result.measurement
    func error(_ rank: Int) -> JSON { measurement.error(ofThousand: rank).map { JSON($0) } ?? .null }
    return [
      "host": .string(result.host.rawValue), "buffer": JSON(result.cycleLength),
      "method": .string(result.method.rawValue), "due": JSON(measurement.due), "missed": JSON(measurement.missed),
      "doubled": JSON(measurement.doubled), "medianFrames": error(500), "frames99": error(990),
      "worstFrames": error(1000),
      "worstMilliseconds": measurement.error(ofThousand: 1000).map { .number(milliseconds($0)) } ?? .null,
    ]
  }
}
