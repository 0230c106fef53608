import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// The origin of swing and groove, while the sequence is edited during playback: see also ``SongGridTests``.
@Suite struct GridOriginTests {
  /// Random tracks play each note of each pass once, where the song's grid moves it; so does the flattened sequence.
  @Test func onsetsAreThoseOfTheSongsGrid() throws {
    let start = seed(of: "onsetsAreThoseOfTheSongsGrid")
    for round in 0..<UInt64(rounds(100)) {
      var random = SeededGenerator(seed: start &+ round)
      let model = Model(&random, most: SequencerSettings.gridPositionLimit)
      let end: Tick = 4000
      let sequence = MIDISequence([model.track])
      #expect(play([(0, sequence)], end) == model.onsets(before: end), "seed \(start &+ round)")
      let begin = random.number(1...2000)
      #expect(
        play([(0, sequence)], end, from: begin)
          == model.onsets(before: end + begin).filter { $0 >= begin }
          .map { $0 - begin }, "seed \(start &+ round)")
      let flat = try sequence.flattened(0..<end).tracks[0].clip?.notes.map(\.onset).sorted()
      #expect(flat == model.onsets(before: end), "seed \(start &+ round)")
    }
  }

  /// An edit that moves nothing, published while it plays, changes nothing.
  @Test func editsKeepThePlace() {
    let start = seed(of: "editsKeepThePlace")
    for round in 0..<UInt64(rounds(60)) {
      var random = SeededGenerator(seed: start &+ round)
      let model = Model(&random, most: SequencerSettings.gridPositionLimit)
      var edited = model.track
      edited.name = "edited"
      edited.transpose = 1
      let versions = (0..<6).map { (Int64($0) * 611, MIDISequence([$0 % 2 == 0 ? model.track : edited])) }
      #expect(play(versions, 4000) == model.onsets(before: 4000), "seed \(start &+ round)")
    }
  }

  /// The current pass is played to its end; the passes with the new length, which begin at an odd step, follow the
  /// grid.
  @Test(arguments: [LoopChange.atNextPass, .keepBeat]) func newLengthsKeepToTheGrid(change: LoopChange) {
    func version(_ count: Int) -> MIDISequence {
      let notes = (0..<16).map { Note(onset: $0 * 100, duration: 1, key: UInt8(40 + $0)) }
      var track = Track(Clip(notes: NoteList(notes), length: Tick(count) * 100), isLooped: true)
      (track.swing, track.loopChange) = (Swing(percent: 66, step: 100), change)
      return MIDISequence([track])
    }
    let song = (0..<Tick(100)).map { $0 * 100 + ($0 % 2 == 1 ? 32 : 0) }
    #expect(play([(0, version(7)), (250, version(8)), (3250, version(3)), (5170, version(6))], 10_000) == song)
  }

  /// If there are too many different passes, the grid starts with each pass.
  @Test func beyondTheLimitPassesCount() {
    let limit = Tick(SequencerSettings.gridPositionLimit)
    for (length, keeps) in [(limit * 2 * 10 + 20, true), (limit * 2 * 10 + 1, false)] {
      let notes = (0..<4).map { Note(onset: Tick($0) * limit * 10, duration: 5, key: 60) }
      var track = Track(Clip(notes: NoteList(notes), length: length), isLooped: true)
      track.swing = Swing(percent: 75, step: limit * 10)
      let own = play([(0, MIDISequence([track]))], length * 3)
      track.gridOrigin = .pass
      #expect((own != play([(0, MIDISequence([track]))], length * 3)) == keeps)
    }
  }

  /// With grooves that move notes across the borders of passes, a whole number of grid periods contains each note as
  /// often as there are passes.
  @Test func nothingIsLostOrDoubledAtTheBorders() throws {
    let start = seed(of: "nothingIsLostOrDoubledAtTheBorders")
    for round in 0..<UInt64(rounds(60)) {
      var random = SeededGenerator(seed: start &+ round)
      let (step, slots, length) = (random.number(2...40), random.number(1...4), random.number(1...200))
      let notes = (0..<12).map { Note(onset: random.number(0...(length - 1)), duration: 1, key: UInt8(40 + $0)) }
      var track = Track(Clip(notes: NoteList(notes), length: length), isLooped: true)
      (track.beforeStart, track.start) = (.wrap, random.number(-300...300))
      track.overlap = .layer
      track.groove = Groove(step: step, (0..<slots).map { _ in Groove.Slot(shift: random.number(-step...step)) })
      let turn = step * slots * length
      guard turn < 60_000 else { continue }
      let flat = try MIDISequence([track]).flattened(0..<turn).tracks[0].clip?.notes
      let counts = Dictionary(grouping: flat ?? NoteList(), by: \.key).mapValues(\.count)
      let isEach = counts.count == 12 && counts.values.allSatisfy { $0 == Int(step * slots) }
      #expect(isEach, "seed \(start &+ round)")
    }
  }

  @Test func documents() throws {
    var track = Track(Pattern([.hit]))
    #expect(!String(decoding: MIDISequence([track]).document(), as: UTF8.self).contains("grid"))
    track.gridOrigin = .pass
    let document = FileBytes(copying: MIDISequence([track]).document(), name: "")
    #expect(try MIDISequence(reading: document).tracks[0].gridOrigin == .pass)
  }

  /// The ticks at which notes begin; a tick is a frame.
  private func play(_ versions: [(tick: Tick, sequence: MIDISequence)], _ end: Tick, from begin: Tick = 0) -> [Tick] {
    let stage = SequencerStage()
    var compiler = TimelineCompiler(sampleRate: 48_000)
    stage.sequencer.useInternalTransport(true)
    var (heard, next): ([Heard], Int) = ([], 0)
    while stage.frame < end {
      if next < versions.count, stage.frame >= versions[next].tick {
        var sequence = versions[next].sequence
        sequence.ticksPerQuarter = 480
        sequence.tempi = [TempoMap.Entry(tick: 0, tempo: Tempo(tensOfNanoseconds: 1_000_000))]
        stage.sequencer.publish(compiler.compile(sequence))
        if next == 0 { stage.sequencer.play(from: begin) }
        next += 1
      }
      let limit = next < versions.count ? min(end, versions[next].tick) : end
      heard += stage.cycle(Int(min(97, limit - stage.frame)))
    }
    return heard.ons()
  }
}

