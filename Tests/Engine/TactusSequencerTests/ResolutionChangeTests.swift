import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// Versions of a sequence with other resolutions, published during playback.
@Suite struct ResolutionChangeTests {
  /// A region that a coarser version cannot represent returns with the finer one.
  @Test func theRegionReturns() throws {
    let stage = SequencerStage()
    func publish(_ ticksPerQuarter: Int) throws {
      let clip = Clip(notes: [Note(onset: Tick(ticksPerQuarter / 48), duration: 1, key: 60)])
      try stage.sequencer.publish(
        MIDISequence([Track(clip)], ticksPerQuarter: ticksPerQuarter, tempo: Tempo(bpm: 120)))
    }
    try publish(480)
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.cycle(7..<489)
    stage.sequencer.play(from: 0)
    var heard = stage.cycle(12_000)
    try publish(96)
    heard += stage.cycle(4_800)
    try publish(480)
    heard += stage.cycle(33_000)
    #expect(heard.ons() == [500, 24_600, 48_700])
  }

  /// In a coarser version, nothing that has been played is repeated, and later beats keep their frames.
  @Test func aCoarserVersionRepeatsNothing() throws {
    let stage = SequencerStage()
    func publish(_ ticksPerQuarter: Int) throws {
      let beats = [0, 1, 2].map { Note(onset: Tick($0 * ticksPerQuarter / 2), duration: 1, key: 60) }
      try stage.sequencer.publish(
        MIDISequence([Track(Clip(notes: NoteList(beats)))], ticksPerQuarter: ticksPerQuarter, tempo: Tempo(bpm: 120)))
    }
    try publish(480)
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.play(from: 0)
    var heard = stage.cycle(12_001)
    try publish(240)
    heard += stage.cycle(24_000)
    #expect(heard.ons() == [0, 12_000, 24_000])
  }
}
