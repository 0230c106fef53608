import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// Recording of live notes into a clip.
@Suite struct RecordingTests {
  private func on(_ key: UInt8, _ velocity: UInt8 = 90) -> ChannelMessage {
    ChannelMessage(status: 0x90, key, velocity)
  }
  private func off(_ key: UInt8, _ velocity: UInt8 = 20) -> ChannelMessage {
    ChannelMessage(status: 0x80, key, velocity)
  }
  private func text(_ clip: Clip) -> [String] { clip.notes.map { "\($0.key) \($0.onset)+\($0.duration)" } }

  private func loop(_ length: Tick, start: Tick = 0, _ notes: NoteList = []) -> Track {
    var track = Track(Clip(notes: notes), isLooped: true)
    (track.loopLength, track.start) = (length, start)
    return track
  }

  /// Two ports send system-exclusive messages at once; one that is too long is left out whole.
  @Test func systemExclusiveMessagesOfEachPort() {
    var recording = Recording(into: Track(Clip()), from: 0)
    let (first, second) = ([UInt8](1...9), [UInt8](11...19))
    let packets = (0...1).map { Array(SystemExclusivePackets($0 == 0 ? first : second, port: UInt8($0))) }
    for (one, other) in zip(packets[0], packets[1]) {
      recording.take(one, at: 10)
      recording.take(other, at: 10)
    }
    recording.take(packets[0][1], at: 20)  // the end of a message whose beginning is missing
    let long = [UInt8](repeating: 5, count: SequencerSettings.systemExclusiveLimit + 20)
    for packet in SystemExclusivePackets(long, port: 0) { recording.take(packet, at: 30) }
    #expect(
      recording.clip(at: 40).messages.map(\.content) == [
        .systemExclusive(first, port: 0), .systemExclusive(second, port: 1),
      ])
  }

  @Test func notesAndMessages() {
    var recording = Recording(into: Track(Clip()), from: 0)
    recording.take(on(60, 80), at: 10)
    recording.take(ChannelMessage(status: 0xB1, 1, 5), at: 12)
    recording.take(on(60, 81), at: 15)  // again while it is held
    recording.take(off(60, 33), at: 20)
    recording.take(on(60, 0), at: 25)  // ends the second
    recording.take(off(61), at: 26)  // ends nothing
    recording.take(on(64), at: 30)
    for packet in SystemExclusivePackets([UInt8](1...9), port: 1) { recording.take(packet, at: 31) }
    let clip = recording.clip(at: 100)
    #expect(text(clip) == ["60 10+10", "60 15+10", "64 30+70"])
    #expect(clip.notes.map(\.velocity) == [80, 81, 90] && clip.notes.map(\.releaseVelocity) == [33, 64, 64])
    #expect(clip.messages.map(\.tick) == [12, 31])
    #expect(clip.messages[1].content == .systemExclusive([UInt8](1...9), port: 1))
    #expect(text(recording.clip(at: 110, endsHeldNotes: false)) == ["60 10+10", "60 15+10"])
    recording.take(off(64), at: 120)
    #expect(text(recording.clip(at: 130)).last == "64 30+90")
  }

  @Test func quantization() {
    let grid = Quantization(grid: 100)
    #expect([-50, -49, 0, 49, 50, 149, 150].map(grid.quantize) == [0, 0, 0, 0, 100, 100, 200])
    #expect([-51, -100].map(grid.quantize) == [-100, -100])
    let half = Quantization(grid: 100, strength: 50)
    #expect([10, 11, 60, 99, -10].map(half.quantize) == [5, 6, 80, 100, -5])
    #expect(
      Quantization(grid: 100, strength: 0).quantize(33) == 33 && Quantization(grid: 7, strength: 100).quantize(4) == 7)
    #expect(Quantization(grid: .max, strength: .max).quantize(.max) <= 1 << 54)
    var recording = Recording(into: loop(400, start: 1000), from: 1000, quantization: grid)
    recording.take(on(60), at: 970)  // early: on the first point
    recording.take(off(60), at: 1030)
    recording.take(on(61), at: 940)  // too early
    recording.take(off(61), at: 990)
    recording.take(on(62), at: 1360)  // late in the pass: on the first point of the next
    recording.take(off(62), at: 1500)
    let clip = recording.clip(at: 1500)
    #expect(text(clip) == ["60 0+60", "62 0+140"] && recording.ignoredNotes == 1)
    #expect(
      grid.apply(to: [Note(onset: 20, duration: 7, key: 1), Note(onset: 90, duration: 7, key: 2)]).map(\.onset) == [
        0, 100,
      ])
  }

  @Test func loopsOverdubAndReplace() {
    let old: NoteList = [Note(onset: 50, duration: 5, key: 1), Note(onset: 350, duration: 5, key: 2)]
    for mode in Recording.Mode.allCases {
      var recording = Recording(into: loop(400, old), from: 100, mode: mode)
      recording.take(on(60), at: 150)
      recording.take(off(60), at: 160)
      let soon = text(recording.clip(at: 200))
      #expect(soon == ["1 50+5", "60 150+10", "2 350+5"])
      recording.take(on(61), at: 390)  // sounds on into the next pass
      recording.take(off(61), at: 420)
      let later = text(recording.clip(at: 440))
      #expect(later == ["1 50+5", "60 150+10"] + (mode == .overdub ? ["2 350+5"] : []) + ["61 390+30"])
      recording.take(on(62), at: 545)
      recording.take(off(62), at: 2000)  // held through more than three passes
      let overdubbed = ["1 50+5", "62 145+400", "60 150+10", "2 350+5", "61 390+30"]
      #expect(text(recording.clip(at: 2000)) == (mode == .overdub ? overdubbed : []))
    }
  }

  @Test func replacingGoesAsFarAsTheTransport() {
    let old = NoteList((0..<8).map { Note(onset: $0 * 50, duration: 5, key: UInt8($0)) })
    var recording = Recording(into: Track(Clip(notes: old)), from: 100, mode: .replace)
    recording.take(on(60), at: 110)
    recording.take(off(60), at: 120)
    #expect(recording.clip(at: 201).notes.map(\.key) == [0, 1, 60, 5, 6, 7])
    recording.advance(to: 20)  // the transport has gone back
    #expect(recording.clip(at: 60).notes.map(\.key) == [0, 60, 5, 6, 7])
    #expect(recording.clip(at: 115).notes.map(\.key) == [0, 5, 6, 7])
  }

  /// Notes played during a count-in are not recorded, and erase nothing.
  @Test(arguments: Recording.Mode.allCases)
  func countInsRecordNothing(mode: Recording.Mode) {
    let old: NoteList = [Note(onset: 50, duration: 5, key: 1), Note(onset: 150, duration: 5, key: 2)]
    var recording = Recording(
      into: Track(Clip(notes: old)), from: 100, mode: mode, quantization: Quantization(grid: 100))
    recording.take(on(60), at: 40)
    recording.take(off(60), at: 45)
    recording.take(ChannelMessage(status: 0xB0, 1, 5), at: 47)
    recording.take(on(61), at: 60)  // early: onto the first point
    recording.take(off(61), at: 70)
    let before = recording.clip(at: 80)
    #expect(text(before) == ["1 50+5", "61 100+10", "2 150+5"] && before.messages.isEmpty)
    let after = mode == .overdub ? ["1 50+5", "61 100+10", "2 150+5"] : ["1 50+5", "61 100+10"]
    #expect(text(recording.clip(at: 200)) == after && recording.ignoredNotes == 1)
  }

  /// The grid starts with each pass, even if the loop's length is not a multiple of it.
  @Test func loopsThatTheGridDoesNotDivide() {
    var recording = Recording(into: loop(250, start: 1000), from: 1000, quantization: Quantization(grid: 100))
    for (index, tick) in [990, 1210, 1226, 1349, 1610, 1760].enumerated() {
      recording.take(on(UInt8(60 + index)), at: Tick(tick))
      recording.take(off(UInt8(60 + index)), at: Tick(tick + 5))
    }
    #expect(text(recording.clip(at: 1800)) == ["60 0+5", "62 0+5", "65 0+5", "63 100+5", "64 100+5", "61 200+5"])
  }

  /// A transposed track plays back the keys that were played.
  /// A loop whose length follows from its contents keeps it, also if the last note is erased, or a pattern replaced.
  @Test(arguments: [Recording.Mode.overdub, .replace]) func loopsKeepTheirLength(_ mode: Recording.Mode) {
    var pattern = Track(Clip(), isLooped: true)
    pattern.pattern = Pattern(Array(repeating: Step([60]), count: 4))
    for track in [Track(Clip(notes: [Note(onset: 0, duration: 960, key: 60)]), isLooped: true), pattern] {
      var recording = Recording(into: track, from: 0, mode: mode)
      recording.take(on(64), at: 900)
      recording.take(off(64), at: 1_100)
      var recorded = track
      recorded.clip = recording.clip(at: 2_000)
      #expect(recorded.passLength == track.passLength && track.passLength != nil)
    }
  }

  /// A note that is played just after the start is kept if its grid point lies before.
  @Test func notesAfterTheStartAreKept() {
    var recording = Recording(into: Track(Clip()), from: 110, quantization: Quantization(grid: 100))
    recording.take(on(60), at: 120)
    recording.take(off(60), at: 140)
    #expect(text(recording.clip(at: 200)) == ["60 100+20"] && recording.ignoredNotes == 0)
  }

  @Test func transposedTracks() {
    var track = Track(Clip())
    track.transpose = 12
    var recording = Recording(into: track, from: 0)
    for key: UInt8 in [60, 5] {
      recording.take(on(key), at: 0)
      recording.take(off(key), at: 5)
    }
    #expect(recording.clip(at: 10).notes.map(\.key) == [48, 0])
  }

  @Test func jumpsEndWhatIsHeld() {
    var recording = Recording(into: Track(Clip()), from: 0)
    recording.take(on(60), at: 100)
    recording.advance(to: 180)
    recording.take(on(61), at: 20)
    recording.take(off(60), at: 30)
    recording.take(off(61), at: 35)
    #expect(text(recording.clip(at: 40)) == ["61 20+15", "60 100+80"])
  }

  /// When a cycle region wraps, held notes end with it, its end is its first grid point, and all of it is replaced.
  @Test(arguments: Recording.Mode.allCases) func cycleRegions(mode: Recording.Mode) {
    let old: NoteList = [Note(onset: 110, duration: 5, key: 1), Note(onset: 390, duration: 5, key: 2)]
    var recording = Recording(
      into: Track(Clip(notes: old)), from: 100, mode: mode, quantization: Quantization(grid: 100))
    recording.cycle = 100..<400
    recording.take(on(60), at: 210)
    recording.take(on(61), at: 380)
    #expect(text(recording.clip(at: 390)).contains("61 100+10"))
    recording.take(off(60), at: 120)  // has ended with the pass
    let heard = ["61 100+20", "60 200+190"]
    let clip = text(recording.clip(at: 130))
    #expect(clip == (mode == .replace ? heard : ["61 100+20", "1 110+5", "60 200+190", "2 390+5"]))
    #expect(recording.ignoredNotes == 0)
    recording.advance(to: 110)  // the region wraps again
    #expect(text(recording.clip(at: 111)) == (mode == .replace ? [] : clip))
  }

  /// Through a sequencer: it plays back what was played into it.
  @Test func fromInputToPlaying() {
    var sequence = MIDISequence([Track(Clip(length: 480), isLooped: true)], ticksPerQuarter: 480)
    sequence.tempi = [TempoMap.Entry(tick: 0, tempo: Tempo(tensOfNanoseconds: 1_000_000))]  // a tick is a frame
    let stage = SequencerStage()
    var compiler = TimelineCompiler(sampleRate: 48_000)
    stage.sequencer.publish(compiler.compile(sequence))
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.play(from: 0)
    var recording = Recording(into: sequence.tracks[0], from: 0)
    for cycle in 0..<10 {
      let input = [
        TimedEvent(offset: 7, message: on(UInt8(60 + cycle))), TimedEvent(offset: 31, message: off(UInt8(60 + cycle))),
      ]
      stage.cycle(48, input: input)
      let report = stage.sequencer.report()
      for event in report.events { recording.take(event) }
      sequence.tracks[0].clip = recording.clip(at: report.playhead.tick)
    }
    let notes = sequence.tracks[0].clip?.notes ?? []
    let onsets = (0..<10).map { (cycle: Int64) in cycle * 48 + 7 }
    #expect(notes.map(\.onset) == onsets)
    #expect(notes.allSatisfy { $0.duration == 24 })
    stage.sequencer.publish(compiler.compile(sequence))
    let heard = stage.free([480])
    #expect(heard.filter { $0.message.kind == .noteOn }.map { $0.frame - 480 } == onsets)
  }
}
