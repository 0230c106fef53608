import Foundation
import TactusFileAccess
import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// A MIDI file as a sequence, and back.
@Suite struct MIDIImportTests {
  /// The contents of a file, one event per line; port events are omitted, because messages contain their ports.
  private func lines(_ file: MIDIFile, _ ports: [UInt8]? = nil) -> [String] {
    let ports = ports ?? file.portNumbers
    return file.tracks.flatMap { track in
      track.events.filter { !$0.isMeta(0x21) }.map { event in
        let bytes = track.payload(of: event).map { String($0, radix: 16) }.joined(separator: " ")
        switch event.content {
        case .channel(let message):
          let isSilent = message.status & 0xF0 == 0x90 && message.data2 == 0
          let off = ChannelMessage(status: message.status & 0x8F, message.data1, 64, port: message.port)
          return "\(event.tick) \(ports[Int(message.port)]): \((isSilent ? off : message).word0 & 0xFFFFFF)"
        case .meta(let type, _): return "\(event.tick) meta \(type) \(bytes)"
        case .sysEx: return "\(event.tick) port \(ports[Int(event.port)]) system exclusive \(bytes)"
        case .escape: return "\(event.tick) port \(ports[Int(event.port)]) escape \(bytes)"
        case .tempo(let units): return "\(event.tick) tempo \(units)"
        case .packet: return "\(event.tick) packet \(bytes)"
        }
      }
    }.sorted()
  }

  private func check(_ file: MIDIFile, _ name: String) throws {
    var findings = MIDISequence.ImportFindings()
    let sequence = MIDISequence(file, findings: &findings)
    let written = try sequence.midiFile()
    let (before, after) = (lines(file), lines(written, sequence.portNumbers))
    if findings.hangingNotes == 0 {
      #expect(before == after, "\(name)")
    } else {
      #expect(after.count - before.count == findings.hangingNotes, "\(name)")
    }
    #expect(written.endTick == file.endTick && written.tracks.count == file.tracks.count, "\(name)")
    let again = try MIDISequence(written).midiFile()
    #expect(lines(again, sequence.portNumbers) == after, "\(name): once more")
    let bytes = FileBytes(copying: try written.written(), name: "written")
    #expect(lines(try MIDIFile(reading: bytes)) == after, "\(name): through bytes")
  }

  @Test func randomSongsComeBack() throws {
    for seed: UInt64 in 0..<UInt64(rounds(150)) {
      var random = SeededGenerator(seed: seed)
      try check(random.namedPortsSong(), "seed \(seed)")
    }
  }

  @Test(.enabled(if: !DebianSongs.paths.isEmpty, "needs Debian's openttd-openmsx"))
  func realSongsComeBack() throws {
    let paths = DebianSongs.paths.enumerated().filter { wantsLongRounds || $0.offset % 6 == 5 }
    for (_, path) in paths { try check(DebianSongs.song(path), path) }
  }

  /// The user's own songs: TACTUS_SONGS names a folder.
  @Test(.enabled(if: songFolder != nil, "TACTUS_SONGS names no folder"))
  func songsOfAFolderComeBack() throws {
    for path in songPaths(in: songFolder ?? "") {
      guard let file = try? MIDIFile(reading: FileBytes.open(path)), file.format != .independent else { continue }
      guard file.container == .plain, file.division.isWritable else { continue }
      try check(file, path)
    }
  }

  /// The contents of clips are restored, unless one note lies within another on the same key.
  @Test func clipsComeBack() throws {
    for seed: UInt64 in 0..<UInt64(rounds(100)) {
      var random = SeededGenerator(seed: seed)
      let sequence = random.clips()
      let file = try sequence.midiFile()
      var read = MIDISequence(file)
      read.portNumbers = sequence.portNumbers
      let isSame = read == sequence
      #expect(isSame, "seed \(seed)")
      let bytes = try MIDIFile(reading: FileBytes(copying: file.written(), name: "file"))
      let isSameThroughBytes = MIDISequence(bytes).tracks == sequence.tracks
      #expect(isSameThroughBytes, "seed \(seed)")
    }
  }

