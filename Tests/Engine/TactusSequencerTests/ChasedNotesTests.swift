import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// The notes that are started after a jump because they sound at the new position.
@Suite struct ChasedNotesTests {
  /// A sequence in which a tick is a frame.
  private func sequence(_ track: Track) -> MIDISequence {
    var sequence = MIDISequence([track], ticksPerQuarter: 480)
    sequence.tempi = [TempoMap.Entry(tick: 0, tempo: Tempo(tensOfNanoseconds: 1_000_000))]
    return sequence
  }

  private func stage(_ sequence: MIDISequence) throws -> SequencerStage {
    var settings = SequencerSettings()
    settings.chasesNotes = true
    let stage = SequencerStage(settings: settings)
    try stage.sequencer.publish(sequence)
    stage.sequencer.useInternalTransport(true)
    return stage
  }

  private func address(_ event: PlayedEvent) -> UInt32 { event.message.word0 & 0x0F0F_7F00 }

  /// The notes that sound at a tick if the sequence is played up to it.
  private func sounding(_ sequence: MIDISequence, at tick: Tick) throws -> [UInt32] {
    let stage = try stage(sequence)
    stage.sequencer.play(from: 0)
    stage.cycle(Int(tick) + 1)
    var counts: [UInt32: Int] = [:]
    for event in stage.sequencer.report().events {
      let count = counts[address(event), default: 0]
      switch event.message.kind {
      case .noteOn where event.tick < tick: counts[address(event)] = count + 1
      case .noteOff where count > 0: counts[address(event)] = count - 1
      default: break
      }
    }
    return counts.flatMap { Array(repeating: $0.key, count: $0.value) }.sorted()
  }

  /// The notes that a jump to a tick starts.
  private func chased(_ sequence: MIDISequence, at tick: Tick) throws -> [UInt32] {
    let stage = try stage(sequence)
    stage.sequencer.play(from: tick)
    stage.cycle(1)
    let events = stage.sequencer.report().events
    return events.filter { $0.message.kind == .noteOn && $0.tick < tick }.map { address($0) }.sorted()
  }

  /// A jump to a position starts the notes that sound there if the sequence is played from its start.
  @Test func jumpsSoundLikePlaying() throws {
    for seed in 0..<UInt64(rounds(200)) {
      var random = SeededGenerator(seed: seed)
      let sequence = random.sequence()
      for _ in 0..<4 {
        let tick = random.number(1...2_500)
        let (jump, play) = (try chased(sequence, at: tick), try sounding(sequence, at: tick))
        #expect(jump == play, "seed \(seed), tick \(tick)")
      }
    }
  }

  /// A note that has been cut by a later note on its key does not sound; nothing that is started is cut at once.
  @Test func cutNotesStaySilent() throws {
    let notes: NoteList = [Note(onset: 0, duration: 900, key: 60), Note(onset: 100, duration: 100, key: 60)]
    for overlap in NoteOverlap.allCases {
      var track = Track(Clip(notes: notes))
      track.overlap = overlap
      for (tick, layers) in [(50, 1), (150, 2), (300, 1)] {
        let stage = try stage(sequence(track))
        stage.sequencer.play(from: Tick(tick))
        let heard = stage.free([1])
        #expect(heard.ons().count == (overlap == .layer ? layers : tick == 300 ? 0 : 1), "\(overlap), \(tick)")
        #expect(heard.offs().isEmpty)
      }
    }
  }

  /// Notes of earlier passes ring on, also after the last pass of the loop.
  @Test func notesOfEarlierPassesRing() throws {
    var track = Track(Pattern([Step([60], gate: 350)], stepLength: 100), isLooped: true)
    (track.overlap, track.passLimit) = (.layer, 4)
    for (tick, count) in [(50, 1), (250, 3), (340, 4), (401, 3), (640, 1), (660, 0)] {
      #expect(try chased(sequence(track), at: Tick(tick)).count == count, "\(tick)")
    }
  }

  /// Each wrap of the cycle region starts the notes that sound at its start.
  @Test func wrapsStartNotes() throws {
    let stage = try stage(sequence(Track(Clip(notes: [Note(onset: 0, duration: 1_000, key: 60)]))))
    stage.sequencer.cycle(100..<200)
    stage.sequencer.play(from: 100)
    let heard = stage.free([350])
    #expect(heard.ons() == [0, 100, 200, 300] && heard.offs() == [100, 200, 300])
  }

  /// What a wrap costs depends on how long notes last, not on how many notes precede the region: a chase examines only
  /// notes that start less than the longest duration before the position.
  @Test func theLongestDurationIsThatOfAllNotes() {
    func longest(_ notes: [CompiledNote]) -> Tick {
      TrackTimeline(notes: notes).compiledTrack(CompiledTrack()).longestDuration
    }
    #expect(longest([]) == 0 && longest([.of(60, 0, 9), .of(61, 10, 25), .of(62, 50, 3)]) == 25)
  }
}
