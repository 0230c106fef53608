import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// Edits while a sequence plays.
@Suite struct SequencerEditTests {
  private func lane(_ notes: [LaneNote], loop: Tick = 0, _ change: (inout Lane) -> Void = { _ in }) -> SequenceTimeline
  {
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
    let heard = edit(lane([.of(60, 0, 960), .of(61, 0, 960)]), lane([.of(61, 0, 960)]))
    #expect(heard.after.offs(60) == [6_000] && heard.after.offs(61) == [24_000])
  }

  @Test func aNotesEndCanBeMoved() {
    let note = lane([.of(60, 0, 960)])
    #expect(edit(note, lane([.of(60, 0, 480)])).after.offs() == [12_000])
    #expect(edit(note, lane([.of(60, 0, 1_440)])).after.offs() == [36_000])
    #expect(edit(note, lane([.of(60, 0, 100)])).after.offs() == [6_000])
  }

  @Test func aMovedNotePlaysAgainOnlyIfItLiesAhead() {
    let later = edit(lane([.of(60, 0, 960)]), lane([.of(60, 480, 960)])).after
    #expect(later.offs() == [6_000, 36_000] && later.ons() == [12_000])
    let earlier = edit(lane([.of(60, 120, 960)]), lane([.of(60, 60, 960)])).after
    #expect(earlier.offs() == [6_000] && earlier.ons().isEmpty)
  }

  @Test func transposedAndMovedToAnotherChannelWhileItSounds() {
    let notes = [LaneNote.of(60, 0, 480), .of(60, 480, 480)]
    let heard = edit(lane(notes), lane(notes) { ($0.transpose, $0.channel, $0.port) = (3, 7, 2) }).after
    #expect(heard.map(\.message.status) == [0x80, 0x97, 0x87])
    #expect(heard.map(\.message.data1) == [60, 63, 63] && heard.map(\.message.port) == [0, 2, 2])
  }

  @Test func mutingReleasesAndUnmutingGoesOn() {
    let notes = [LaneNote.of(60, 0, 960), .of(61, 480, 10)]
    let muted = edit(lane(notes), lane(notes) { $0.isAudible = false }).after
    #expect(muted.offs(60) == [6_000] && muted.ons().isEmpty)
    let unmuted = edit(lane(notes) { $0.isAudible = false }, lane(notes))
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
      let notes = [LaneNote.of(60, 0, 10), .of(61, 600, 10)]
      stage.sequencer.publish(lane(notes, loop: 960))
      _ = stage.cycle(30_000, MusicalContext(tempo: 120, beat: 0))  // 1,200 ticks: 240 into pass 1
      stage.sequencer.publish(lane(notes, loop: 720) { $0.loopChange = change })
      return stage.cycle(60_000, MusicalContext(tempo: 120, beat: 1.25)).ons(60).map { $0 / 25 }
    }
    #expect(frames(.keepBeat) == [1_440, 2_160, 2_880])
    #expect(frames(.restart) == [1_200, 1_920, 2_640, 3_360])
    #expect(frames(.atNextPass) == [1_920, 2_640, 3_360])
  }

  /// Whatever is edited, and however often: what sounds in the end is what the last version says, and nothing hangs.
  @Test func randomEditsLeaveNothingHanging() {
    let seed: UInt64 = 73
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(60) {
      let stage = SequencerStage()
      var heard: [Heard] = []
      for _ in 0..<40 {
        let lanes = (0..<Int.random(in: 0...4, using: &random)).map { _ -> (TrackTimeline, Lane) in
          let notes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
            LaneNote.of(
              UInt8.random(in: 60...64, using: &random), Tick.random(in: 0...900, using: &random),
              Tick.random(in: 1...1_500, using: &random))
          }
          let lane = Lane.of(UInt32.random(in: 1...4, using: &random), loop: Tick.random(in: 0...1_000, using: &random))
          {
            $0.loopEnd = LoopEnd.allCases.randomElement(using: &random) ?? .cut
            $0.overlap = Bool.random(using: &random) ? .layer : .retrigger
            $0.loopChange = LoopChange.allCases.randomElement(using: &random) ?? .keepBeat
            $0.isAudible = Int.random(in: 0..<5, using: &random) > 0
            $0.channel = Int8.random(in: -1...3, using: &random)
          }
          return (TrackTimeline(notes: notes.sorted { $0.tick < $1.tick }), lane)
        }
        stage.sequencer.publish(.of(lanes))
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
