import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// The flattened sequence equals what is played.
@Suite struct FlatteningTests {
  /// Random sequences that use every feature: the player, at one frame per tick, plays the flattened notes.
  @Test func writtenIsPlayed() throws {
    for seed: UInt64 in 0..<UInt64(rounds(60)) {
      var random = SeededGenerator(seed: seed)
      let sequence = random.sequence()
      let end: Int64 = 3000
      let fills = seed % 2 == 0
      let written = try sequence.flattened(0..<end, isFilling: fills)
      #expect(written.tracks.map(\.id) == sequence.tracks.map(\.id))
      let (played, file) = (play(sequence, end, fills), try written.midiFile())
      let isSame = played == events(file, before: end)
      #expect(isSame, "seed \(seed)")
      let again = try MIDISequence(file).midiFile()
      #expect(events(again, before: .max) == events(file, before: .max), "seed \(seed)")
    }
  }

  /// The messages that the sequencer sends with its own transport until a tick, by tick; unordered within a tick.
  private func play(_ sequence: MIDISequence, _ end: Int64, _ fills: Bool) -> [String] {
    let stage = SequencerStage()
    var compiler = TimelineCompiler(sampleRate: 48_000)
    stage.sequencer.publish(compiler.compile(sequence))
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.fill(fills)
    stage.sequencer.play(from: 0)
    var heard: [Heard] = []
    while stage.frame < end { heard += stage.cycle(Int(min(500, end - stage.frame))) }
    return heard.filter { !$0.message.isChased(at: $0.frame) }.map { "\($0.frame) \($0.message)" }.sorted()
  }

  private func events(_ file: MIDIFile, before end: Int64) -> [String] {
    file.tracks.flatMap { track in
      track.events.filter { $0.tick < end }.compactMap { event in
        event.channelMessage.flatMap { $0.isChased(at: event.tick) ? nil : "\(event.tick) \($0)" }
      }
    }.sorted()
  }

  /// A part of a song is as long as the part.
  @Test func whatLiesBeyondTheEndIsLeftOut() throws {
    var track = Track(Clip(notes: [Note(onset: 0, duration: 10, key: 60), Note(onset: 5000, duration: 10, key: 60)]))
    track.fileEvents = [100, 950, 1000, 4000].map { FileEvent(tick: $0, .meta(type: 0x05, [0x61])) }
    var sequence = MIDISequence([track])
    sequence.tempi = [
      TempoMap.Entry(tick: 0, tempo: Tempo(bpm: 60), curve: .linearInBeats),
      TempoMap.Entry(tick: 2000, tempo: Tempo(bpm: 120)),
    ]
    sequence.meters = [0, 900, 3000].map { MeterMap.Entry(tick: $0, meter: .common) }
    sequence.fileEvents = [FileEvent(tick: 2500, .meta(type: 0x06, [0x62]))]
    let flat = try sequence.flattened(0..<1000)
    #expect(flat.tempi.map(\.tick) == [0, 1000] && flat.tempi.last?.tempo.bpm.rounded() == 90)
    #expect(flat.meters.map(\.tick) == [0, 900] && flat.fileEvents.isEmpty)
    #expect(flat.tracks[0].fileEvents.map(\.tick) == [100, 950])
    let ends = try sequence.midiFile(until: 1000).tracks.map(\.endTick)
    #expect(ends == [1000, 1000])
    #expect(try sequence.flattened(2200..<2300).tempi.count == 2)
  }

  /// File events of a track keep their positions in the track when the track is moved.
  @Test func fileEventsMoveWithTheirTrack() throws {
    var track = Track(Clip(notes: [Note(onset: 10, duration: 5, key: 60)]), name: "a")
    track.fileEvents = [
      FileEvent(tick: 0, .meta(type: 0x03, [0x61])), FileEvent(tick: 10, .meta(type: 0x05, [0x62])),
    ]
    track.start = 480
    let flat = try MIDISequence([track]).flattened(0..<1000)
    #expect(flat.tracks[0].fileEvents.map(\.tick) == [0, 490] && flat.tracks[0].clip?.notes.first?.onset == 490)
  }

  @Test func loopsOfDifferentLengths() throws {
    var short = Track(Clip(notes: [Note(onset: 0, duration: 10, key: 60)], length: 30), isLooped: true)
    short.passLimit = 5
    var long = Track(Clip(notes: [Note(onset: 40, duration: 10, key: 60)], length: 50), isLooped: true)
    (long.start, long.transpose, long.channel, long.loopEnd) = (5, 2, 9, .ringOver)
    var sequence = MIDISequence([short, long])
    #expect(sequence.length == 150)
    let flat = try sequence.flattened(0..<sequence.length)
    #expect(flat.tracks[0].clip?.notes.map(\.onset) == [0, 30, 60, 90, 120])
    #expect(flat.tracks[1].clip?.notes.map(\.onset) == [45, 95, 145])
    #expect(flat.tracks[1].clip?.notes.allSatisfy { $0.key == 62 && $0.channel == 9 && $0.duration == 10 } == true)
    sequence.tracks[0].isMuted = true
    #expect(try sequence.flattened(0..<100).tracks[0].clip?.notes.isEmpty == true)
  }

