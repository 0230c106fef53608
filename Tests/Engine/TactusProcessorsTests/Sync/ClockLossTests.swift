import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// A clock with lost and doubled messages, while the tempo is constant, steps and ramps.
@Suite("MIDI clock with losses") struct ClockLossTests {
  /// From 40 to 240 bpm, logarithmically distributed.
  private func tempo(_ random: inout SeededGenerator) -> Double {
    var tempo = 40.0
    for _ in 0..<20 where Bool.random(using: &random) { tempo *= 1.0937 }
    return tempo
  }

  @Test(
    "is at no time half a clock off with 3 % lost and ±1 ms, once two beats have come", arguments: [0.0, 48])
  func steady(jitter: Double) {
    for seed in 0..<UInt64(rounds(100)) {
      var random = SeededGenerator(seed: 2_000 + seed)
      let clock = LossyClock(tempo: tempo(&random), jitter: jitter, lost: 0.03)
      let errors = clock.errors(seed: seed)
      #expect(errors.worst(from: 48) < 0.5, "seed \(seed), \(clock.tempo) bpm: \(errors.worst(from: 48))")
      #expect(errors.worst(from: 710) < 0.2, "seed \(seed), \(clock.tempo) bpm: \(errors.worst(from: 710))")
    }
  }

  @Test("leaves out the second of two clocks that come together")
  func doubled() {
    for seed in 0..<UInt64(rounds(50)) {
      var random = SeededGenerator(seed: 2_200 + seed)
      var clock = LossyClock(tempo: tempo(&random), lost: 0.02)
      (clock.jitter, clock.doubled) = (Bool.random(using: &random) ? 48 : 0, 0.02)
      let errors = clock.errors(seed: seed)
      #expect(errors.worst(from: 48) < 0.5, "seed \(seed), \(clock.tempo) bpm: \(errors.worst(from: 48))")
    }
  }

  @Test("has found losses among the first eight clocks within two beats", arguments: [0.0, 48])
  func beginning(jitter: Double) {
    for seed in 0..<UInt64(rounds(50)) {
      var random = SeededGenerator(seed: 2_300 + seed)
      var clock = LossyClock(tempo: tempo(&random), clocks: 120, jitter: jitter)
      clock.missing = [Int.random(in: 2...7, using: &random), Int.random(in: 2...7, using: &random)]
      let errors = clock.errors(seed: seed)
      #expect(
        errors.worst(from: 48) < 0.5, "seed \(seed), \(clock.tempo) bpm, \(clock.missing): \(errors.worst(from: 48))")
    }
  }

  @Test("counts through steps of the tempo of up to a half while 3 % are lost", arguments: [0.0, 48])
  func steps(jitter: Double) {
    var wrong: [UInt64] = []
    let count = rounds(100)
    for seed in 0..<UInt64(count) {
      var random = SeededGenerator(seed: 2_400 + seed)
      var clock = LossyClock(tempo: tempo(&random), jitter: jitter, lost: 0.03)
      clock.change = (360, 361, Double.random(in: 0.667...1.5, using: &random))
      let errors = clock.errors(seed: seed)
      #expect(errors.worst(from: 48, to: 360) < 0.5, "seed \(seed), \(clock.tempo) bpm")
      if errors.worst(from: 408) >= 0.5 { wrong.append(seed) }
    }
    // a loss right at a step may look like another step
    #expect(wrong.count * 50 <= count, "\(wrong) of \(count)")
  }

  @Test("counts through ramps of a half while 3 % are lost", arguments: [0.0, 48])
  func ramps(jitter: Double) {
    var wrong: [UInt64] = []
    let count = rounds(50)
    for seed in 0..<UInt64(count) {
      var random = SeededGenerator(seed: 2_600 + seed)
      var clock = LossyClock(tempo: tempo(&random), jitter: jitter, lost: 0.03)
      clock.change = (240, 480, Double.random(in: 0.667...1.5, using: &random))
      if clock.errors(seed: seed).worst(from: 528) >= 0.5 { wrong.append(seed) }
    }
    // about one in a thousand, with jitter
    #expect(wrong.count * 500 <= count, "\(wrong) of \(count)")
  }

  @Test("counts clocks that come in blocks, also when the tempo steps", arguments: [64.0, 128, 256, 512, 1_024])
  func blocks(block: Double) {
    var wrong: [UInt64] = []
    let count = rounds(25)
    for seed in 0..<UInt64(count) {
      var random = SeededGenerator(seed: 2_800 + seed)
      var clock = LossyClock(tempo: min(tempo(&random), 120_000 / (1.05 * block)), block: block)
      #expect(clock.errors(seed: seed).worst(from: 48) < 0.75, "seed \(seed), \(clock.tempo) bpm")
      clock.tempo = min(clock.tempo, 120_000 / (1.6 * block))
      clock.change = (360, 361, Double.random(in: 0.667...1.5, using: &random))
      if abs(clock.errors(seed: seed)[715]) >= 0.75 { wrong.append(seed) }
    }
    #expect(wrong.count * 10 <= count, "\(wrong) of \(count)")
  }

  @Test("finds lost clocks in blocks of up to a third of a clock")
  func lostBlocks() {
    var wrong: [UInt64] = []
    let count = rounds(50)
    for seed in 0..<UInt64(count) {
      var random = SeededGenerator(seed: 2_900 + seed)
      var clock = LossyClock(tempo: tempo(&random), jitter: 48, lost: 0.01)
      clock.block = [64.0, 128, 256, 512].last { 3.2 * $0 < 120_000 / clock.tempo } ?? 64
      if abs(clock.errors(seed: seed)[715]) >= 0.75 { wrong.append(seed) }
    }
    #expect(wrong.count * 25 <= count, "\(wrong) of \(count)")
  }

  @Test("is exactly where start, continue and song position say, whatever was lost before")
  func resynchronised() {
    for seed in 0..<UInt64(rounds(50)) {
      var random = SeededGenerator(seed: 3_000 + seed)
      var clock = LossyClock(tempo: tempo(&random), clocks: 240, jitter: 48, lost: 0.05)
      let position = Int.random(in: 3...200, using: &random)
      let message: ChannelMessage = [.begin, .position(77)].randomElement(using: &random)!
      clock.before = [position: message]
      clock.missing = [position - 1, position + 3]
      var generator = SeededGenerator(seed: seed)
      let stream = clock.stream(&generator)
      let first = stream.arrived.first { $0 >= position }!
      let wanted = message == .begin ? 0 : 6 * 77
      for (index, arrived) in stream.arrived.enumerated() where arrived >= first && arrived - first < 36 {
        guard index > 0, arrived == first || arrived - first >= 16 else { continue }
        var following = ClockFollowing()
        let heard = stream.messages.prefix { $0.time <= stream.messages[index + 2].time }
        following.play(Array(heard), cycles: [Int(heard.last!.time) + 1])
        #expect(
          following.follower.clock == Int64(wanted + arrived - first), "seed \(seed), at \(position): clock \(arrived)")
      }
    }
  }
}
