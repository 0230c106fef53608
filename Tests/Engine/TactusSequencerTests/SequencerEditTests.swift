import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// Edits while a sequence plays.
@Suite struct SequencerEditTests {
  private func timeline(
    _ notes: [CompiledNote], loop: Tick = 0, _ change: (inout CompiledTrack) -> Void = { _ in }
  ) -> SequenceTimeline {
    .of([(TrackTimeline(notes: notes), .of(1, loop: loop, change))])
  }

  /// Plays `before` for 6,000 frames (240 ticks), then `after` for two beats.
  private func edit(_ before: SequenceTimeline, _ after: SequenceTimeline) -> (before: [Heard], after: [Heard]) {
    let stage = SequencerStage()
    stage.sequencer.publish(before)
    let first = stage.cycle(6_000, MusicalContext(tempo: 120, beat: 0))
    stage.sequencer.publish(after)
    return (first, stage.cycle(48_000, MusicalContext(tempo: 120, beat: 0.25)))
  }

  @Test func aDeletedNoteIsReleasedAtOnce() {
    let heard = edit(timeline([.of(60, 0, 960), .of(61, 0, 960)]), timeline([.of(61, 0, 960)]))
    #expect(heard.after.offs(60) == [6_000] && heard.after.offs(61) == [24_000])
  }

  @Test func aNotesEndCanBeMoved() {
    let note = timeline([.of(60, 0, 960)])
    #expect(edit(note, timeline([.of(60, 0, 480)])).after.offs() == [12_000])
    #expect(edit(note, timeline([.of(60, 0, 1_440)])).after.offs() == [36_000])
    #expect(edit(note, timeline([.of(60, 0, 100)])).after.offs() == [6_000])
  }

  @Test func aMovedNotePlaysAgainOnlyIfItLiesAhead() {
    let later = edit(timeline([.of(60, 0, 960)]), timeline([.of(60, 480, 960)])).after
    #expect(later.offs() == [6_000, 36_000] && later.ons() == [12_000])
    let earlier = edit(timeline([.of(60, 120, 960)]), timeline([.of(60, 60, 960)])).after
    #expect(earlier.offs() == [6_000] && earlier.ons().isEmpty)
  }

  @Test func transposedAndMovedToAnotherChannelWhileItSounds() {
    let notes = [CompiledNote.of(60, 0, 480), .of(60, 480, 480)]
    let heard = edit(timeline(notes), timeline(notes) { ($0.transpose, $0.channel, $0.port) = (3, 7, 2) }).after
    #expect(heard.map(\.message.status) == [0x80, 0x97, 0x87])
    #expect(heard.map(\.message.data1) == [60, 63, 63] && heard.map(\.message.port) == [0, 2, 2])
  }

  @Test func mutingReleasesAndUnmutingGoesOn() {
    let notes = [CompiledNote.of(60, 0, 960), .of(61, 480, 10)]
    let muted = edit(timeline(notes), timeline(notes) { $0.isAudible = false }).after
    #expect(muted.offs(60) == [6_000] && muted.ons().isEmpty)
    let unmuted = edit(timeline(notes) { $0.isAudible = false }, timeline(notes))
    #expect(unmuted.before.isEmpty && unmuted.after.ons() == [12_000])
  }

  @Test func aRemovedTrackIsReleasedAndOthersGoOn() {
    let (a, b) = (TrackTimeline(notes: [.of(60, 0, 960)]), TrackTimeline(notes: [.of(61, 0, 960), .of(62, 480, 10)]))
    let heard = edit(.of([(a, .of(1)), (b, .of(2))]), .of([(b, .of(2))])).after
    #expect(heard.offs(60) == [6_000] && heard.offs(61) == [24_000] && heard.ons() == [12_000])
  }

  @Test func theLengthOfALoopChanges() {
    func frames(_ change: LoopChange) -> [Int64] {
      let stage = SequencerStage()
      let notes = [CompiledNote.of(60, 0, 10), .of(61, 600, 10)]
      stage.sequencer.publish(timeline(notes, loop: 960))
      _ = stage.cycle(30_000, MusicalContext(tempo: 120, beat: 0))  // 1,200 ticks: 240 into pass 1
      stage.sequencer.publish(timeline(notes, loop: 720) { $0.loopChange = change })
      return stage.cycle(60_000, MusicalContext(tempo: 120, beat: 1.25)).ons(60).map { $0 / 25 }
    }
    #expect(frames(.keepBeat) == [1_440, 2_160, 2_880])
    #expect(frames(.restart) == [1_200, 1_920, 2_640, 3_360])
    #expect(frames(.atNextPass) == [1_920, 2_640, 3_360])
  }

