import TactusFiles
import TactusMIDI
import TactusRender
import TactusSynth
import TestSupport
import Testing

/// The partition law: the division of a stream into cycles does not change a bit of it.
@Suite struct PartitionTests {
  private func law(_ seed: UInt64, isWild: Bool) throws {
    var random = SeededGenerator(seed: seed)
    let bank = try SoundBank(random.font(isWild: isWild))
    var settings = SynthSettings()
    settings.polyphony = [1, 3, 8, 24][Int.random(in: 0..<4, using: &random)]
    settings.interpolation = SynthSettings.Interpolation.allCases.randomElement(using: &random) ?? .cubic
    let score = random.score(length: 6_000, density: 12, isWild: isWild)
    let whole = Stage(bank, settings: settings)
    whole.perform(score)
    let parts = Stage(bank, settings: settings)
    parts.perform(score, cycles: random.cycles(of: score.length))
    let difference = zip(whole.left, parts.left).enumerated().first { $1.0.bitPattern != $1.1.bitPattern }?.offset
    #expect(difference == nil, "left, seed \(seed), polyphony \(settings.polyphony), \(settings.interpolation)")
    #expect(whole.right.map(\.bitPattern) == parts.right.map(\.bitPattern), "right, seed \(seed)")
    #expect(whole.synth.counters == parts.synth.counters, "seed \(seed)")
    #expect(whole.left.allSatisfy(\.isFinite) && whole.right.allSatisfy(\.isFinite), "seed \(seed)")
  }

  @Test func musicalStreams() throws {
    for seed in 0..<UInt64(rounds(4)) { try law(7_000 + seed, isWild: false) }
  }

  @Test func wildStreams() throws {
    for seed in 0..<UInt64(rounds(4)) { try law(8_000 + seed, isWild: true) }
  }

  /// A voice that ends inside a block while its filter sweeps at maximum speed leaves no NaN behind, and its final
  /// filter state does not depend on where the block is split.
  @Test(arguments: [(12_000, 5_100), (12_000, 8_100), (4_000, 9_300), (-12_000, 13_500)] as [(Int16, Int16)])
  func sweepsThatEnd(depth: Int16, cutoff: Int16) throws {
    let bank = try SoundBank.sine([
      .init(.modEnvToFilterFc, depth), .init(.initialFilterFc, cutoff), .init(.initialFilterQ, 200),
      .init(.releaseVolEnv, -32_768),
    ])
    for frames in 1...24 {
      let off = [TimedEvent(offset: Int32(frames), message: .noteOff(60))]
      let whole = Stage(bank)
      whole.send(.noteOn(60))
      whole.render(128, events: off)
      let cut = Stage(bank)
      cut.send(.noteOn(60))
      cut.render(frames + 1, events: off)
      cut.render(127 - frames)
      #expect(whole.left.contains { $0 != 0 }, "\(frames) frames")
      #expect(whole.left.allSatisfy { $0.isFinite }, "\(frames) frames")
      #expect(whole.left.map(\.bitPattern) == cut.left.map(\.bitPattern), "\(frames) frames")
    }
  }

  /// A filter that a controller on the note's own frame inserts, in a voice that ends inside the same block.
  @Test func aFilterThatBeginsAndEndsInABlock() throws {
    let bank = try SoundBank.made { bank in
      let pulse = bank.add(.init(name: "pulse", frames: .init(repeating: 20_000, count: 40), sampleRate: 48_000))
      bank.addPreset([.init(target: pulse, generators: SoundFont.Generator.atOnce)])
    }
    let events = [
      TimedEvent(offset: 0, message: .noteOn(60)), TimedEvent(offset: 0, message: .controller(74, 0)),
    ]
    let whole = Stage(bank)
    whole.render(128, events: events)
    let cut = Stage(bank)
    cut.render(20, events: events)
    cut.render(108)
    #expect(whole.left.contains { $0 != 0 })
    #expect(whole.left.map(\.bitPattern) == cut.left.map(\.bitPattern))
  }

  /// A sample that ends earlier than its pitch predicted: a breakpoint of the volume envelope resets the lane to its
  /// curve, and thereby changes the sample's end. Later events find a voice that has ended.
  @Test func aSampleThatEndsAfterABreakpoint() throws {
    let bank = try SoundBank.made { bank in
      let pulse = bank.add(.init(name: "pulse", frames: .init(repeating: 20_000, count: 45), sampleRate: 48_000))
      bank.addPreset([
        .init(
          target: pulse,
          generators: [
            .init(.modLfoToVolume, 10), .init(.modEnvToPitch, -2_400), .init(.delayModEnv, -10_690),
            .init(.attackModEnv, -32_768),
          ])
      ])
    }
    let later: [ChannelMessage] = [
      .controller(7, 40), .noteOff(60), .controller(120, 0), .noteOn(64), .controller(64, 40),
    ]
    let other = TimedEvent(offset: 20, message: .controller(10, 0, channel: 1))
    for message in later {
      for frame in 50...70 {
        let whole = Stage(bank)
        whole.send(.noteOn(60))
        whole.render(128, events: [other, TimedEvent(offset: Int32(frame), message: message)])
        let cut = Stage(bank)
        cut.send(.noteOn(60))
        cut.render(50, events: [other])
        cut.render(78, events: [TimedEvent(offset: Int32(frame - 50), message: message)])
        #expect(whole.left.contains { $0 != 0 })
        #expect(whole.left.map(\.bitPattern) == cut.left.map(\.bitPattern), "\(message) at \(frame)")
        #expect(whole.synth.counters == cut.synth.counters && whole.synth.voiceCount == cut.synth.voiceCount)
      }
    }
  }

  /// Songs in which changes to one group's filters once affected another group.
  @Test(arguments: [30_582_090_534_692_300, 30_582_090_534_693_135, 17_152_821_917_293_870_151] as [UInt64])
  func denseSongs(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bank = try SoundBank(random.font(isWild: true))
    let score = random.score(length: 14_000, density: 12, isWild: true)
    for rate in [44_100, 48_000] {
      let whole = Stage(bank, sampleRate: rate, isLoud: false)
      whole.perform(score)
      for length in [1, 333] {
        let cut = Stage(bank, sampleRate: rate, isLoud: false)
        cut.perform(score, cycles: [Int](repeating: length, count: score.length / length))
        let difference = (0..<score.length).first {
          whole.left[$0].bitPattern != cut.left[$0].bitPattern || whole.right[$0].bitPattern != cut.right[$0].bitPattern
        }
        #expect(difference == nil, "cycles of \(length) at \(rate) Hz")
      }
    }
  }
}
