import TactusDSP
import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// No clicks: at loop ends, when voices are stolen or choked, at releases, and at repeated keys.
@Suite struct ContinuityTests {
  private let full = Stage.unit * 32_000 / 32_768
  /// The steepest step of the 480 Hz sine at full level.
  private var steepest: Float { full * 0.0629 }

  /// A looped sine equals a sine over many passes: the loop holds whole periods and lies inside the sample, at any
  /// pitch.
  @Test(arguments: [60, 61, 67, 72, 43] as [UInt8])
  func loopSeams(key: UInt8) throws {
    let bank = try SoundBank.made { bank in
      let points = (0..<700).map { Int16((32_000 * ExactMath.sin2Pi(Double($0) / 100)).rounded()) }
      let wave = bank.add(.init(name: "sine", frames: points, sampleRate: 48_000, loop: 150..<450))
      bank.addPreset([.init(target: wave, generators: SoundFont.Generator.atOnce + [.init(.sampleModes, 1)])])
    }
    let stage = Stage(bank)
    stage.send(.noteOn(key))
    let sound = stage.render(5_000)
    let speed = ExactMath.ratio(cents: Double(Int(key) - 60) * 100) / 100
    let worst = (10..<5_000).map { abs(sound[$0] - full * Float(ExactMath.sin2Pi(Double($0) * speed))) }.max() ?? 1
    #expect(decibels(worst / full) < -66)
  }

  /// Loop mode 3 continues through the sample's tail after the key is released, without a jump.
  @Test func loopUntilRelease() throws {
    let bank = try SoundBank.made { bank in
      let points = (0..<400).map { Int16((32_000 * ExactMath.sin2Pi(Double($0) / 100)).rounded()) }
      let wave = bank.add(.init(name: "sine", frames: points, sampleRate: 48_000, loop: 100..<200))
      let generators = SoundFont.Generator.atOnce + [.init(.sampleModes, 3), .init(.releaseVolEnv, 6_000)]
      bank.addPreset([.init(target: wave, generators: generators)])
    }
    let stage = Stage(bank)
    stage.send(.noteOn(60))
    stage.render(1_050)
    stage.send(.noteOff(60))
    stage.render(1_000)
    // At frame 1050 the loop's middle is read; it runs on to the sample's end, 250 points later.
    #expect(stage.left[..<1_299].steepest < steepest * 1.01)
    #expect(stage.left[1_301...].allSatisfy { $0 == 0 })
    #expect(!stage.synth.hasVoices)
  }

  /// Stolen, choked and silenced voices fade: no step is steeper than the waves themselves could make.
  @Test func stealingAndSilencing() throws {
    let bank = try SoundBank.sine([.init(.exclusiveClass, 0)])
    var settings = SynthSettings.dry
    settings.polyphony = 4
    let stage = Stage(bank, settings: settings)
    for key in UInt8(60)..<72 {
      stage.send(.noteOn(key))
      stage.render(777)
    }
    #expect(stage.synth.counters.stolenVoices == 8)
    #expect(stage.synth.counters.cutVoices == 0)
    // Four voices, up to an octave up, and the fading rest of others.
    #expect(stage.left.steepest < steepest * 2 * 5)
    stage.send(.controller(120, 0))
    stage.render(1_000)
    #expect(stage.left.suffix(1_000).map { $0 }.steepest < steepest * 2 * 4)
    #expect(stage.left.last == 0)
    #expect(!stage.synth.hasVoices)
  }

  /// A constant sample shows the steps of the envelope itself: however the voice ends, the level falls without a jump.
  @Test func fadesOfAConstant() throws {
    let constant = [SoundFont.Generator(.sampleModes, 1), .init(.exclusiveClass, 1), .init(.releaseVolEnv, -4_000)]
    let bank = try SoundBank.made { bank in
      let flat = [Int16](repeating: 32_000, count: 64)
      let sample = bank.add(.init(name: "flat", frames: flat, sampleRate: 48_000, loop: 0..<64))
      bank.addPreset([.init(target: sample, generators: constant + [.init(.attackVolEnv, -2_000)])])
    }
    let stage = Stage(bank)
    stage.send(.noteOn(60))
    stage.render(3_333)
    let risen = try #require(stage.left.last)
    stage.send(.noteOff(60))  // in the middle of its attack
    let release = stage.render(4_000)
    #expect(abs(release[0] - risen) < full * 0.002)
    #expect(release.steepest < full * 0.002)
    stage.send(.noteOn(60))
    stage.render(9_999)
    stage.send(.noteOn(61))  // chokes 60, and begins at nothing
    stage.render(2_000)
    // 96 dB in 12 ms: at most 2 % in a frame
    #expect(stage.left.steepest < full * 0.021)
  }

  /// An exclusive class ends other notes of its channel, not its own zones, nor other channels'.
  @Test func exclusiveClass() throws {
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.sine())
      let generators = SoundFont.Generator.atOnce + [.init(.sampleModes, 1), .init(.exclusiveClass, 3)]
      bank.addPreset([-500, 500].map { .init(target: wave, generators: generators + [.init(.pan, $0)]) })
    }
    let stage = Stage(bank)
    stage.send(.noteOn(60))
    stage.render(100)
    #expect(stage.synth.voiceCount == 2)
    stage.send(.noteOn(60, channel: 1))
    stage.render(100)
    #expect(stage.synth.voiceCount == 4)
    stage.send(.noteOn(62))
    stage.render(1_000)
    #expect(stage.synth.voiceCount == 4)
    #expect(stage.synth.counters.voicesStarted == 6)
  }

  /// Even the slowest note does not occupy a voice forever: a voice that has decayed to silence ends.
  @Test func decayedVoicesEnd() throws {
    let stage = try Stage(.sine([.init(.decayVolEnv, -3_000), .init(.sustainVolEnv, 1_000)]))
    stage.send(.noteOn(60))
    stage.render(48_000)
    #expect(stage.synth.voiceCount == 0)
  }
}

extension ArraySlice<Float> {
  fileprivate var steepest: Float { Array(self).steepest }
}