  /// Another edit during the pass that must be played to its end does not affect this pass.
  @Test func aPassIsPlayedToItsEndThroughEdits() {
    let stage = SequencerStage()
    func version(_ loop: Tick, _ key: UInt8) -> SequenceTimeline {
      timeline([.of(60, 0, 10), .of(key, 600, 10)], loop: loop) { $0.loopChange = .atNextPass }
    }
    stage.sequencer.publish(version(960, 61))
    var heard = stage.cycle(2_500, MusicalContext(tempo: 120, beat: 0))
    stage.sequencer.publish(version(720, 61))
    heard += stage.cycle(2_500, MusicalContext(tempo: 120, beat: 2_500 / 24_000.0))
    stage.sequencer.publish(version(720, 62))
    heard += stage.cycle(45_000, MusicalContext(tempo: 120, beat: 5_000 / 24_000.0))
    #expect(heard.ons(60).map { $0 / 25 } == [0, 960, 1_680])
    #expect(heard.ons(62).map { $0 / 25 } == [600, 1_560])
    // the same if nothing was left to play in the pass
    let rest = SequencerStage()
    rest.sequencer.publish(timeline([.of(60, 0, 10)], loop: 960) { $0.loopChange = .atNextPass })
    heard = rest.cycle(2_500, MusicalContext(tempo: 120, beat: 0))
    rest.sequencer.publish(timeline([.of(60, 0, 10)], loop: 720) { $0.loopChange = .atNextPass })
    heard += rest.cycle(45_000, MusicalContext(tempo: 120, beat: 2_500 / 24_000.0))
    #expect(heard.ons(60).map { $0 / 25 } == [0, 960, 1_680])
  }

  /// The first bar is empty, and the loop is lengthened during it.
  @Test func aLengthenedLoopIsNotForgotten() {
    let stage = SequencerStage()
    func version(_ loop: Tick) -> SequenceTimeline {
      timeline([.of(60, 960, 10)], loop: loop) { $0.loopChange = .atNextPass }
    }
    stage.sequencer.publish(version(480))
    var heard = stage.cycle(2_500, MusicalContext(tempo: 120, beat: 0))
    stage.sequencer.publish(version(1_920))
    heard += stage.cycle(93_500, MusicalContext(tempo: 120, beat: 2_500 / 24_000.0))
    let expected: [Int64] = [480 + 960, 480 + 960 + 1_920]
    #expect(heard.ons().map { $0 / 25 } == expected)
  }

  /// Notes of one tick and key on several channels, and twins on one, are not taken for one another.
  @Test func anEditKnowsNotesOfOneKeyApart() {
    let other = CompiledNote(tick: 0, duration: 1_440, message: ChannelMessage(status: 0x91, 60, 100))
    let notes = [CompiledNote.of(60, 0, 480), other, .of(62, 0, 480), .of(62, 0, 960)]
    let before = timeline(notes) { $0.overlap = .layer }
    let after = edit(before, timeline(notes) { ($0.overlap, $0.transpose) = (.layer, 1) }).after
    #expect(after.filter { $0.message.channel == 0 }.offs(60) == [12_000])
    #expect(after.filter { $0.message.channel == 1 }.offs(60) == [36_000])
    #expect(after.offs(62) == [12_000, 24_000])
  }

  /// Of twins each ends where one of them now ends, whichever is edited or deleted.
  @Test func twinsKeepEndsOfTheirOwn() {
    func offs(_ before: [Tick], _ after: [Tick], _ overlap: NoteOverlap = .layer) -> [Int64] {
      let timeline = { (durations: [Tick]) in
        self.timeline(durations.map { .of(60, 0, $0) }) { $0.overlap = overlap }
      }
      return edit(timeline(before), timeline(after)).after.offs().map { $0 / 25 }
    }
    #expect(offs([960, 1_920], [960, 1_440]) == [960, 1_440])
    #expect(offs([960, 1_920], [480, 1_920]) == [480, 1_920])
    #expect(offs([960, 960], [960, 1_440]) == [960, 1_440])
    #expect(offs([1_920, 960], [960, 480]) == [480, 960])
    #expect(offs([960, 1_920], [1_920]) == [240, 1_920] && offs([960, 1_920], [960]) == [240, 960])
    #expect(offs([960, 960], [960]) == [960, 960], "what has gone cannot be told from what has stayed")
    #expect(offs([960, 960, 1_920], [960, 1_440]) == [960, 960, 1_440])
    #expect(offs([1_920, 1_680, 960], [1_440, 1_440]) == [240, 1_440, 1_440])
    #expect(offs([960, 1_920, 1_000], [1_440, 1_000, 960]) == [960, 1_000, 1_440])
    #expect(offs([100, 960], [100, 480]) == [480], "one has ended before")
    #expect(offs([960], [960, 1_920]) == [960], "one comes too late to be heard")
    #expect(offs([960, 1_920], [960, 1_440], .retrigger) == [1_440])
    #expect(offs([1_920, 960], [1_920, 480], .retrigger) == [480])
  }

