import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSynth
import TestSupport
import Testing

/// The laws with every controller, pedal, mode and parameter: partitions, replicas, and a note-off for each note-on.
@Suite struct GestureLawTests {
  private let tuning: [UInt8] = [0x7F, 0x7F, 8, 8, 3, 127, 127] + (0..<12).map { 40 + $0 * 4 }
  private let key: [UInt8] = [0x7F, 0x7F, 8, 2, 0, 2, 60, 61, 7, 7, 64, 63, 0, 0]

  /// Plays a score with two tuning messages, after one third and two thirds.
  private func play(_ stage: Stage, _ score: Score, random: inout SeededGenerator, isWhole: Bool) {
    var rest = score.events[...]
    let third = score.length / 3
    for (part, message) in [tuning, key, []].enumerated() {
      var piece = Score(length: third)
      while let next = rest.first, next.frame < (part + 1) * third {
        piece.events.append((next.frame - part * third, next.message))
        rest.removeFirst()
      }
      stage.perform(piece, cycles: isWhole ? [] : random.cycles(of: third))
      stage.tune(message)
    }
  }

  @Test func partitions() throws {
    for round in 0..<rounds(8) {
      let seed = UInt64(21_000 + round)
      var random = SeededGenerator(seed: seed)
      let bank = try SoundBank(random.font(isWild: Bool.random(using: &random)))
      var settings = SynthSettings()
      settings.polyphony = [2, 8, 32][Int.random(in: 0..<3, using: &random)]
      let score = random.gestures(length: 4_500, density: 20)
      let (whole, parts) = (Stage(bank, settings: settings), Stage(bank, settings: settings))
      play(whole, score, random: &random, isWhole: true)
      play(parts, score, random: &random, isWhole: false)
      let difference = zip(whole.left, parts.left).enumerated().first { $1.0.bitPattern != $1.1.bitPattern }?.offset
      #expect(difference == nil, "left, seed \(seed)")
      #expect(whole.right.map(\.bitPattern) == parts.right.map(\.bitPattern), "right, seed \(seed)")
      #expect(whole.synth.counters == parts.synth.counters, "seed \(seed)")
      #expect(whole.left.allSatisfy(\.isFinite) && whole.right.allSatisfy(\.isFinite), "seed \(seed)")
    }
  }

  /// Replicas that divide the time among themselves give the same bytes as one, also if most of them give up their slices
  /// and take shares of another.
  @Test func replicas() throws {
    for round in 0..<rounds(4) {
      let seed = UInt64(22_000 + round)
      var random = SeededGenerator(seed: seed)
      let bank = try SoundBank(random.font(isWild: Bool.random(using: &random)))
      let score = random.gestures(length: 12_000, density: 20)
      let alone = render(bank, score, replicas: 1)
      #expect(alone == render(bank, score, replicas: 2), "seed \(seed)")
      #expect(alone == render(bank, score, replicas: 3, takesShares: true), "shares, seed \(seed)")
    }
  }

  private func render(_ bank: SoundBank, _ score: Score, replicas: Int, takesShares: Bool = false) -> [UInt32] {
    let synth = SoundFontSynth(bank: bank)
    let plan = SlicePlan(
      shortestCycle: 2_000, overlap: 700, patience: takesShares ? 0 : 3_000, shortestShare: takesShares ? 600 : .max,
      tail: 500)
    synth.prepare(sampleRate: 48_000, replicas: replicas, plan: plan)
    let messages = tuning
    _ = messages.withUnsafeBufferPointer { synth.tune($0) }
    let bits = synth.bits(of: score, cycles: [3_000, 6_000, 3_000], perform: inReverse)
    if replicas > 1 { #expect(synth.sliceCounts.rendered > 2) }
    return bits
  }

  /// When all keys and pedals are released, nothing sounds any more, whatever happened before.
  @Test func noteOffsMatch() throws {
    for round in 0..<rounds(12) {
      let seed = UInt64(23_000 + round)
      var random = SeededGenerator(seed: seed)
      let stage = try Stage(.sine([.init(.releaseVolEnv, -12_000)]))
      var down: [UInt8: Set<UInt8>] = [:]
      for _ in 0..<150 {
        let channel = UInt8.random(in: 0...2, using: &random)
        let key = UInt8.random(in: 58...66, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2:
          stage.send(.noteOn(key, channel: channel))
          down[channel, default: []].insert(key)
        case 3, 4:
          guard let key = down[channel]?.sorted().randomElement(using: &random) else { continue }
          stage.send(.noteOff(key, channel: channel))
          down[channel]?.remove(key)
        case 5: stage.send(.controller([64, 66][key % 2 == 0 ? 0 : 1], key * 2, channel: channel))
        case 6: stage.send(.controller([65, 68][key % 2 == 0 ? 0 : 1], key % 3 == 0 ? 0 : 127, channel: channel))
        default:
          stage.send(.controller(key % 4 == 0 ? 84 : 5, key, channel: channel))
          if key == 60 { stage.send(.controller(random.next() & 1 == 0 ? 126 : 127, 0, channel: channel)) }
        }
        stage.render(Int.random(in: 1...90, using: &random))
      }
      for (channel, keys) in down {
        for key in keys.sorted() { stage.send(.noteOff(key, channel: channel)) }
      }
      stage.render(100)
      for channel in UInt8(0)...2 {
        for pedal in [64, 66, 68] as [UInt8] { stage.send(.controller(pedal, 0, channel: channel)) }
      }
      stage.render(2_000)
      #expect(stage.synth.voiceCount == 0, "seed \(seed)")
    }
  }
}
