import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime
import TactusTool
import TestSupport
import Testing

/// What is played, what is written and what is bounced are the same.
@Suite struct PlayedSequenceTests {
  /// An event by its frame, for comparison.
  private struct Placed: Hashable, Comparable, CustomStringConvertible {
    var frame: Int64
    var message: ChannelMessage

    var description: String { "\(frame): \(message)" }
    static func < (a: Placed, b: Placed) -> Bool {
      (a.frame, a.message.word0, a.message.word1) < (b.frame, b.message.word0, b.message.word1)
    }
  }

  private func placed(_ played: PlayedSequence) -> [Placed] {
    played.events.map { Placed(frame: $0.frame, message: $0.message) }
  }

  private func placed(_ song: MIDIFile, _ sampleRate: Int, _ tempoMap: TempoMap? = nil) -> [Placed] {
    let compiler = SequenceCompiler(sampleRate: sampleRate, tempoMap: tempoMap)
    return compiler.compile(song).map { Placed(frame: $0.frame, message: $0.message) }
  }

  /// Compares without printing long lists.
  private func expectSame(_ a: [Placed], _ b: [Placed], _ what: String, at position: SourceLocation = #_sourceLocation)
  {
    let difference =
      zip(a, b).first { $0 != $1 }.map { "\($0) against \($1)" } ?? "\(a.count) against \(b.count) events"
    let isSame = a == b
    #expect(isSame, "\(what): \(difference)", sourceLocation: position)
  }

  private func seeds(_ count: Int) -> Range<UInt64> { 0..<UInt64(rounds(count)) }

  private func end(_ sequence: MIDISequence, _ random: inout SeededGenerator) -> Tick {
    random.number(1...20 * Int64(sequence.ticksPerQuarter))
  }

  /// The song that is bounced has the events of the sequencer, on the same frames and in the same order.
  @Test func theBouncedSongIsWhatIsPlayed() throws {
    for seed in seeds(40) {
      var random = SeededGenerator(seed: seed)
      let sequence = random.sequence()
      let (rate, isFilling) = (random.pick([8_000, 44_100, 48_000, 96_000]), random.number(0...1) == 0)
      let played = try PlayedSequence(
        sequence, until: end(sequence, &random), sampleRate: rate, isFilling: isFilling)
      expectSame(placed(try played.song(inPlayedOrder: true), rate, sequence.tempoMap), placed(played), "seed \(seed)")
    }
  }

  /// The song that is bounced has the numbers and names of the sequence's tracks, and each note-on is in its track.
  @Test func theBouncedSongHasTheTracksOfTheSequence() throws {
    for seed in seeds(40) {
      var random = SeededGenerator(seed: seed)
      var sequence = random.sequence()
      for index in sequence.tracks.indices { sequence.tracks[index].name = "Track \(index)" }
      let played = try PlayedSequence(sequence, until: end(sequence, &random), sampleRate: 48_000)
      let song = try played.song(inPlayedOrder: true)
      #expect(song.tracks.map { $0.name } == sequence.tracks.map { $0.name }, "seed \(seed)")
      let notes = sequence.tracks.map { track in
        played.events.filter { $0.track == track.id && $0.message.kind == .noteOn }.map { $0.message }
      }
      let written = song.tracks.map { track in
        track.events.compactMap { $0.channelMessage }.filter { $0.kind == .noteOn }
      }
      #expect(written == notes, "seed \(seed)")
    }
  }

  /// Notes that end together end in the order of their starts, whatever their tracks, and before the notes that start
  /// then; a note that another track cuts ends just before the note of that track.
  @Test func tracksAreMergedAsTheyArePlayed() throws {
    func track(_ notes: [Note]) -> Track {
      var track = Track(Clip(notes: NoteList(notes)))
      track.overlap = .retrigger
      return track
    }
    let sequence = MIDISequence(
      [
        track([Note(onset: 10, duration: 90, key: 60), Note(onset: 100, duration: 50, key: 61)]),
        track([Note(onset: 100, duration: 50, key: 70), Note(onset: 120, duration: 30, key: 61)]),
        track([Note(onset: 0, duration: 100, key: 80), Note(onset: 100, duration: 50, key: 70)]),
      ], ticksPerQuarter: 480)
    let played = try PlayedSequence(sequence, until: 300, sampleRate: 48_000)
    let song = try played.song(inPlayedOrder: true)
    let keys = SequenceCompiler(sampleRate: 48_000).compile(song).map { event in
      (event.message.kind == .noteOff ? -1 : 1) * Int(event.message.data1)
    }
    #expect(keys == [80, 60, -80, -60, 61, 70, -70, 70, -61, 61, -70, -61])
    #expect(SequenceCompiler(sampleRate: 48_000).compile(song).hangingNoteCount == 0)
  }

  /// The title of what is bounced is the sequence's name, even if it is empty, and not that of a track.
  @Test func theTitleIsTheNameOfTheSequence() throws {
    var track = Track(Pattern([Step([36])]), name: "Kick")
    for name in ["Beat", ""] {
      let sequence = MIDISequence([track], name: name, tempo: Tempo(bpm: 100))
      let played = try PlayedSequence(sequence, until: 40_000, sampleRate: 48_000)
      #expect(AudioFileMetadata(of: try played.song(inPlayedOrder: true)).title == name)
    }
    track.fileEvents = [FileEvent(tick: 0, .meta(type: 1, Array("@TSong".utf8)))]
    let played = try PlayedSequence(MIDISequence([track], name: "Beat"), until: 40_000, sampleRate: 48_000)
    #expect(AudioFileMetadata(of: try played.song(inPlayedOrder: true)).title == "Song")
  }

  /// The texts of a track that starts later are moved with it, and settings that are restored at the start are kept.
  @Test func eventsBesideNotesAreKept() throws {
    let quarter = Tick(SequencerSettings.ticksPerQuarter)
    var late = Track(Pattern([Step([36])], stepLength: quarter))
    late.start = 2 * quarter
    late.fileEvents = [FileEvent(tick: quarter, .meta(type: 6, [65]))]
    var loop = Track(Clip(messages: [.program(5, at: quarter)], length: 2 * quarter), isLooped: true)
    (loop.start, loop.beforeStart) = (3 * quarter, .wrap)
    let played = try PlayedSequence(MIDISequence([late, loop]), until: 8 * quarter, sampleRate: 48_000)
    for inPlayedOrder in [true, false] {
      let song = try played.song(inPlayedOrder: inPlayedOrder)
      #expect(song.tracks.flatMap { $0.events }.filter { $0.isMeta(6) }.map { $0.tick } == [3 * quarter])
      let programs = song.tracks.flatMap { $0.events }.filter { $0.channelMessage?.kind == .program }
      #expect(programs.count == played.events.count { $0.message.kind == .program })
    }
  }

  /// A muted first track is not taken for a track that only has the name of the sequence.
  @Test func aMutedFirstTrackIsKept() throws {
    var muted = Track(Pattern([Step([36])]), name: "A")
    muted.isMuted = true
    let played = try PlayedSequence(
      MIDISequence([muted, Track(Pattern([Step([38])]), name: "B")]), until: 40_000, sampleRate: 48_000)
    let sequence = MIDISequence(try played.song(inPlayedOrder: false))
    #expect(sequence.name.isEmpty && sequence.tracks.map { $0.name } == ["A", "B"])
  }

  /// The same events are played in cycles of any length.
  @Test func partitionsPlayTheSame() throws {
    for seed in seeds(12) {
      var random = SeededGenerator(seed: seed)
      let sequence = random.sequence()
      let end = end(sequence, &random)
      let whole = try PlayedSequence(sequence, until: end, sampleRate: 48_000)
      var cycles = random.cycles(of: 1 << 22)
      let parts = try PlayedSequence(sequence, until: end, sampleRate: 48_000) { cycles.popLast() ?? 4_096 }
      expectSame(placed(parts), placed(whole), "seed \(seed)")
    }
  }

  /// Each note-on has its note-off, in order, within the played range.
  @Test func everyNoteEnds() throws {
    for seed in seeds(20) {
      var random = SeededGenerator(seed: seed)
      let sequence = random.sequence()
      let end = end(sequence, &random)
      let played = try PlayedSequence(sequence, until: end, sampleRate: 48_000)
      var sounding: [UInt32: Int] = [:]
      var isNeverNegative = true
      for event in played.events where event.message.kind == .noteOn || event.message.kind == .noteOff {
        sounding[event.message.word0 & 0x0F0F_7F00, default: 0] += event.message.kind == .noteOn ? 1 : -1
        isNeverNegative = isNeverNegative && sounding[event.message.word0 & 0x0F0F_7F00, default: 0] >= 0
      }
      let areWithin = played.events.allSatisfy { (0...end).contains($0.tick) }
      let ascend = zip(played.events, played.events.dropFirst()).allSatisfy {
        ($0.tick, $0.frame) <= ($1.tick, $1.frame)
      }
      #expect(isNeverNegative && sounding.values.allSatisfy { $0 == 0 } && areWithin && ascend, "seed \(seed)")
    }
  }

  /// Inaudible tracks do not count, and a track that ends does not end notes of other tracks.
  @Test func theStandardEndIsThatOfWhatIsHeard() {
    let step = Tick(SequencerSettings.ticksPerQuarter / 4)
    var (loop, once) = (
      Track(Pattern([Step([36]), Step()], stepLength: step)), Track(Pattern([Step([38])], stepLength: step))
    )
    (loop.isLooped, once.isLooped) = (true, false)
    let bars = 8 * 16 * step
    #expect(MIDISequence([loop]).standardEnd == bars && MIDISequence([once]).standardEnd == step)
    #expect(MIDISequence([loop, once]).standardEnd == bars)
    once.start = bars
    #expect(MIDISequence([loop, once]).standardEnd == bars + step)
    once.isMuted = true
    #expect(MIDISequence([loop, once]).standardEnd == bars && MIDISequence([once]).standardEnd == bars + step)
    (once.isMuted, loop.isMuted) = (false, true)
    #expect(MIDISequence([loop, once]).standardEnd == bars + step)
  }

  /// A part contains no tempo, meter or text from beyond its end; a ramp that crosses the end is played up to it.
  @Test func aPartHasNothingFromBeyondItsEnd() throws {
    let quarter = Tick(SequencerSettings.ticksPerQuarter)
    var loop = Track(Pattern([Step([36])], stepLength: quarter))
    loop.isLooped = true
    var sequence = MIDISequence([loop])
    sequence.tempi = [
      TempoMap.Entry(tick: 0, tempo: Tempo(bpm: 120), curve: .linearInBeats),
      TempoMap.Entry(tick: 20 * quarter, tempo: Tempo(bpm: 60)),
    ]
    sequence.fileEvents = [4, 8, 9].map { FileEvent(tick: $0 * quarter, .meta(type: 6, [65])) }
    let played = try PlayedSequence(sequence, until: 8 * quarter, sampleRate: 48_000)
    for inPlayedOrder in [true, false] {
      let song = try played.song(inPlayedOrder: inPlayedOrder)
      #expect(song.endTick == 8 * quarter && song.tracks[0].events.count { $0.tick == 8 * quarter } >= 1)
    }
    expectSame(
      placed(try played.song(inPlayedOrder: true), 48_000, sequence.tempoMap), placed(played), "with its own tempi")
  }

  /// The song names the ports as the sequence does.
  @Test func portsKeepTheirNames() throws {
    var (low, high) = (MIDIFile.Track(), MIDIFile.Track())
    low.append(ChannelMessage(status: 0x90, 60, 100, port: 0), at: 0)
    high.append(ChannelMessage(status: 0x90, 60, 100, port: 1), at: 0)
    (low.endTick, high.endTick) = (96, 96)
    var file = MIDIFile(division: .ticksPerQuarter(96), tracks: [low, high])
    file.portNumbers = [4, 8]
    let sequence = MIDISequence(file)
    let played = try PlayedSequence(sequence, until: sequence.length, sampleRate: 48_000)
    for inPlayedOrder in [true, false] {
      let song = try MIDIFile(
        reading: FileBytes(copying: played.song(inPlayedOrder: inPlayedOrder).namingPorts().written(), name: "played"))
      #expect(song.portNumbers == [4, 8])
    }
  }

  /// The model, written out by itself and sent through the bytes of a MIDI file, is what the sequencer plays.
  @Test func theExportIsWhatIsPlayed() throws {
    for seed in seeds(40) {
      var random = SeededGenerator(seed: seed)
      let sequence = random.sequence(hasWholeTempi: true)
      let end = end(sequence, &random)
      let isFilling = random.number(0...1) == 0
      let played = try PlayedSequence(sequence, until: end, sampleRate: 48_000, isFilling: isFilling)
      let bytes = try sequence.midiFile(until: end, isFilling: isFilling).written()
      let song = try MIDIFile(reading: FileBytes(copying: bytes, name: "export"))
      let last = FrameClock(map: sequence.tempoMap, sampleRate: 48_000).frame(atTick: end)
      let exported = placed(song, 48_000).map { event in
        Placed(
          frame: min(event.frame, last), message: event.message.on(port: song.portNumbers[Int(event.message.port)]))
      }
      expectSame(exported.sorted(), placed(played).sorted(), "seed \(seed)")
    }
  }
}

extension ChannelMessage {
  /// The same message on a port.
  fileprivate func on(port: UInt8) -> ChannelMessage {
    var message = self
    message.word0 = word0 & 0xF0FF_FFFF | UInt32(port & 15) << 24
    return message
  }
}