  /// Law: of layered twins that all sound, the note-offs are where the edited notes end.
  @Test func randomTwins() {
    for seed: UInt64 in 0..<UInt64(rounds(200)) {
      var random = SeededGenerator(seed: seed)
      let before = (0..<Int.random(in: 1...5, using: &random)).map { _ in Tick.random(in: 241...900, using: &random) }
      var after = before.shuffled(using: &random)
      for index in after.indices where Bool.random(using: &random) {
        after[index] = Tick.random(in: 241...900, using: &random)
      }
      let timeline = { (durations: [Tick]) in
        self.timeline(durations.map { .of(60, 0, $0) }) { $0.overlap = .layer }
      }
      let offs = edit(timeline(before), timeline(after)).after.offs().map { $0 / 25 }
      #expect(offs == after.sorted(), "seed \(seed): \(before) became \(after)")
    }
  }

  /// A different number of ticks per beat: sounding notes end, and playback continues at the same position.
  @Test func aNewResolution() {
    let stage = SequencerStage()
    stage.sequencer.publish(timeline([.of(60, 0, 1_900), .of(61, 1_920, 10)]))
    _ = stage.cycle(24_000, MusicalContext(tempo: 120, beat: 0))
    let clock = FrameClock(map: TempoMap(timeBase: .ticksPerQuarter(480)), sampleRate: 48_000)
    stage.sequencer.publish(
      SequenceTimeline(
        [(timeline: TrackTimeline(notes: [.of(60, 0, 1_900), .of(61, 960, 10)]), settings: .of(1))], clock: clock))
    let heard = stage.cycle(48_000, MusicalContext(tempo: 120, beat: 1))
    #expect(heard.offs(60) == [24_000] && heard.ons() == [48_000])
  }

  /// A count-in ends at the same beat in a version with a different number of ticks per beat.
  @Test func aNewResolutionDuringACountIn() {
    let stage = SequencerStage()
    stage.sequencer.publish(timeline([.of(60, 3_840, 10)]))
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.play(from: 3_840, countIn: 1_920)
    #expect(stage.cycle(24_000).isEmpty)
    let clock = FrameClock(map: TempoMap(timeBase: .ticksPerQuarter(480)), sampleRate: 48_000)
    stage.sequencer.publish(
      SequenceTimeline([(timeline: TrackTimeline(notes: [.of(60, 1_920, 10)]), settings: .of(1))], clock: clock))
    #expect(stage.cycle(48_000).ons() == [48_000])
  }

  private func messages(_ list: (Tick, UInt8, UInt8, UInt8)...) -> TrackTimeline {
    TrackTimeline(
      notes: [], messages: list.map { CompiledMessage(tick: $0, message: ChannelMessage(status: $1, $2, $3)) })
  }

  /// Pedals pressed by a silenced or removed track are released; those of other tracks are not.
  @Test func pedalsOfSilencedTracks() {
    let (a, b) = (messages((0, 0xB0, 64, 127), (0, 0xE0, 0, 0)), messages((0, 0xB1, 64, 127)))
    let both = SequenceTimeline.of([(a, .of(1)), (b, .of(2))])
    let muted = edit(both, .of([(a, .of(1) { $0.isAudible = false }), (b, .of(2))])).after
    #expect(muted.map(\.message) == [ChannelMessage(status: 0xB0, 64, 0), ChannelMessage(status: 0xE0, 0, 64)])
    let removed = edit(both, .of([(a, .of(1))])).after
    #expect(removed.map(\.message) == [ChannelMessage(status: 0xB1, 64, 0)])
  }

  /// A pedal that was chased, one whose track moves to another channel, one whose messages are deleted.
  @Test func pedalsThatWereChasedOrMovedAway() {
    let pedal = messages((0, 0xB0, 64, 127), (3_840, 0xB0, 64, 0))
    let up = [ChannelMessage(status: 0xB0, 64, 0)]
    let stage = SequencerStage()
    stage.sequencer.publish(.of([(pedal, .of(1))]))
    #expect(stage.cycle(64, MusicalContext(tempo: 120, beat: 1)).map(\.message.data2) == [127])
    stage.sequencer.publish(.of([(pedal, .of(1) { $0.isAudible = false })]))
    #expect(stage.cycle(64, MusicalContext(tempo: 120, beat: 1 + 64 / 24_000.0)).map(\.message) == up)
    let moved = edit(.of([(pedal, .of(1))]), .of([(pedal, .of(1) { $0.channel = 3 })])).after
    #expect(moved.map(\.message.word0).prefix(2) == [0x20B0_4000, 0x20B3_407F])
    #expect(moved.map(\.message.word1).allSatisfy { $0 == 0 })
    let deleted = edit(.of([(pedal, .of(1))]), .of([(messages(), .of(1))])).after
    #expect(deleted.map(\.message) == up)
  }