  @Test func notesArePairedFirstInFirstOut() {
    var (first, second) = (MIDIFile.Track(), MIDIFile.Track())
    let on = { ChannelMessage(status: 0x90, 60, $0) }
    let off = { ChannelMessage(status: 0x80, 60, $0) }
    first.append(off(1), at: 0)  // ends nothing
    first.append(on(10), at: 5)
    first.append(on(20), at: 6)
    first.append(off(30), at: 7)
    first.append(on(40), at: 8)
    first.append(on(0), at: 9)
    first.append(on(50), at: 9)
    first.append(ChannelMessage(status: 0x90, 61, 1), at: 10)
    second.append(off(70), at: 4)  // ends nothing
    second.append(off(60), at: 15)  // ends a note of the first track
    first.endTick = 40
    var findings = MIDISequence.ImportFindings()
    let sequence = MIDISequence(
      MIDIFile(division: .ticksPerQuarter(96), tracks: [first, second]), findings: &findings)
    let notes = sequence.tracks[0].clip?.notes.map {
      [$0.onset, $0.duration, Int64($0.key), Int64($0.releaseVelocity)]
    }
    #expect(notes == [[5, 2, 60, 30], [6, 3, 60, 64], [8, 7, 60, 60], [9, 31, 60, 64], [10, 30, 61, 64]])
    #expect(findings.hangingNotes == 2 && findings.strayNoteOffs == 2)
    #expect(sequence.tracks[1].clip?.notes.isEmpty == true && sequence.tracks[1].fileEvents.count == 1)
    #expect(sequence.tracks[0].clip?.length == nil && sequence.ticksPerQuarter == 96)
  }

  /// Files that contain only defects take no longer than others: quadratic time would mean minutes.
  @Test func manyDefects() throws {
    var track = MIDIFile.Track()
    for index in 0..<2_000 {
      track.append(ChannelMessage(status: 0x80, 60, 1), at: Int64(index))
      track.appendTempo(microsecondsPerQuarter: 1 + index, at: Int64(index))
    }
    for index in 0..<2_000 { track.append(ChannelMessage(status: 0x90, 60, 1), at: 10_000 + Int64(index)) }
    var findings = MIDISequence.ImportFindings()
    let file = MIDIFile(division: .ticksPerQuarter(96), tracks: [track])
    var sequence = MIDISequence(file, findings: &findings)
    #expect(findings.strayNoteOffs == 2_000 && findings.hangingNotes == 2_000)
    #expect(sequence.tracks[0].fileEvents.prefix(4).map(\.tick) == [0, 0, 1, 1])
    sequence.tracks[0].transpose = 1
    #expect(try sequence.midiFile().eventCount == 8_000)
  }

  @Test func filmTicksBecomeQuarters() throws {
    for (frames, ticks) in [(24, 4), (25, 40), (29, 80), (30, 1), (29, 3), (25, 1)] {
      var track = MIDIFile.Track()
      track.appendTempo(microsecondsPerQuarter: 123, at: 0)
      track.append(ChannelMessage(status: 0x90, 60, 1), at: 1_000_003)
      track.append(ChannelMessage(status: 0x80, 60, 1), at: 1_000_004)
      let file = MIDIFile(division: .timecode(framesPerSecond: frames, ticksPerFrame: ticks), tracks: [track])
      var findings = MIDISequence.ImportFindings()
      let sequence = MIDISequence(file, findings: &findings)
      #expect(sequence.tempoMap.isTogether(with: file.tempoMap(), atTick: 1_000_003))
      #expect(findings.unusedTempi == 1)
      let again = try sequence.midiFile()
      #expect(again.tempoMap().isTogether(with: file.tempoMap(), atTick: 1_000_003))
    }
  }

