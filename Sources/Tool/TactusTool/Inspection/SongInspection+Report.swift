import TactusFiles
import TactusSequencer
import TactusTime

extension SongInspection {
  /// The maximum number of lines of a table in text form.
  private static let tableLimit = 24

  /// The report as text.
  package func report(style: Style) -> Report {
    var report = Report(title: "\(name): \(kindText), \(formatText), \(byteCount.asBytes)", style: style)
    addFacts(to: &report)
    report.section("tracks", trackTable, limit: 64)
    report.section("sounds", soundTable, limit: 64)
    for table in [tempoTable, meterTable, table(of: summary.keySignatures, "key")] where table.count > 1 {
      report.section(table.lastTitle, table, limit: Self.tableLimit)
    }
    report.section("marks", table(of: summary.marks, "mark"), limit: Self.tableLimit)
    let diagnostics = song.diagnostics
    let shown = diagnostics.kept.prefix(40)
    report.findings(
      diagnostics.count.counted("finding"), shown.map(\.description), omitted: diagnostics.count - shown.count)
    return report
  }

  private func addFacts(to report: inout Report) {
    report.fact("title", summary.tracks.first?.name ?? "")
    for kind in [MIDIFile.TextKind.copyright, .text] {
      report.fact(
        kind.words, (summary.texts[kind] ?? []).prefix(3).map { String($0.prefix(200)).trimmed }.joined(separator: "; ")
      )
    }
    report.fact("length", lengthText)
    report.fact(
      "contents",
      [
        song.tracks.count.counted("track"), song.eventCount.counted("event"), timeline.noteCount.counted("note"),
        "at most \(summary.polyphony.grouped) at once",
      ].joined(separator: ", "))
    for table in [tempoTable, meterTable, table(of: summary.keySignatures, "key")] where table.count == 1 {
      report.fact(table.lastTitle, table.lastCell)
    }
    report.fact("ticks", divisionText)
    report.fact("loop", loopText)
    report.fact("resets", summary.resets.joined(separator: ", "))
    report.fact("sysex", summary.sysExCount > 0 ? summary.sysExCount.counted("message") : "")
    report.fact(
      "lyrics", summary.lyricCount > 0 ? summary.lyricCount.counted("syllable") : summary.isKaraoke ? "karaoke" : "")
    if song.portNumbers.count > 1 {
      let ports = song.portNumbers.enumerated().map { index, number in
        "\(index + 1)" + (index == Int(number) ? "" : " (number \(number + 1) in the file)")
      }
      report.fact("ports", ports.joined(separator: ", "))
    }
    report.fact(
      "not followed", unfollowed.entries.map { "\($0.function): \($0.count.grouped)" }.joined(separator: "; "))
    report.fact("note", notesText)
  }

  /// The loop that the song marks.
  private var loopText: String {
    guard let loop = song.markedLoop else { return "" }
    return "\(seconds(loop.start).asClock) to \(seconds(loop.end).asClock), by \(loop.marks.words)"
  }

  private var lengthText: String {
    "\(seconds(timeline.endTick).asClock) (\(timeline.endTick.grouped) ticks, \(barCount.counted("bar")))"
  }

  /// The irregularities of the notes.
  private var notesText: String {
    var parts: [String] = []
    if timeline.hangingNoteCount > 0 { parts.append("\(timeline.hangingNoteCount.counted("note")) without a note-off") }
    if summary.orphanOffs > 0 { parts.append("\(summary.orphanOffs.counted("note-off")) without a note") }
    return parts.joined(separator: ", ")
  }

  private var trackTable: TextTable {
    var table = TextTable(
      ("track", .right), ("events", .right), ("notes", .right), ("end", .right), ("channels", .left), ("name", .left))
    for (index, track) in song.tracks.enumerated() {
      let facts = summary.tracks[index]
      table.add(
        "\(index + 1)", track.events.count.grouped, facts.noteCount.grouped,
        seconds(facts.endTick).asClock, channelText(facts.channels),
        facts.name)
    }
    return table
  }

  private var soundTable: TextTable {
    var table = TextTable(
      ("channel", .right), ("bank", .right), ("program", .right), ("notes", .right), ("keys", .left),
      ("General MIDI name", .left))
    for sound in sounds {
      table.add(
        channelText([Int(sound.port) * 16 + Int(sound.channel)]), sound.bankText, "\(sound.program)",
        sound.notes.grouped,
        "\(sound.keys.lowerBound)–\(sound.keys.upperBound)", sound.generalMIDIName)
    }
    return table
  }

  private var tempoTable: TextTable {
    var table = TextTable(("tick", .right), ("time", .right), ("tempo", .left))
    guard song.division.ticksPerSecond == nil else { return table }
    for entry in tempoMap.entries {
      table.add(
        entry.tick.grouped, seconds(entry.tick).asClock,
        "\(entry.tempo.words) bpm")
    }
    return table
  }

  private var meterTable: TextTable {
    var table = TextTable(("tick", .right), ("time", .right), ("bar", .right), ("meter", .left))
    for meter in summary.meters {
      table.add(
        meter.tick.grouped, seconds(meter.tick).asClock,
        "\(meterMap.position(atTick: meter.tick).bar)", meter.signature.words)
    }
    return table
  }

  private func table(of marks: [SongSummary.Mark], _ title: String) -> TextTable {
    var table = TextTable(("tick", .right), ("time", .right), (title, .left))
    for mark in marks { table.add(mark.tick.grouped, seconds(mark.tick).asClock, mark.text) }
    return table
  }
}

extension SongLoop.Marks {
  /// What marks the loop.
  fileprivate var words: String {
    switch self {
    case .markers: "markers"
    case .globalControllers: "controllers 118 and 119"
    case .controllers: "controllers 116 and 117"
    case .rpgMaker: "controller 111"
    case .touhou: "controllers 2 and 4"
    case .none: "the length of the song"
    }
  }
}
