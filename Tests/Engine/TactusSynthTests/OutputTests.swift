import TactusFiles
import TactusMIDI
import TactusRender
import TactusSynth
import TestSupport
import Testing

/// Outputs by part and by drum group: their sum is the mix.
@Suite("Outputs by part") struct OutputTests {
  /// The largest difference between the sum of the outputs and the mix, relative to the peak of the mix: some rounding
  /// errors of 32-bit sums.
  private static let rounding = 1e-5

  private func compare(_ outputs: SynthOutputs, _ seed: UInt64, _ settings: SynthSettings, isWild: Bool) throws {
    var random = SeededGenerator(seed: seed)
    let bank = try SoundBank(random.font(isWild: isWild))
    let score = random.score(length: 6_000, density: 12, isWild: isWild)
    let mix = OutputStage(bank, .stereo, settings: settings)
    mix.perform(score)
    let whole = OutputStage(bank, outputs, settings: settings)
    whole.perform(score)
    let peak = Double(max(mix.channels[0].peak, mix.channels[1].peak, 1e-3))
    for (side, sum) in [whole.sum.left, whole.sum.right].enumerated() {
      let worst = zip(mix.channels[side], sum).map { abs(Double($0) - $1) }.max() ?? 0
      #expect(worst <= peak * Self.rounding, "side \(side), seed \(seed): \(worst) of \(peak)")
    }
    if !settings.reverb, !settings.chorus { #expect(!whole.soundingOutputs.contains(0), "seed \(seed)") }
    let cut = OutputStage(bank, outputs, settings: settings)
    cut.perform(score, cycles: random.cycles(of: score.length))
    for channel in whole.channels.indices {
      let isSame = whole.channels[channel].map(\.bitPattern) == cut.channels[channel].map(\.bitPattern)
      #expect(isSame, "channel \(channel), seed \(seed)")
    }
  }

  @Test("the sum is the mix, and cycles do not matter", arguments: [SynthOutputs.parts, .drums])
  func sum(outputs: SynthOutputs) throws {
    for round in 0..<UInt64(rounds(3)) {
      try compare(outputs, 4_100 + round, SynthSettings(), isWild: false)
      try compare(outputs, 4_200 + round, SynthSettings(), isWild: true)
    }
    // voices of several outputs in one group, of which one ends in a block that a cycle cuts
    for seed in [4_111, 4_123] as [UInt64] { try compare(outputs, seed, SynthSettings(), isWild: false) }
  }

  @Test("the sum of the parts is the dry mix; the main output is silent", arguments: [SynthOutputs.parts, .drums])
  func dry(outputs: SynthOutputs) throws {
    for round in 0..<UInt64(rounds(2)) { try compare(outputs, 4_300 + round, .dry, isWild: false) }
  }

  private func drums() throws -> SoundBank {
    try .made { bank in
      let pulse = bank.add(.init(name: "pulse", frames: .init(repeating: 20_000, count: 400), sampleRate: 48_000))
      bank.addPreset([.init(target: pulse, generators: SoundFont.Generator.atOnce)])
      bank.addPreset(bank: 128, [.init(target: pulse, generators: SoundFont.Generator.atOnce)])
    }
  }

  @Test("a part plays to its own output, a drum to that of its group")
  func routes() throws {
    for channel in UInt8(0)..<16 where channel != 9 {
      let stage = OutputStage(try drums(), .drums, settings: .dry)
      stage.render(300, events: [TimedEvent(offset: 3, message: .noteOn(36, channel: channel))])
      #expect(stage.soundingOutputs == [Int(channel) + 1])
    }
    for (key, group) in [(36, 17), (38, 18), (45, 19), (42, 20), (49, 21), (60, 22), (0, 22), (127, 22)] {
      let stage = OutputStage(try drums(), .drums, settings: .dry)
      stage.render(300, events: [TimedEvent(offset: 3, message: .noteOn(UInt8(key), channel: 9))])
      #expect(stage.soundingOutputs == [group], "key \(key)")
    }
    let parts = OutputStage(try drums(), .parts, settings: .dry)
    parts.render(300, events: [TimedEvent(offset: 3, message: .noteOn(36, channel: 9))])
    #expect(parts.soundingOutputs == [10])
  }

  @Test("outputs that the host does not take sound in the main output")
  func unconnected() throws {
    func sounding(_ width: Int, key: UInt8 = 36, channel: UInt8 = 9) throws -> Set<Int> {
      let stage = OutputStage(try drums(), .drums, settings: .dry, width: width)
      stage.render(300, events: [TimedEvent(offset: 3, message: .noteOn(key, channel: channel))])
      let isFinite = stage.channels.joined().allSatisfy { $0.isFinite }
      #expect(isFinite)
      return stage.soundingOutputs
    }
    let (stereo, first, second, wide) = (
      try sounding(2), try sounding(36), try sounding(36, key: 38), try sounding(60)
    )
    #expect(stereo == [0])
    #expect(first == [17], "the first drum group has channels")
    #expect(second == [0], "the second has none")
    #expect(wide == [17], "further channels are silent")
    // a mask chooses at the start of a note: a drum group that is off plays to its part, a part that is off to the main
    for (mask, key, output) in [(1 << 10, 36, 10), (1 << 17, 36, 17), (1 << 17, 38, 0), (0, 36, 0)] as [(UInt32, _, _)]
    {
      let stage = OutputStage(try drums(), .drums, settings: .dry)
      stage.synth.core.pointee.connect(outputs: mask)
      stage.render(300, events: [TimedEvent(offset: 3, message: .noteOn(UInt8(key), channel: 9))])
      #expect(stage.soundingOutputs == [output], "mask \(mask), key \(key)")
    }
  }

  @Test("another choice of outputs keeps bank and presets")
  func choosing() throws {
    let synth = LiveSynth(settings: .dry)
    synth.publish(try drums())
    synth.set(PartProgram(bank: 128, program: 0), of: 3)
    _ = synth.rendered(64)
    for outputs in [SynthOutputs.drums, .parts, .stereo, .drums] {
      synth.prepare(outputs: outputs)
      synth.prepare(sampleRate: 44_100, maximumFrameCount: 64)
      #expect(synth.outputs == outputs)
      _ = synth.rendered(64, events: [TimedEvent(offset: 0, message: .noteOn(36, channel: 3))])
      #expect(synth.voiceCount == 1)
      #expect(synth.programs[3] == PartProgram(bank: 128, program: 0))
      synth.reset()
    }
  }
}