  /// Songs one after another: each has its own tempi, 120 until its first.
  @Test func songsBehindOneAnother() throws {
    for seed: UInt64 in 0..<20 {
      var random = SeededGenerator(seed: seed)
      let file = random.song(.independent, tracks: 4, events: 30)
      for choice in [SequenceChoice.first, .number(1), .concatenated] {
        let sequence = MIDISequence(file, choice: choice)
        let written = try sequence.midiFile()
        let (map, own) = (file.tempoMap(choice), sequence.tempoMap)
        for tick in stride(from: Int64(0), through: 20_000, by: 77) {
          #expect(own.isTogether(with: map, atTick: tick) && written.tempoMap().isTogether(with: map, atTick: tick))
        }
        let notes = SequenceCompiler(sampleRate: 42_000, choice: choice).compile(file).noteCount
        #expect(sequence.tracks.reduce(0) { $0 + ($1.clip?.notes.count ?? 0) } == notes)
      }
    }
  }

  /// A first track that plays nothing is not taken for the one that has the sequence's name.
  @Test func aSilentFirstTrackComesBack() throws {
    let note = Note(onset: 0, duration: 10, key: 60)
    for name in ["", "Song"] {
      let sequence = MIDISequence([Track(Clip(), name: "A"), Track(Clip(notes: [note]), name: "B")], name: name)
      let back = MIDISequence(try sequence.midiFile())
      #expect(back.name == name && back.tracks.map(\.name) == ["A", "B"])
      #expect(MIDISequence(try back.midiFile()).tracks.map(\.name) == ["A", "B"])
    }
  }

  /// Changes to the sequence appear in its file; everything else stays the same, byte for byte.
  @Test func changesReplaceWhatWasKept() throws {
    var (conductor, track) = (MIDIFile.Track(), MIDIFile.Track())
    conductor.appendMeta(0x03, [0x83, 0x4A], at: 0)  // Shift-JIS
    conductor.appendTempo(microsecondsPerQuarter: 500_000, at: 0)
    conductor.appendMeta(0x58, [6, 3, 36, 8], at: 0)
    conductor.appendMeta(0x06, Array("Verse".utf8), at: 96)
    track.appendMeta(0x03, Array("Bass".utf8), at: 0)
    track.appendTempo(microsecondsPerQuarter: 400_000, at: 50)
    track.append(ChannelMessage(status: 0xC0, 33), at: 50)
    let file = MIDIFile(division: .ticksPerQuarter(96), tracks: [conductor, track])
    var sequence = MIDISequence(file)
    #expect(sequence.tracks.map(\.name) == ["Bass"] && sequence.tempi.map(\.tick) == [0, 50])
    #expect(sequence.meters.map(\.meter.description) == ["6/8"])
    #expect(lines(try sequence.midiFile()) == lines(file))
    sequence.tempi = [TempoMap.Entry(tick: 0, tempo: Tempo(bpm: 100))]
    sequence.tracks[0].name = "Bässe"
    let changed = try sequence.midiFile()
    #expect(changed.tempoChanges().map(\.tenNanoseconds) == [60_000_000])
    #expect(changed.tracks[1].name == "Bässe" && changed.tracks[1].events.filter { $0.isMeta(3) }.count == 1)
    #expect(changed.tracks[0].events.filter { $0.isMeta(0x58) || $0.isMeta(3) || $0.isMeta(6) }.count == 3)
    #expect(
      changed.tracks[0].payload(of: changed.tracks[0].events.first { $0.isMeta(3) }!).elementsEqual([0x83, 0x4A]))
  }

  @Test func rampsBecomeSteps() throws {
    for curve in [TempoCurve.linearInBeats, .linearInTime] {
      var sequence = MIDISequence([Track(Clip(length: 4000))], ticksPerQuarter: 480)
      sequence.tempi = [
        TempoMap.Entry(tick: 100, tempo: Tempo(bpm: 60), curve: curve),
        TempoMap.Entry(tick: 3000, tempo: Tempo(bpm: 180)),
      ]
      let map = try sequence.midiFile().tempoMap()
      for tick in stride(from: Int64(100), through: 4000, by: 120) {
        let (position, exact) = (map.seconds(atTick: tick), sequence.tempoMap.seconds(atTick: tick))
        let difference =
          Double(position.numerator) / Double(position.denominator) - Double(exact.numerator)
          / Double(exact.denominator)
        #expect(abs(difference) < 1e-5)
      }
    }
  }

  /// Many long ramps share a limited number of steps, and each still ends at its exact time.
  @Test func manyRampsBecomeFewSteps() throws {
    var sequence = MIDISequence([Track(Clip(length: 4_096 * 500))], ticksPerQuarter: 1)
    sequence.tempi = (0..<500).map { number in
      TempoMap.Entry(tick: 4_096 * Tick(number), tempo: Tempo(bpm: number % 2 == 0 ? 60 : 90), curve: .linearInTime)
    }
    let file = try sequence.midiFile()
    let map = file.tempoMap()
    #expect(map.entries.count <= 262_144)
    for number in [1, 2, 250, 499] {
      let tick = 4_096 * Tick(number)
      let (time, exact) = (map.seconds(atTick: tick), sequence.tempoMap.seconds(atTick: tick))
      #expect(abs(time.approximate - exact.approximate) < 1e-4)
    }
  }
}

