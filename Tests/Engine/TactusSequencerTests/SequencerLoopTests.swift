import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// Loops of tracks: their lengths, ends, and the order of events on one frame.
@Suite struct SequencerLoopTests {
  private func play(
    _ notes: [CompiledNote], loop: Tick, frames: Int, cycle: Int = 2_048,
    _ change: (inout CompiledTrack) -> Void = { _ in }
  ) -> [Heard] {
    let stage = SequencerStage()
    stage.sequencer.publish(.of([(TrackTimeline(notes: notes), .of(1, loop: loop, change))]))
    return stage.steady(Array(repeating: cycle, count: (frames + cycle - 1) / cycle)).filter { $0.frame < frames }
  }

  /// 60 ticks are 1500 frames; the cycle has 2048.
  @Test func loopShorterThanACycle() {
    let heard = play([.of(60, 0, 30), .of(61, 59, 1)], loop: 60, frames: 408_000)
    let starts = (0..<272).map { (pass: Int64) in pass * 1_500 }
    #expect(heard.ons(60) == starts)
    #expect(heard.ons(61) == starts.map { $0 + 1_475 })
    #expect(heard.offs(61) == Array(starts.dropFirst()))
  }

  @Test func eventsOutsideTheLoopNeverPlay() {
    let heard = play([.of(60, 0, 30), .of(61, 960, 10), .of(62, 970, 10)], loop: 960, frames: 240_000)
    #expect(heard.ons(60).count == 10 && heard.ons(61).isEmpty && heard.ons(62).isEmpty)
  }

  /// The off at the end of a pass comes before the on at the beginning of the next, for the same key.
  @Test(arguments: [512, 1_024, 480, 500, 2_000, 1]) func noteOffsAtTheLoopsEnd(cycle: Int) {
    let heard = play([.of(60, 0, 960)], loop: 960, frames: 240_001, cycle: cycle)
    #expect(heard.ons() == (0...10).map { $0 * 24_000 })
    #expect(heard.offs() == (1...10).map { $0 * 24_000 })
    #expect(heard.dropFirst().map(\.message.kind) == (0..<20).map { $0 % 2 == 0 ? .noteOff : .noteOn })
  }

  @Test func endsOfNotesAcrossTheLoopsEnd() {
    let note = [CompiledNote.of(60, 720, 480)]
    #expect(play(note, loop: 960, frames: 48_000).offs() == [24_000])
    #expect(play(note, loop: 960, frames: 60_000) { $0.loopEnd = .ringOver }.offs() == [30_000, 54_000])
    #expect(play(note, loop: 960, frames: 60_000) { $0.loopEnd = .wrap }.offs() == [30_000, 54_000])
    // longer than the loop: over itself, or never beyond its next beginning
    let long = [CompiledNote.of(60, 720, 1_440)]
    let layered = play(long, loop: 960, frames: 110_000) { ($0.loopEnd, $0.overlap) = (.ringOver, .layer) }
    #expect(layered.offs() == [54_000, 78_000, 102_000])
    #expect(play(long, loop: 960, frames: 60_000) { $0.loopEnd = .wrap }.offs() == [42_000])
  }

  @Test func aKeyBegunAgainIsEndedFirst() {
    let notes = [CompiledNote.of(60, 0, 400), .of(60, 200, 400)]
    let heard = play(notes, loop: 0, frames: 24_000)
    #expect(heard.ons() == [0, 5_000] && heard.offs() == [5_000, 15_000])
    let layered = play(notes, loop: 0, frames: 24_000) { $0.overlap = .layer }
    #expect(layered.ons() == [0, 5_000] && layered.offs() == [10_000, 15_000])
  }

  @Test func tracksOfDifferentLengthsAndLimits() {
    let stage = SequencerStage()
    let tracks: [(TrackTimeline, CompiledTrack)] = [
      (TrackTimeline(notes: [.of(60, 0, 10)]), .of(1, loop: 720)),
      (TrackTimeline(notes: [.of(61, 0, 10)]), .of(2, loop: 960) { $0.passLimit = 3 }),
      (TrackTimeline(notes: [.of(62, 0, 10)]), .of(3, loop: 480) { $0.isAudible = false }),
    ]
    stage.sequencer.publish(.of(tracks))
    let heard = stage.steady(Array(repeating: 1_000, count: 120))
    #expect(heard.ons(60) == (0..<7).map { $0 * 18_000 })
    #expect(heard.ons(61) == [0, 24_000, 48_000])
    #expect(heard.ons(62).isEmpty)
  }

  @Test func aLoopOfOneTick() {
    let heard = play([.of(60, 0, 1)], loop: 1, frames: 2_500)
    #expect(heard.ons() == (0..<100).map { $0 * 25 })
    #expect(heard.offs() == (1..<100).map { $0 * 25 })
  }

  /// Many passes in each frame: notes for which there is no room are not started but counted, and every note that was
  /// started ends.
  @Test func overflowDropsWholeNotes() {
    let stage = SequencerStage(settings: SequencerSettings(), room: 2_000)
    stage.sequencer.publish(.of([(TrackTimeline(notes: [.of(60, 0, 1)]), .of(1, loop: 1))]))
    var heard: [Heard] = []
    for index in 0..<4 { heard += stage.cycle(48_000, MusicalContext(tempo: 60_000, beat: Double(index) * 1_000)) }
    var stopped = MusicalContext(tempo: 60_000, beat: 4_000)
    stopped.isMoving = false
    heard += stage.cycle(64, stopped)
    #expect(heard.ons().count == heard.offs().count)
    let counters = stage.sequencer.report().playhead.counters
    #expect(counters.notes == UInt64(heard.ons().count))
    #expect(counters.notes + counters.droppedNotes == 4 * 960_000 - 10)  // the last half frame is not over
  }

  /// At one tick: note-offs, then messages, then note-ons; tracks in order.
  @Test func orderAtOneTick() {
    let stage = SequencerStage()
    let program = CompiledMessage(tick: 480, message: ChannelMessage(status: 0xC1, 5))
    let tracks: [(TrackTimeline, CompiledTrack)] = [
      (TrackTimeline(notes: [.of(60, 0, 480), .of(61, 480, 10)]), .of(1)),
      (TrackTimeline(notes: [.of(62, 0, 480), .of(63, 480, 10)], messages: [program]), .of(2) { $0.channel = 1 }),
    ]
    stage.sequencer.publish(.of(tracks))
    let heard = stage.steady([12_100]).filter { $0.frame == 12_000 }
    #expect(heard.map(\.message.status) == [0x80, 0x81, 0xC1, 0x90, 0x91])
    #expect(heard.map(\.message.data1) == [60, 62, 5, 61, 63])
  }
}
