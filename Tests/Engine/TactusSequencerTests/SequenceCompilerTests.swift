import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime
import TestSupport
import Testing

@Suite struct SequenceCompilerTests {
  private func song(_ tracks: MIDIFile.Track...) -> MIDIFile {
    MIDIFile(division: .ticksPerQuarter(480), tracks: tracks)
  }
  private func compile(_ file: MIDIFile, _ choice: SequenceChoice = .first) -> EventTimeline {
    SequenceCompiler(sampleRate: 48_000, choice: choice).compile(file)
  }
  private func on(_ key: UInt8, _ velocity: UInt8 = 64, port: UInt8 = 0) -> ChannelMessage {
    ChannelMessage(status: 0x90, key, velocity, port: port)
  }
  private func off(_ key: UInt8, port: UInt8 = 0) -> ChannelMessage {
    ChannelMessage(status: 0x80, key, 64, port: port)
  }

  /// Compared with a simple sort by (tick, track, index).
  @Test func orderIsThatOfASort() {
    let seed: UInt64 = 51
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(60) {
      let file = random.song()
      let timeline = compile(file)
      var all: [(tick: Tick, track: Int, index: Int, event: MIDIFile.Event?)] = []
      for (number, track) in file.tracks.enumerated() {
        for (index, event) in track.events.enumerated() { all.append((event.tick, number, index, event)) }
        all.append((track.endTick, number, track.events.count, nil))
      }
      all.sort { ($0.tick, $0.track, $0.index) < ($1.tick, $1.track, $1.index) }
      let merged = Array(MergedEvents(file))
      #expect(merged.map { [Int($0.tick), $0.track, $0.index] } == all.map { [Int($0.tick), $0.track, $0.index] })
      // without the generated note-offs, the rest is the sorted list
      let clock = FrameClock(map: file.tempoMap(), sampleRate: 48_000)
      var position = 0
      for (tick, _, _, event) in all {
        var message = event?.channelMessage
        if case .sysEx? = event?.content { message = ChannelMessage(word0: 0x3004_7E7F, word1: 0x0901_0000) }
        guard let message else { continue }
        let isSilent = message.kind == .noteOn && message.data2 == 0
        let expected =
          isSilent ? ChannelMessage(status: 0x80 | message.channel, message.data1, 64, port: message.port) : message
        let frame = clock.frame(atTick: tick)
        let wanted = TimelineEvent(frame: frame, message: expected)
        while position < timeline.count, timeline[position] != wanted {
          #expect(timeline[position].message.kind == .noteOff, "round \(round), seed \(seed)")
          position += 1
        }
        #expect(position < timeline.count, "\(wanted) is missing, round \(round), seed \(seed)")
        position += 1
      }
      let channelMessages = all.filter { $0.event?.isChannelMessage ?? false }.count
      let others = timeline.systemMessages.count + timeline.hangingNoteCount
      #expect(timeline.count == channelMessages + others, "round \(round), seed \(seed)")
      #expect(timeline.endTick == file.endTick && timeline.endFrame == clock.frame(atTick: file.endTick))
      #expect(
        timeline.systemMessages.count
          == all.filter { if case .sysEx? = $0.event?.content { true } else { false } }.count)
    }
  }

  /// Frames ascend and every note is ended: no key is left open at the end.
  @Test(arguments: MIDIFile.Format.allCases)
  func everyNoteEnds(format: MIDIFile.Format) {
    let seed: UInt64 = 52
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(60) {
      let file = random.song(format)
      for choice in [SequenceChoice.first, .number(2), .concatenated] {
        let timeline = compile(file, choice)
        var open = [Int](repeating: 0, count: 1 << 15)
        var (last, notes, run, most) = (Int64(0), 0, 0, 0)
        for event in timeline {
          #expect(event.frame >= last && event.frame <= timeline.endFrame, "round \(round), seed \(seed)")
          run = event.frame == last ? run + 1 : 1
          (last, most) = (event.frame, max(most, run))
          guard !event.message.isSystemExclusive else { continue }
          let key = Int(event.message.port) << 11 | Int(event.message.channel) << 7 | Int(event.message.data1)
          if event.message.kind == .noteOn { (open[key], notes) = (open[key] + 1, notes + 1) }
          if event.message.kind == .noteOff { open[key] = max(0, open[key] - 1) }
        }
        #expect(open.allSatisfy { $0 == 0 } && notes == timeline.noteCount, "\(choice), round \(round), seed \(seed)")
        #expect(notes == timeline.programs.reduce(0) { $0 + $1.notes }, "round \(round), seed \(seed)")
        #expect(most == timeline.mostEventsInOneFrame, "round \(round), seed \(seed)")
      }
    }
  }

  @Test func tempoOfAnyTrackCounts() {
    var (a, b) = (MIDIFile.Track(), MIDIFile.Track())
    a.append(on(60), at: 960)
    b.appendMeta(0x51, [0x0F, 0x42, 0x40], at: 480)  // 60 bpm
    a.append(off(60), at: 1440)
    #expect(compile(song(a, b)).map(\.frame) == [72_000, 120_000])
  }

  @Test func notesOfLengthZeroStayOnBeforeOff() {
    var track = MIDIFile.Track()
    track.append(on(60), at: 100)
    track.append(off(60), at: 100)
    track.append(on(61), at: 100)
    track.append(on(61, 0), at: 100)
    let timeline = compile(song(track))
    #expect(timeline.map(\.message) == [on(60), off(60), on(61), off(61)])
    #expect(timeline.hangingNoteCount == 0 && timeline.noteCount == 2 && timeline.mostEventsInOneFrame == 4)
  }

  @Test func openNotesEndWithTheirTrack() {
    var (a, b, c) = (MIDIFile.Track(), MIDIFile.Track(), MIDIFile.Track())
    a.append(on(60), at: 0)
    a.append(on(61), at: 0)
    a.append(on(61), at: 10)
    a.append(off(61), at: 20)
    a.endTick = 480
    b.append(on(62), at: 0)  // ended by another track
    c.append(off(62), at: 5)
    c.append(on(70), at: 960)
    c.append(off(70), at: 970)
    b.endTick = 1000
    let timeline = compile(song(a, b, c))
    #expect(timeline.hangingNoteCount == 2)
    let late = timeline.filter { $0.frame == 24_000 }.map(\.message)
    #expect(late == [off(60), off(61)])
    #expect(timeline.count == 10 && timeline[9].message == off(70))
  }

  @Test func portsStayApart() {
    var track = MIDIFile.Track()
    for port in [UInt8(0), 3, 15] { track.append(on(60, port: port), at: 0) }
    track.append(off(60, port: 3), at: 1)
    let timeline = compile(song(track))
    #expect(timeline.hangingNoteCount == 2 && timeline.channels == [0: 1, 3: 1, 15: 1])
    #expect(timeline.suffix(2).map(\.message.port) == [0, 15])
  }

  @Test func songsOfFormatTwo() {
    var tracks = [MIDIFile.Track(), MIDIFile.Track(), MIDIFile.Track()]
    tracks[0].appendMeta(0x51, [0x0F, 0x42, 0x40], at: 0)  // 60 bpm
    for index in 0..<3 {
      tracks[index].append(on(UInt8(60 + index)), at: 240)
      tracks[index].append(off(UInt8(60 + index)), at: 480)
    }
    let file = MIDIFile(format: .independent, division: .ticksPerQuarter(480), tracks: tracks)
    #expect(compile(file).map(\.frame) == [24_000, 48_000])
    #expect(compile(file, .number(1)).map(\.frame) == [12_000, 24_000])
    #expect(compile(file, .number(9))[0].message == on(62))
    #expect(compile(file, .number(-9))[0].message == on(60))
    let all = compile(file, .concatenated)
    #expect(all.map(\.frame) == [24_000, 48_000, 60_000, 72_000, 84_000, 96_000])
    #expect(all.endFrame == 96_000 && all.endTick == 1440)
    #expect(
      MergedEvents(file, choice: .concatenated).map(\.tick) == [0, 240, 480, 480, 720, 960, 960, 1200, 1440, 1440])
  }

  /// Each song begins with pedals, pitch bends and other controllers at rest, but with the programs of the song before.
  @Test func songsOfFormatTwoBeginAtRest() {
    var tracks = [MIDIFile.Track(), MIDIFile.Track(), MIDIFile.Track()]
    for message in [
      ChannelMessage(status: 0xC3, 40), ChannelMessage(status: 0xB3, 64, 127), ChannelMessage(status: 0x93, 60, 64),
    ] {
      tracks[0].append(message, at: 0)
    }
    tracks[0].append(ChannelMessage(status: 0xE5, 0, 100, port: 2), at: 480)
    tracks[0].append(ChannelMessage(status: 0x83, 60, 64), at: 480)
    for index in 1..<3 {
      tracks[index].append(ChannelMessage(status: 0x93, 61, 64), at: 0)
      tracks[index].append(ChannelMessage(status: 0x83, 61, 64), at: 480)
    }
    var file = MIDIFile(format: .independent, division: .ticksPerQuarter(480), tracks: tracks)
    let resets = compile(file, .concatenated).enumerated().filter { $1.message.data1 == 121 }
    #expect(resets.map(\.element.frame) == [24_000, 24_000] && resets.map(\.offset) == [5, 6])
    #expect(resets.map(\.element.message.status) == [0xB3, 0xB5] && resets.map(\.element.message.port) == [0, 2])
    #expect(!compile(file, .number(0)).contains { $0.message.data1 == 121 })
    file.format = .simultaneous
    #expect(!compile(file, .concatenated).contains { $0.message.data1 == 121 })
  }

  @Test func programsAndTheirKeys() {
    var track = MIDIFile.Track()
    track.append(on(50), at: 0)
    track.append(ChannelMessage(status: 0xB0, 0, 8), at: 0)
    track.append(on(70), at: 0)
    track.append(ChannelMessage(status: 0xB0, 32, 2), at: 0)
    track.append(ChannelMessage(status: 0xC0, 40), at: 0)
    track.append(ChannelMessage(status: 0xC0, 41), at: 0)  // 40 plays nothing
    track.append(on(60), at: 0)
    track.append(ChannelMessage(status: 0x99, 36, 100), at: 0)
    let programs = compile(song(track)).programs
    #expect(programs.map(\.program) == [0, 41, 0] && programs.map(\.channel) == [0, 0, 9])
    #expect(programs.map(\.bankMSB) == [0, 8, 0] && programs.map(\.bankLSB) == [0, 2, 0])
    #expect(programs.map(\.keys) == [50...70, 60...60, 36...36] && programs.map(\.notes) == [2, 1, 1])
  }

  @Test func metersOfAllTracks() {
    var (a, b) = (MIDIFile.Track(), MIDIFile.Track())
    a.appendMeta(0x58, [0, 2, 24, 8], at: 0)  // senseless
    b.appendMeta(0x58, [3, 2, 24, 8], at: 1920)
    let map = song(a, b).meterMap()
    #expect(map.position(atTick: 1920 + 1440) == BarPosition(bar: 3, beat: 1, tick: 0))
    #expect(map.meter(atTick: 0) == .common)
  }

  @Test func bytesOfAListing() {
    var track = MIDIFile.Track()
    track.append(on(60, 0), at: 0)
    track.append(ChannelMessage(status: 0xC3, 7), at: 0)
    track.appendMeta(1, [UInt8](repeating: 65, count: 200), at: 0)
    track.appendSysEx([1, 2, 0xF7], at: 0)
    track.appendEscape([0xF8], at: 0)
    let file = song(track)
    let bytes = MergedEvents(file).map { file.bytes(of: $0) }
    #expect(bytes[0] == [0x90, 60, 0] && bytes[1] == [0xC3, 7] && bytes[2].prefix(5) == [0xFF, 1, 0x81, 0x48, 65])
    #expect(
      bytes[2].count == 204 && bytes[3] == [0xF0, 1, 2, 0xF7] && bytes[4] == [0xF8] && bytes[5] == [0xFF, 0x2F, 0])
  }

  @Test func nothingTraps() {
    #expect(compile(song()).isEmpty && compile(song(MIDIFile.Track())).endFrame == 0)
    var track = MIDIFile.Track()
    track.append(on(60), at: (1 << 53) - 1)
    track.endTick = .max
    let file = MIDIFile(
      format: .independent, division: .timecode(framesPerSecond: 16, ticksPerFrame: 1), tracks: [track, track])
    for choice in [SequenceChoice.concatenated, .number(.max), .number(.min)] {
      let timeline = SequenceCompiler(sampleRate: .max, choice: choice).compile(file)
      #expect(timeline.endTick == 1 << 53)
      #expect(Array(MergedEvents(file, choice: choice)).last?.tick == 1 << 53)
    }
  }
}
