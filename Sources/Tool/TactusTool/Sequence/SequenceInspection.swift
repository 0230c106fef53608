import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime

/// The report of `tactus sequence` when the sequence is not played.
package struct SequenceInspection {
  let name: String
  let sequence: MIDISequence
  /// The tick at which playback would end.
  let end: Tick

  package init(name: String, sequence: MIDISequence, end: Tick) {
    (self.name, self.sequence, self.end) = (name, sequence, end)
  }

  private var ticksPerQuarter: Int { SequenceLength.ticksPerQuarter(sequence) }
  private var seconds: Double { sequence.tempoMap.seconds(atTick: end).approximate }

  /// Returns ticks as quarter notes: "4", "3.5".
  private func beats(_ ticks: Tick) -> String { (Double(ticks) / Double(ticksPerQuarter)).trimmed }

  /// The report as text.
  package func report(style: Style) -> Report {
    let title = sequence.name.isEmpty ? name : "\(name): \(sequence.name)"
    var report = Report(title: title, style: style)
    let bars = end > 0 ? sequence.meterMap.position(atTick: end - 1).bar : 0
    let beats = beats(end)
    let unit = beats == "1" ? "beat" : "beats"
    report.fact("length", "\(seconds.asClock) (\(beats) \(unit), \(bars.counted("bar")))")
    report.fact("tempo", tempoText)
    report.fact("meter", meterText)
    report.fact("ticks", "\(ticksPerQuarter.grouped) per quarter note")
    report.fact("seed", "\(sequence.seed)")
    report.section("tracks", trackTable, limit: 64)
    for (index, track) in sequence.tracks.enumerated().prefix(64) {
      guard let pattern = track.pattern else { continue }
      let grid = PatternGrid(pattern, ticksPerQuarter: ticksPerQuarter, isDrums: track.channel == 9)
      report.text("\(index + 1) \(track.name)".trimmed, grid.lines)
    }
    if sequence.tracks.contains(where: { $0.pattern != nil }) {
      report.text("", ["x step (X loud, o soft, 2–9 ratchets)   ? with a probability   : not in every pass"])
    }
    return report
  }

  private var tempoText: String {
    let entries = sequence.tempoMap.entries
    guard entries.count > 1 else { return "\(entries[0].tempo.words) bpm" }
    let ramps = entries.contains { $0.curve != .step } ? ", with ramps" : ""
    return "\(entries[0].tempo.words) bpm at first, \(entries.count.counted("tempo", "tempi"))\(ramps)"
  }

  private var meterText: String {
    let ticks = Set(sequence.meters.map { max(0, $0.tick) })
    let first = "\(sequence.meterMap.meter(atTick: 0))"
    return ticks.count > 1 ? "\(first) at first, \(ticks.count.counted("meter"))" : first
  }

  private var trackTable: TextTable {
    var table = TextTable(
      ("track", .right), ("channel", .right), ("plays", .left), ("beats", .right), ("repeats", .left), ("name", .left))
    for (index, track) in sequence.tracks.enumerated() {
      table.add(
        "\(index + 1)", track.channel.map { "\($0 + 1)" } ?? "", contentText(track),
        beats(track.passLength ?? track.contentLength), repeatText(track),
        track.name + (sequence.isAudible(track) ? "" : " (silent)"))
    }
    return table
  }

  private func contentText(_ track: Track) -> String {
    switch track.content {
    case .pattern(let pattern):
      let whole = Tick(4 * ticksPerQuarter).quotientAndRemainder(dividingBy: max(1, pattern.stepLength))
      return pattern.steps.count.counted("step")
        + (whole.remainder == 0 ? " of 1/\(whole.quotient)" : " of \(beats(pattern.stepLength)) beats")
    case .clip(let clip):
      let messages = clip.messages.count
      return clip.notes.count.counted("note") + (messages > 0 ? ", \(messages.counted("message"))" : "")
    }
  }

  private func repeatText(_ track: Track) -> String {
    guard track.passLength != nil else { return "once" }
    return track.passLimit > 0 ? track.passLimit.counted("pass", "passes") : "always"
  }

  /// The report as JSON.
  package var json: JSON {
    let tracks = sequence.tracks.enumerated().map { index, track in json(of: track, number: index + 1) }
    return [
      "kind": "sequence", "file": .string(name), "name": .string(sequence.name),
      "ticksPerQuarter": JSON(ticksPerQuarter), "seed": .digits("\(sequence.seed)"), "endTick": JSON(end),
      "lengthSeconds": .number(seconds),
      "tempi": .array(
        sequence.tempoMap.entries.map {
          [
            "tick": JSON($0.tick), "microsecondsPerQuarter": .number(Double($0.tempo.tensOfNanoseconds) / 100),
            "bpm": .number($0.tempo.bpm),
          ]
        }),
      "tracks": .array(tracks),
    ]
  }

  private func json(of track: Track, number: Int) -> JSON {
    let head: JSON = [
      "number": JSON(number), "name": .string(track.name), "channel": track.channel.map { JSON(Int($0) + 1) } ?? nil,
      "isAudible": .bool(sequence.isAudible(track)), "startTick": JSON(track.start),
      "lengthTicks": JSON(track.contentLength), "loopTicks": track.passLength.map { JSON($0) } ?? nil,
      "passes": track.passLength == nil ? 1 : track.passLimit > 0 ? JSON(track.passLimit) : nil,
    ]
    switch track.content {
    case .pattern(let pattern):
      let grid = PatternGrid(pattern, ticksPerQuarter: ticksPerQuarter, isDrums: track.channel == 9)
      return head + [
        "plays": "pattern", "stepCount": JSON(pattern.steps.count), "stepTicks": JSON(pattern.stepLength),
        "grid": .array(grid.lines.map { .string($0) }),
      ]
    case .clip(let clip):
      return head + ["plays": "clip", "noteCount": JSON(clip.notes.count), "messageCount": JSON(clip.messages.count)]
    }
  }
}
