import TactusSequencer
import TactusSynth
import TestSupport
import Testing

/// The partition law on real songs with a real bank: the beginning of one, or with TACTUS_LONG=1 all of every song.
@Suite struct RealSongPartitionTests {
  @Test(.enabled(if: DebianSongs.areThere, Comment(rawValue: DebianSongs.whatIsMissing)))
  func anyCyclesGiveTheSameBits() throws {
    let bank = try DebianSongs.bank()
    let seed: UInt64 = 71
    var random = SeededGenerator(seed: seed)
    for path in wantsLongRounds ? DebianSongs.paths : [DebianSongs.paths[3]] {
      let timeline = try SequenceCompiler(sampleRate: 48_000).compile(DebianSongs.song(path))
      let score = Score(timeline, length: wantsLongRounds ? Int(timeline.endFrame) + 96_000 : 12_000)
      var settings = SynthSettings()
      settings.polyphony = 24  // so that voices are stolen
      let whole = Stage(bank, settings: settings)
      whole.perform(score)
      let parts = Stage(bank, settings: settings)
      parts.perform(score, cycles: random.cycles(of: score.length))
      #expect(whole.left.map(\.bitPattern) == parts.left.map(\.bitPattern), "left, \(path), seed \(seed)")
      #expect(whole.right.map(\.bitPattern) == parts.right.map(\.bitPattern), "right, \(path), seed \(seed)")
      #expect(whole.synth.counters == parts.synth.counters, "\(path), seed \(seed)")
      #expect(whole.left.peak > 0)
    }
  }
}