  /// An edit of messages does not send system-exclusive ones again; they would reset others.
  @Test func editsDoNotRepeatPackets() {
    let packet = CompiledMessage(tick: 0, message: Array(SystemExclusivePackets([0x7E, 0x7F, 9, 1] as [UInt8]))[0])
    let before = TrackTimeline(notes: [], messages: [packet])
    let after = TrackTimeline(
      notes: [], messages: [packet, CompiledMessage(tick: 10, message: ChannelMessage(status: 0xB0, 7, 9))])
    #expect(edit(.of([(before, .of(1))]), .of([(after, .of(1))])).after.map(\.message.status) == [0xB0])
  }

  /// If a track is added, becomes audible again, or changes its messages or its channel, its state is sent at once.
  @Test func theStateOfWhatComesIn() {
    let (a, b) = (messages((0, 0xC0, 5, 0)), messages((0, 0xC0, 6, 0), (100, 0xB0, 7, 9), (1_500, 0xB0, 7, 10)))
    let first = SequenceTimeline.of([(a, .of(1))])
    let state = [
      ChannelMessage(status: 0xC3, 6), ChannelMessage(status: 0xB3, 7, 9), ChannelMessage(status: 0xB3, 7, 10),
    ]
    #expect(edit(first, .of([(a, .of(1)), (b, .of(2) { $0.channel = 3 })])).after.map(\.message) == state)
    let muted = SequenceTimeline.of([(a, .of(1)), (b, .of(2) { ($0.channel, $0.isAudible) = (3, false) })])
    #expect(edit(muted, .of([(a, .of(1)), (b, .of(2) { $0.channel = 3 })])).after.map(\.message) == state)
    #expect(edit(first, .of([(b, .of(1) { $0.channel = 3 })])).after.map(\.message) == state)
    #expect(
      edit(first, .of([(a, .of(1) { $0.channel = 2 })])).after.map(\.message) == [ChannelMessage(status: 0xC2, 5)])
    #expect(edit(first, .of([(a, .of(1) { $0.transpose = 2 })])).after.isEmpty)
  }

  /// After any number of edits of any kind, the sounding notes are those of the last version, and no note hangs.
  @Test func randomEditsLeaveNothingHanging() {
    let seed: UInt64 = 73
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(60) {
      let stage = SequencerStage()
      var heard: [Heard] = []
      for _ in 0..<40 {
        let tracks = (0..<Int.random(in: 0...4, using: &random)).map { _ -> (TrackTimeline, CompiledTrack) in
          let notes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
            CompiledNote.of(
              UInt8.random(in: 60...64, using: &random), Tick.random(in: 0...900, using: &random),
              Tick.random(in: 1...1_500, using: &random))
          }
          let track = CompiledTrack.of(
            UInt32.random(in: 1...4, using: &random), loop: Tick.random(in: 0...1_000, using: &random)
          ) {
            $0.loopEnd = LoopEnd.allCases.randomElement(using: &random) ?? .cut
            $0.overlap = Bool.random(using: &random) ? .layer : .retrigger
            $0.loopChange = LoopChange.allCases.randomElement(using: &random) ?? .keepBeat
            $0.isAudible = Int.random(in: 0..<5, using: &random) > 0
            $0.channel = Int8.random(in: -1...3, using: &random)
          }
          return (TrackTimeline(notes: notes.sorted { $0.tick < $1.tick }), track)
        }
        stage.sequencer.publish(.of(tracks))
        heard += stage.cycle(
          Int.random(in: 1...3_000, using: &random),
          MusicalContext(tempo: 120, beat: Double(stage.frame) / 24_000))
      }
      var stopped = MusicalContext(tempo: 120, beat: 0)
      stopped.isMoving = false
      heard += stage.cycle(1, stopped)
      var sounding: [UInt16: Int] = [:]
      for event in heard {
        let key = UInt16(event.message.channel) << 8 | UInt16(event.message.data1)
        sounding[key, default: 0] += event.message.kind == .noteOn ? 1 : -1
        #expect(sounding[key, default: 0] >= 0, "seed \(seed)")
      }
      #expect(sounding.values.allSatisfy { $0 == 0 }, "seed \(seed)")
    }
  }
}
