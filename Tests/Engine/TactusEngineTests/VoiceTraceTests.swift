import Tactus
import TactusEngine
import TactusSynth
import TactusThreads
import TestSupport
import Testing

/// The trace of a bounce, compared with the synthesizer's counters and the song, and checked for consistency.
@Suite struct VoiceTraceTests {
  /// The trace, the report and the sound of a bounce.
  private func traced(_ bouncer: Bouncer, width: Int = 1) throws -> (events: [VoiceEvent], report: BounceReport) {
    var events: [VoiceEvent] = []
    let report = try bouncer.render(with: WorkerPool(width: width), trace: { events.append($0) }) { _ in }
    return (events, report)
  }

  private func settings(polyphony: Int) -> BounceSettings {
    var settings = BounceSettings()
    settings.synth.polyphony = polyphony
    settings.tail = .seconds(0.05)
    return settings
  }

  /// Follows the trace as a reader would, and counts its events.
  private struct Reading {
    var starts = 0
    var steals = 0
    var silentNotes = 0
    var peak = 0
    var defects: [String] = []
    /// The voices that have started, and whether they fade.
    private var voices: [Int: Bool] = [:]

    init(_ events: [VoiceEvent]) {
      var last = Int64.min
      for event in events {
        if event.frame < last { defects.append("\(event) comes after frame \(last)") }
        last = event.frame
        follow(event)
        peak = max(peak, voices.values.count { !$0 })
      }
      if !voices.isEmpty { defects.append("\(voices.count) voices never end") }
    }

    private mutating func follow(_ event: VoiceEvent) {
      guard event.kind != .missing else {
        if event.reason == .noPreset || event.reason == .noRegion { silentNotes += 1 }
        if event.voice != nil { defects.append("\(event) has a voice") }
        return
      }
      guard let voice = event.voice, event.region != nil else { return defects.append("\(event) has no voice") }
      if event.kind == .start {
        starts += 1
        if voice != starts { defects.append("\(event) is voice \(starts)") }
        voices[voice] = false
        return
      }
      guard let fades = voices[voice] else { return defects.append("\(event) has not started") }
      switch event.kind {
      case .end: voices[voice] = nil
      case .steal, .choke, .replace, .silence:
        if fades { defects.append("\(event) fades already") }
        if event.kind == .steal { steals += 1 }
        voices[voice] = true
      default: if fades { defects.append("\(event) fades already") }
      }
    }
  }

  @Test func agreesWithTheCounters() throws {
    for round in 0..<UInt64(rounds(6)) {
      let seed = 31_000 + round
      var random = SeededGenerator(seed: seed)
      let bank = try SoundBank(random.font(isWild: round % 2 == 1))
      let settings = settings(polyphony: [2, 7, 40][Int(round % 3)])
      let song = random.score(length: 8_000, density: 15, isWild: round % 2 == 1).song
      let (events, report) = try traced(Bouncer(song, bank: bank, settings: settings))
      let reading = Reading(events)
      #expect(reading.defects.isEmpty, "seed \(seed): \(reading.defects.prefix(3))")
      #expect(reading.starts == report.synth.voicesStarted && reading.starts > 0, "seed \(seed)")
      #expect(reading.steals == report.synth.stolenVoices, "seed \(seed)")
      #expect(reading.silentNotes == report.synth.silentNotes, "seed \(seed)")
      #expect(reading.peak == report.synth.peakVoices, "seed \(seed)")
      #expect(report.lostVoiceEvents == 0)
    }
  }