/// A looped track whose notes end only with the track, and the onsets of the notes.
private struct Model {
  var track: Track
  let swing: (step: Tick, later: Tick)
  let length: Tick
  let onsets: [Tick]

  init(_ random: inout SeededGenerator, most: Int) {
    let step = random.number(4...60) / 2 * 2
    var count = random.number(1...13)
    if random.number(0...1) == 0 {
      onsets = (0..<count).map { $0 * step }
      track = Track(Pattern([Step](repeating: Step(gate: 1), count: Int(count)), stepLength: step))
    } else {
      count = random.number(1...9)
      let distance = step
      onsets = (0..<count).map { index in index * distance }
      let notes = onsets.enumerated().map { Note(onset: $1, duration: 1, key: UInt8(40 + $0)) }
      track = Track(Clip(notes: NoteList(notes), length: count * step), isLooped: true)
    }
    length = count * step
    let percent = random.number(50...75)
    track.swing = Swing(percent: Double(percent), step: step)
    swing = (step, (step * (2 * percent - 100) * 100 + 5000) / 10_000)
    track.start = random.number(-9...9) * step
    track.beforeStart = .wrap
  }

  /// The onsets of the notes of all passes.
  func onsets(before end: Tick) -> [Tick] {
    var result: [Tick] = []
    for pass: Tick in -200...4000 {
      for onset in onsets {
        let tick = track.start + pass * length + onset
        let position = (tick / swing.step) % 2 == 0 ? tick : tick + swing.later
        if position >= 0, position < end { result.append(position) }
      }
    }
    return result.sorted()
  }
}
