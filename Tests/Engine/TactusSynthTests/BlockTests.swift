import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// The output does not depend on the length of rendered blocks. In cycles of 64 frames, each block is one control block;
/// in a long cycle, most blocks contain several.
@Suite struct BlockTests {
  /// Gain ramps begin at any frame and end at control blocks, in some of many groups that share their partial mixes.
  @Test func gainRampsAmongManyVoices() throws {
    for round in 0..<UInt64(rounds(3)) {
      let bank = try SoundBank.sine([
        .init(.initialFilterFc, 7_000), .init(.modEnvToFilterFc, 2_400), .init(.decayModEnv, -2_400),
        .init(.releaseVolEnv, -3_600),
      ])
      let score = Self.score(seed: 900 + round)
      let whole = stage(bank)
      whole.perform(score)
      #expect(whole.synth.counters.peakVoices > 100, "several groups in each partial mix")
      for length in [64, 200] {
        let parts = stage(bank)
        parts.perform(score, cycles: .init(repeating: length, count: score.length / length))
        #expect(whole.left.map(\.bitPattern) == parts.left.map(\.bitPattern), "\(length) frames, round \(round)")
        #expect(whole.right.map(\.bitPattern) == parts.right.map(\.bitPattern), "\(length) frames, round \(round)")
        #expect(whole.synth.counters == parts.synth.counters, "\(length) frames, round \(round)")
      }
    }
  }

  private func stage(_ bank: SoundBank) -> Stage {
    var settings = SynthSettings()
    settings.polyphony = 160
    return Stage(bank, settings: settings)
  }

  private static func score(seed: UInt64) -> Score {
    var random = SeededGenerator(seed: seed)
    var score = Score(length: 25_600)
    func frame(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    for _ in 0..<400 {
      let start = frame(0..<score.length - 1)
      let (key, channel) = (UInt8(frame(30..<90)), UInt8(frame(0..<16)))
      score.events.append((start, .noteOn(key, channel: channel)))
      score.events.append((min(score.length - 1, start + frame(1..<9_000)), .noteOff(key, channel: channel)))
    }
    for _ in 0..<200 {
      let number: UInt8 = [7, 10, 11, 91, 93].randomElement(using: &random) ?? 7
      score.events.append(
        (frame(0..<score.length), .controller(number, UInt8(frame(20..<128)), channel: UInt8(frame(0..<16)))))
    }
    score.events.sort { $0.frame < $1.frame }
    return score
  }
}