  /// Each note-on of a song without part settings has a start, a move or a missing voice on its own frame.
  @Test func explainsEachNote() throws {
    for round in 0..<UInt64(rounds(4)) {
      let seed = 32_000 + round
      var random = SeededGenerator(seed: seed)
      let bank = try SoundBank(random.font(isWild: false))
      let bouncer = try Bouncer(
        random.score(length: 8_000, density: 15, isWild: false).song, bank: bank, settings: settings(polyphony: 20))
      let events = try traced(bouncer).events
      let explained = Set(
        events.filter { [.start, .move, .missing].contains($0.kind) }
          .map { [Int($0.frame), Int($0.port) * 16 + Int($0.channel), Int($0.key)] })
      var notes = 0
      for event in bouncer.timeline.map({ $0 }) where event.message.startsNote {
        notes += 1
        let message = event.message
        #expect(
          explained.contains([Int(event.frame), Int(message.port) * 16 + Int(message.channel), Int(message.data1)]),
          "seed \(seed), frame \(event.frame), \(message)")
      }
      #expect(notes > 20)
    }
  }

  @Test func doesNotDependOnThreadsOrOnTheLevel() throws {
    for round in 0..<UInt64(rounds(3)) {
      let seed = 33_000 + round
      var random = SeededGenerator(seed: seed)
      let bank = try SoundBank(random.font(isWild: true))
      var settings = settings(polyphony: 6)
      let song = random.score(length: 8_000, density: 15, isWild: true).song
      let alone = try traced(Bouncer(song, bank: bank, settings: settings)).events
      for width in [2, 3, 8] {
        #expect(try traced(Bouncer(song, bank: bank, settings: settings), width: width).events == alone, "seed \(seed)")
      }
      let bouncer = try Bouncer(song, bank: bank, settings: settings)
      var stems: [VoiceEvent] = []
      _ = try bouncer.render(bouncer.stems(by: .channels), trace: { stems.append($0) }) { _ in }
      #expect(stems.allSatisfy { $0.stem != nil || $0.kind == .missing }, "seed \(seed)")
      for index in stems.indices { stems[index].stem = nil }
      #expect(stems == alone, "seed \(seed)")
      settings.level = .samplePeak(-1)
      #expect(try traced(Bouncer(song, bank: bank, settings: settings)).events == alone, "seed \(seed)")
    }
  }

  /// A range whose held notes sound has the events of the whole song, moved to the range's first frame.
  @Test func countsFramesFromTheStartOfTheFile() throws {
    let seed = seed(of: "countsFramesFromTheStartOfTheFile")
    var random = SeededGenerator(seed: seed)
    let bank = try SoundBank(random.font(isWild: false))
    let song = random.score(length: 8_000, density: 15, isWild: false).song
    var settings = settings(polyphony: 12)
    let whole = try traced(Bouncer(song, bank: bank, settings: settings)).events
    settings.range = SongRange(from: SongPosition("0.06"), to: nil, heldNotes: .sounding)
    settings.leadIn = 0.02
    let shift = Int64(0.06 * 48_000) - Int64(0.02 * 48_000)
    let part = try traced(Bouncer(song, bank: bank, settings: settings)).events
    #expect(part.map { $0.frame + shift } == whole.map(\.frame), "seed \(seed)")
    #expect(part.map(\.kind) == whole.map(\.kind) && part.map(\.key) == whole.map(\.key), "seed \(seed)")
    #expect(part.contains { $0.frame < 0 } && part.contains { $0.frame > 2_000 })
  }

  @Test func leavesTheSoundAlone() throws {
    var random = SeededGenerator(seed: 34_000)
    let bank = try SoundBank(random.font(isWild: true))
    let bouncer = try Bouncer(
      random.score(length: 6_000, density: 15, isWild: true).song, bank: bank, settings: settings(polyphony: 5))
    func bits(_ trace: Bouncer.VoiceTraceReceiver?) throws -> [UInt32] {
      var bits: [UInt32] = []
      _ = try bouncer.render(trace: trace) { block in
        for frame in 0..<block.frameCount { bits.append(block[0][frame].bitPattern) }
      }
      return bits
    }
    #expect(try bits(nil) == bits { _ in })
    struct Stop: Error {}
    #expect(throws: Stop.self) { try bits { _ in throw Stop() } }
  }
}
