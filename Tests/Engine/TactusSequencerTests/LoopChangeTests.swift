import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// A loop whose length changes at its next pass: the current pass is played to its end with all its notes.
@Suite struct LoopChangeTests {
  /// Plays a loop with several lengths, each from its own frame on, at 25 frames per tick; returns the ticks of the
  /// onsets.
  private func play(
    _ notes: [CompiledNote], _ lengths: [(frame: Int, loop: Tick)], frames: Int,
    _ change: (inout CompiledTrack) -> Void = { _ in }
  ) -> (ons: [UInt8: [Int64]], offs: [UInt8: [Int64]]) {
    let stage = SequencerStage()
    let timeline = TrackTimeline(notes: notes)
    var heard: [Heard] = []
    for (index, version) in lengths.enumerated() {
      let track = CompiledTrack.of(1, loop: version.loop) {
        ($0.loopChange, $0.overlap) = (.atNextPass, .layer)
        change(&$0)
      }
      stage.sequencer.publish(.of([(timeline, track)]))
      let end = index + 1 < lengths.count ? lengths[index + 1].frame : frames
      heard += stage.cycle(
        end - version.frame, MusicalContext(tempo: 120, beat: Double(version.frame) / 24_000))
    }
    var (ons, offs): ([UInt8: [Int64]], [UInt8: [Int64]]) = ([:], [:])
    for key in Set(notes.map(\.message.data1)) {
      (ons[key], offs[key]) = (heard.ons(key).map { $0 / 25 }, heard.offs(key).map { $0 / 25 })
    }
    return (ons, offs)
  }

  /// A shorter loop removes no note from the current pass.
  @Test func aShorterLoopLosesNothing() {
    let notes = [CompiledNote.of(60, 0, 10), .of(61, 600, 10), .of(62, 900, 10)]
    let heard = play(notes, [(0, 960), (2_500, 480), (17_500, 480)], frames: 60_000)
    #expect(heard.ons == [60: [0, 960, 1_440, 1_920], 61: [600], 62: [900]])
    #expect(heard.offs == [60: [10, 970, 1_450, 1_930], 61: [610], 62: [910]])
  }

  /// A note that is held into the next pass ends where it starts again: after the length of its own pass, not of the
  /// next ones.
  @Test func aHeldNoteIsAsLongAsItsPass() {
    let held = [CompiledNote.of(60, 0, 2_000)]
    let longer = play(held, [(0, 480), (2_500, 960), (14_000, 960)], frames: 48_000) { $0.loopEnd = .wrap }
    #expect(longer.ons[60] == [0, 480, 1_440] && longer.offs[60] == [480, 1_440])
    let late = [CompiledNote.of(60, 0, 10), .of(61, 700, 2_000)]
    // published again in every pass over which it is held
    let versions: [(frame: Int, loop: Tick)] = [(0, 960), (2_500, 240), (25_000, 240), (31_000, 240), (37_000, 240)]
    let shorter = play(late, versions, frames: 48_000) { $0.loopEnd = .wrap }
    #expect(shorter.ons[61] == [700] && shorter.offs[61] == [700 + 960])
  }

  /// A pass of which nothing has been played has the new length.
  @Test func aPassThatBeginsHasTheNewLength() {
    let notes = [CompiledNote.of(60, 0, 10)]
    #expect(play(notes, [(0, 960), (24_000, 480)], frames: 48_000).ons[60] == [0, 960, 1_440])
    #expect(play(notes, [(0, 480), (12_000, 960)], frames: 48_000).ons[60] == [0, 480, 1_440])
    // a tick later it has begun
    #expect(play(notes, [(0, 960), (24_025, 480)], frames: 59_000).ons[60] == [0, 960, 1_920])
  }
}
