import TactusFiles
import TactusPictures
import TactusSimulation

/// Formats a summary of sync as text columns and JSON.
package struct SyncTable {
  package let summary: SyncSummary

  package init(_ summary: SyncSummary) { self.summary = summary }

  /// The samples of Tactus.
  private var samples: [SyncMeasurement.Sample] {
    (summary.measurement(.tactus) ?? summary.results.first?.measurement)?.samples ?? []
  }

  private var unit: String { summary.isTimeCode ? "%" : "bpm" }
  private var axis: String { summary.isTimeCode ? "second" : "beat" }

  package func report(style: Style) -> Report {
    let what = summary.isTimeCode ? "Following time code: " : "Following MIDI clock: "
    var report = Report(title: what + summary.facts.joined(separator: ", "), style: style)
    if summary.isRecorded {
      addFigures(to: &report)
    } else {
      for result in summary.results { report.fact(result.method.rawValue, result.method.summary) }
      let settled =
        summary.isTimeCode
        ? summary.settings.settled * 60 / summary.settings.clock.nominalTempo : summary.settings.settled
      report.section("errors from \(axis) \(settled.fixed(settled == settled.rounded() ? 0 : 1)) on", errors)
    }
    report.section("tactus over time", way)
    return report
  }

  /// Adds the tempo of a recording, its jitter and its drift.
  private func addFigures(to report: inout Report) {
    guard let figures = RecordedFigures(samples) else {
      let few = "too few messages" + (summary.isTimeCode ? "" : ", or a tempo outside of 10 to 1,000 beats per minute")
      return report.fact("note", "tempo, jitter and drift are unknown: \(few)")
    }
    func value(_ tempo: Double) -> String { summary.shown(tempo: tempo).fixed(3) }
    let range = "\(value(figures.tempi.lowerBound)) to \(value(figures.tempi.upperBound))"
    report.fact(summary.isTimeCode ? "speed" : "tempo", "\(value(figures.tempo)) \(unit), \(range)")
    report.fact("jitter", "\(figures.jitter.fixed(3)) ms rms, \(figures.worstJitter.fixed(3)) ms at most")
    report.fact("drift", "\(figures.drift.fixed(1)) ppm from the first quarter to the last")
  }

  private var errors: TextTable {
    var table = TextTable(
      ("method", .left), ("locked", .right), ("worst \(unit)", .right), ("rms \(unit)", .right), ("ahead ms", .right),
      ("± ms", .right), ("clocks off", .right), ("seeks", .right))
    for result in summary.results {
      let measured = result.measurement
      let locked = measured.lockBeats.map { summary.position(ofBeat: $0).fixed(1) } ?? "never"
      table.add(
        result.method.rawValue, locked, summary.shown(tempo: measured.worstTempo).fixed(4),
        summary.shown(tempo: measured.rmsTempo).fixed(4), measured.meanPhase.fixed(3), measured.worstPhase.fixed(3),
        measured.worstCount.grouped, max(0, measured.seeks - 1).grouped)
    }
    return table
  }

  /// The first sample, the next samples at least 1, 2, 4 … beats after it, and the last sample. In a recording, the
  /// first one is the first whose position is known.
  private var way: TextTable {
    var table = TextTable((axis, .right), ("found \(unit)", .right), ("error", .right), ("ahead ms", .right))
    let known = summary.isRecorded ? samples.firstIndex(where: { $0.phase != nil }) ?? 0 : 0
    let rows = samples.dropFirst(known)
    guard let first = rows.first?.beat else { return table }
    var next = 0.0
    for (index, sample) in rows.enumerated() where sample.beat - first >= next || index == rows.count - 1 {
      table.add(
        summary.position(sample).fixed(2), summary.shown(tempo: sample.found).fixed(3),
        sample.tempo.map { summary.shown(tempo: sample.found - $0).fixed(4) } ?? "–", sample.phase?.fixed(3) ?? "–")
      next = next == 0 ? 1 : 2 * next
    }
    return table
  }

  package var json: JSON {
    let clock = summary.settings.clock
    return [
      "kind": "sync", "recorded": .bool(summary.isRecorded),
      "timeCode": clock.timeCode.map { .string("\($0)") } ?? .null,
      "rate": JSON(clock.sampleRate), "tempo": .number(clock.nominalTempo), "seed": .digits("\(clock.seed)"),
      "results": .array(summary.results.map(json)),
    ]
  }

  private func json(_ result: SyncSummary.Result) -> JSON {
    let measured = result.measurement
    var members = [JSON.Member(name: "method", value: .string(result.method.rawValue))]
    func add(_ name: String, _ value: JSON) { members.append(JSON.Member(name: name, value: value)) }
    if !summary.isRecorded {
      add("lockBeats", measured.lockBeats.map { .number($0) } ?? .null)
      add("worstTempo", .number(measured.worstTempo))
      add("rmsTempo", .number(measured.rmsTempo))
      add("meanMilliseconds", .number(measured.meanPhase))
      add("worstMilliseconds", .number(measured.worstPhase))
      add("clocksOff", JSON(measured.worstCount))
      add("seeks", JSON(max(0, measured.seeks - 1)))
    }
    if summary.isRecorded, let figures = RecordedFigures(measured.samples) {
      add("meanTempo", .number(figures.tempo))
      add("leastTempo", .number(figures.tempi.lowerBound))
      add("greatestTempo", .number(figures.tempi.upperBound))
      add("jitterMilliseconds", .number(figures.jitter))
      add("worstJitterMilliseconds", .number(figures.worstJitter))
      add("driftPartsPerMillion", .number(figures.drift))
    }
    add("samples", .array(measured.samples.map(json)))
    return .object(members)
  }

  private func json(_ sample: SyncMeasurement.Sample) -> JSON {
    [
      "beat": .number(sample.beat), "tempo": sample.tempo.map { .number($0) } ?? .null, "found": .number(sample.found),
      "milliseconds": sample.phase.map { .number($0) } ?? .null,
    ]
  }
}