/// The folder that TACTUS_SONGS names.
private let songFolder = ProcessInfo.processInfo.environment["TACTUS_SONGS"]

private func songPaths(in folder: String) -> [String] {
  let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
  return names.filter { $0.lowercased().hasSuffix(".mid") }.sorted().map { folder + "/" + $0 }
}

extension TempoMap {
  /// Whether a tick is at the same second in both, exactly.
  fileprivate func isTogether(with other: TempoMap, atTick tick: Tick) -> Bool {
    let (a, b) = (seconds(atTick: tick), other.seconds(atTick: tick))
    return a.numerator * b.denominator == b.numerator * a.denominator
  }
}

extension SeededGenerator {
  /// A random sequence of plain clips in which no note lies within another on its key.
  fileprivate mutating func clips() -> MIDISequence {
    let tracks = (0..<number(1...4)).map { index in
      var track = Track(clip(), name: number(0...2) == 0 ? "" : "Spur \(index)")
      track.overlap = .layer
      if number(0...1) == 0 { track.fileEvents.append(FileEvent(tick: number(0...99), .meta(type: 6, [1, 2, 3]))) }
      return track
    }
    var sequence = MIDISequence(tracks, name: number(0...1) == 0 ? "" : "Lied", ticksPerQuarter: Int(number(1...9999)))
    sequence.tempi = (0..<number(0...3)).map { TempoMap.Entry(tick: $0 * 77, tempo: Tempo(bpm: 120)) }
    if number(0...1) == 0 { sequence.meters = [MeterMap.Entry(tick: 8, meter: .common)] }
    return sequence
  }

  private mutating func clip() -> Clip {
    var notes: [Note] = []
    for key: UInt8 in 60..<64 {
      var onset: Int64 = 0
      for _ in 0..<number(0...12) {
        let duration = number(0...50)
        notes.append(
          Note(
            onset: onset, duration: duration, key: key, velocity: UInt8(number(1...127)),
            releaseVelocity: UInt8(number(0...127)), channel: UInt8(key - 60)))
        onset += max(1, duration + number(0...3) * 20)
      }
    }
    var messages = (0..<number(0...5)).map { ClipMessage.controller(7, UInt8($0), at: $0 * 20, channel: 3) }
    if number(0...1) == 0 { messages.append(ClipMessage(tick: 500, .systemExclusive([0x7E, 1, 2], port: 0))) }
    let clip = Clip(notes: NoteList(notes), messages: messages)
    return Clip(notes: clip.notes, messages: messages, length: number(0...1) == 0 ? nil : max(clip.lastTick, 100) + 9)
  }

  /// A random song whose ports are set by port events, as in a file.
  fileprivate mutating func namedPortsSong() throws -> MIDIFile {
    let song = song(number(0...2) == 0 ? .single : .simultaneous, tracks: 4, events: 40).namingPorts()
    return try MIDIFile(reading: FileBytes(copying: song.written(), name: "song"))
  }
}