  @Test func whatWasSaidBeforeHolds() throws {
    var track = Track(
      Clip(messages: [.controller(7, 1, at: 0), .controller(7, 2, at: 60), .controller(7, 3, at: 120)], length: 100),
      isLooped: true)
    let value = { (message: ClipMessage) -> UInt8 in
      if case .channel(let message) = message.content { message.data2 } else { 0 }
    }
    let first = try MIDISequence([track]).flattened(50..<170).tracks[0].clip?.messages ?? []
    #expect(first.map(\.tick) == [50, 60, 100, 160] && first.map(value) == [1, 2, 1, 2])
    let later = try MIDISequence([track]).flattened(130..<150).tracks[0].clip?.messages ?? []
    #expect(later.map(\.tick) == [130, 130, 130] && later.map(value) == [1, 2, 1])
    track.isLooped = false
    let once = try MIDISequence([track]).flattened(70..<200).tracks[0].clip?.messages ?? []
    #expect(once.map(\.tick) == [70, 70, 120])
  }

  /// Events at the very end of a track that plays once belong to the track; a loop does not start again there.
  @Test func endsAreWritten() throws {
    let once = Track(Clip(messages: [.controller(7, 9, at: 100)]))
    let loop = Track(Clip(notes: [Note(onset: 0, duration: 5, key: 72)], length: 50), isLooped: true)
    var moved = Track(Clip(messages: [.program(3, at: 0)]))
    moved.transpose = 1
    let file = try MIDISequence([once, loop, moved]).midiFile()
    let messages = file.tracks.flatMap { track in track.events.compactMap { event in event.channelMessage } }
    #expect(messages.filter { $0.kind == .noteOn }.map(\.data1).sorted() == [72, 72])
    #expect(messages.contains { $0.kind == .controller } && messages.contains { $0.kind == .program })
    #expect(try MIDISequence([moved]).midiFile().eventCount == 1)
  }

  /// Silence at the end of a track is kept: the file is as long as the sequence, and a part as long as the part.
  @Test func tracksEndWhereTheyEnded() throws {
    let clip = Clip(notes: [Note(onset: 0, duration: 5, key: 72)], length: 50)
    var (passes, muted, moved) = (Track(clip, isLooped: true), Track(clip), Track(clip))
    (passes.passLimit, muted.isMuted, muted.start, moved.start) = (4, true, 300, 120)
    let sequence = MIDISequence([passes, muted, moved, Track(clip, isLooped: true)])
    #expect(sequence.length == 350)
    #expect(try sequence.midiFile().tracks.map(\.endTick) == [200, 350, 170, 350])
    #expect(try sequence.flattened(0..<160).tracks.map(\.end) == [160, 160, 160, 160])
    #expect(try sequence.flattened(0..<122).tracks.map(\.end) == [122, 122, 125, 122], "a note rings longer")
    #expect(try MIDISequence(sequence.midiFile()).length == 350)
  }

  /// A loop without events costs nothing, however often it is played.
  @Test func emptyLoops() throws {
    var loop = Track(Clip(), isLooped: true)
    loop.loopLength = 1
    let late = Track(Clip(notes: [Note(onset: 1 << 44, duration: 5, key: 72)]))
    #expect(try MIDISequence([loop, late]).midiFile().tracks.map(\.endTick).max() == 1 << 44 + 5)
  }

  /// A note without a length is played for a tick, at the end of a track too.
  @Test func aNoteWithoutLengthAtTheEndIsPlayed() throws {
    let track = Track(Clip(notes: [Note(onset: 0, duration: 0, key: 60), Note(onset: 100, duration: 0, key: 61)]))
    let sequence = MIDISequence([track])
    #expect(sequence.length == 101)
    let file = try sequence.midiFile()
    #expect(file.tracks.flatMap(\.events).compactMap(\.channelMessage).filter { $0.kind == .noteOn }.count == 2)
    let played = try sequence.flattened(0..<101).tracks.flatMap { $0.clip?.notes.map(\.key) ?? [] }
    #expect(played == [60, 61])
    var edited = NoteList()
    edited.insert(Note(onset: 7, duration: 0, key: 60))
    #expect(edited.end == 8)
  }

  /// A loop of one tick that runs for years is refused, not written.
  @Test func tooMuchIsRefused() {
    let clip = Clip(notes: [Note(onset: 0, duration: 1, key: 60)], length: 1)
    let sequence = MIDISequence([Track(clip, isLooped: true)])
    #expect(throws: FlatteningError.tooManyEvents(limit: SequencerSettings.flatEventLimit)) {
      try sequence.flattened(0..<(1 << 50))
    }
    #expect(throws: FlatteningError.self) { try sequence.midiFile(until: .max) }
  }
}

extension ChannelMessage {
  /// Whether it may belong to a restored state: the sequencer sends only the last value of each controller, a file all
  /// values.
  fileprivate func isChased(at tick: Int64) -> Bool { tick == 0 && kind == .controller }
}
