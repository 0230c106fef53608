import TactusRender
import TactusSynth
import TactusThreads
import TestSupport
import Testing

/// Slices of time that several threads render give the frames of one thread. `Scripts/check-threads` runs them under
/// ThreadSanitizer.
@Suite(.serialized) struct SliceThreadsTests {
  /// Random banks and gestures, with overlaps that are often too short, and shares, in short and long cycles.
  @Test(arguments: [2, 3, 5]) func slicesGiveTheSameFrames(_ threads: Int) throws {
    let first = seed(of: "slicesGiveTheSameFrames")
    let pool = WorkerPool(width: threads, patience: 2_000)
    var rendered = 0
    for round in 0..<UInt64(rounds(4, unoptimized: 1)) {
      var random = SeededGenerator(seed: first &+ round)
      let bank = try SoundBank(random.font(isWild: Bool.random(using: &random)))
      var settings = SynthSettings()
      settings.polyphony = random.pick([4, 32, 256])
      settings.interpolation = random.pick([.linear, .cubic, .sinc])
      let length = 60_000
      let score = random.gestures(length: length, density: 20)
      var cycles: [Int] = []
      while cycles.reduce(0, +) < length { cycles.append(random.pick([64, 1_000, 9_000, 20_000, 31_111])) }
      let alone = SoundFontSynth(bank: bank, settings: settings)
      alone.prepare(sampleRate: 48_000, replicas: 1)
      let sliced = SoundFontSynth(bank: bank, settings: settings)
      let plan = SlicePlan(
        shortestCycle: 4_000, overlap: random.pick([0, 2_000, 8_000]), patience: random.pick([500, 8_000]),
        shortestShare: random.pick([1_000, 4_000, .max]), tail: 2_000)
      sliced.prepare(sampleRate: 48_000, replicas: threads, plan: plan)
      let bits = sliced.bits(of: score, cycles: cycles) { pool.perform($0, $1) }
      let isSame = bits == alone.bits(of: score, cycles: [length], perform: inOrder)
      #expect(isSame, "seed \(first &+ round), cycles \(cycles)")
      #expect(sliced.counters == alone.counters, "seed \(first &+ round)")
      rendered += sliced.sliceCounts.rendered
    }
    #expect(rendered > 0)
  }
}
