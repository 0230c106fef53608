import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Whatever happens while notes without content above 2 kHz sound, there is no audible output above 8 kHz.
///
/// The measure is the fourth difference: it equals the signal at 8 kHz, and falls by 24 dB per octave below. For a wave
/// that is cut at its peak it is three times the amplitude; for a linear fade over 64 frames it is 1/32.
@Suite struct ClickTests {
  private let full = Stage.unit * 32_000 / 32_768
  /// Frames of the control grid at which events occur: the first, those around the middle, the last.
  private static let places = [0, 1, 31, 32, 33, 40, 62, 63]

  /// A stage with a sine that has a slow attack, and notes that have started.
  private func stage(_ keys: [UInt8] = [60], _ generators: [SoundFont.Generator] = []) throws -> Stage {
    let slow: [SoundFont.Generator] = [.init(.attackVolEnv, -4_800), .init(.releaseVolEnv, -4_800)]
    let taken = Set(generators.map(\.kind))
    let bank = try SoundBank.sine(slow.filter { !taken.contains($0.kind) } + generators)
    let stage = Stage(bank)
    for key in keys { stage.send(.noteOn(key)) }
    stage.render(64 * 62)
    return stage
  }

  /// Sends messages at the same offset in each of several grid blocks.
  private func happen(_ stage: Stage, at position: Int, every frames: Int = 640, _ pieces: [[ChannelMessage]]) {
    for messages in pieces {
      stage.render(position)
      stage.send(messages)
      stage.render(frames - position)
    }
  }

  private func expectSmooth(_ stage: Stage, _ limit: Float, _ what: String) {
    let heard = max(stage.left.roughness, stage.right.roughness) / full
    #expect(heard < limit, "\(what): \(heard) of a full sine's amplitude")
  }

  /// The measure detects a cut at almost any phase, and nearly nothing in the notes themselves.
  @Test func theMeasureHearsCuts() throws {
    let stage = try stage()
    #expect(stage.left.roughness < 0.001 * full)
    for frame in stride(from: 3_000, to: 3_100, by: 7) {
      var cut = stage.left
      for index in frame..<cut.count { cut[index] = 0 }
      #expect(cut.roughness > 0.1 * full, "cut at frame \(frame)")
    }
  }

  @Test(arguments: places) func volumeExpressionAndPan(position: Int) throws {
    for (number, low, high) in [(7, 0, 127), (11, 0, 127), (10, 127, 0)] as [(UInt8, UInt8, UInt8)] {
      let stage = try stage()
      happen(stage, at: position, [low, high, low, high].map { [.controller(number, $0)] })
      #expect(stage.left.suffix(2_500).contains { abs($0) < 1e-4 * full })
      expectSmooth(stage, 0.07, "controller \(number)")
    }
  }

  @Test(arguments: places) func masterVolumeAndBalance(position: Int) throws {
    for number in [1, 2] as [UInt8] {
      let stage = try stage()
      happen(
        stage, at: position,
        [0, 127, 0, 127].map { Array(SystemExclusivePackets(Exclusive.device(number, $0, $0))) })
      expectSmooth(stage, 0.07, "device control \(number)")
    }
  }

  /// Pitch bend, tuning and portamento change the wave's speed, not its phase.
  @Test(arguments: places) func pitch(position: Int) throws {
    let stage = try stage()
    happen(stage, at: position, [.pitchBend(0), .pitchBend(16_383), .pitchBend(8_192)].map { [$0] })
    happen(stage, at: position, [52, 76, 64].map { ChannelMessage.registered(2, $0) })
    happen(stage, at: position, [.controller(126, 1), .controller(65, 127), .noteOn(67)].map { [$0] })
    expectSmooth(stage, 0.05, "pitch")
  }

  @Test(arguments: [0, 33, 63]) func stealing(position: Int) throws {
    var settings = SynthSettings.dry
    settings.polyphony = 4
    let stage = Stage(try .sine([.init(.attackVolEnv, -4_800)]), settings: settings)
    for key in UInt8(50)..<66 {
      happen(stage, at: position, every: 6_400, [[.noteOn(key)]])
      // A key at another phase of the wave.
      stage.render(64 * Int(key % 3))
    }
    #expect(stage.synth.counters.stolenVoices == 12 && stage.synth.counters.cutVoices == 0)
    expectSmooth(stage, 0.05, "stealing")
  }

  @Test(arguments: places) func chokingAndSilencing(position: Int) throws {
    let stage = try stage([60, 55, 64], [.init(.exclusiveClass, 1)])
    happen(stage, at: position, every: 5_760, [[.noteOn(62)], [.noteOn(59)], [.noteOn(62)], [.controller(120, 0)]])
    #expect(!stage.synth.hasVoices)
    expectSmooth(stage, 0.05, "choking")
    let chord = try self.stage([48, 55, 60, 64])
    happen(chord, at: position, [[.controller(120, 0)]])
    #expect(!chord.synth.hasVoices)
    expectSmooth(chord, 0.05 * 4, "all sound off")
  }

  /// Sounding notes are not affected: the same bits.
  @Test func programChanges() throws {
    let (plain, changed) = try (stage(), stage())
    happen(plain, at: 33, [[], []])
    happen(changed, at: 33, [[.program(5)], [.controller(0, 3), .program(9)]])
    let isSame = plain.left == changed.left && plain.right == changed.right
    #expect(isSame)
  }

  /// The pedal goes up and down every few frames while notes start and end.
  @Test func pedalStorms() throws {
    let seed: UInt64 = 8_400
    var random = SeededGenerator(seed: seed)
    let stage = try stage([48, 55, 60])
    for _ in 0..<rounds(900) {
      stage.send(.controller(64, [0, 40, 63, 64, 127][Int.random(in: 0..<5, using: &random)]))
      let key = UInt8.random(in: 48...64, using: &random)
      switch Int.random(in: 0..<30, using: &random) {
      case 0: stage.send(.noteOn(key, 40))
      case 1: stage.send(.noteOff(key))
      default: break
      }
      stage.render(Int.random(in: 1...9, using: &random))
    }
    #expect(stage.synth.counters.voicesStarted > 10)
    expectSmooth(stage, 0.05, "pedal storm, seed \(seed)")
  }

  // MARK: Filters

  /// The cutoff jumps between 100 and 8,000 Hz: by sound controller and by parameter, slowly and in every few frames.
  @Test(arguments: places) func cutoffJumps(position: Int) throws {
    let stage = try stage([60], [.init(.initialFilterFc, 8_128)])
    happen(stage, at: position, [0, 127, 0, 127].map { [.controller(74, $0)] })
    happen(stage, at: position, [-1_900, 1_900, -1_900].map { ChannelMessage.generator(8, $0) })
    happen(stage, at: 0, every: 5, (0..<100).map { [.controller(74, $0 % 2 == 0 ? 0 : 127)] })
    happen(stage, at: position, [0, 127, 0].map { ChannelMessage.nonRegistered(1, 32, $0) })
    expectSmooth(stage, 0.07, "cutoff")
  }

  /// If a resonance falls at a low cutoff, the ringing decays without a click.
  @Test(arguments: places) func fallingResonance(position: Int) throws {
    for cutoff in [5_500, 6_000, 7_050] as [Int16] {
      let stage = try stage([60], [.init(.initialFilterFc, cutoff), .init(.initialFilterQ, 400)])
      let loudest = max(full, stage.left.peak)
      happen(stage, at: position, [-400, 0, -400].map { ChannelMessage.generator(9, $0) })
      happen(stage, at: position, [[.controller(71, 127)], [.controller(71, 0)]])
      expectSmooth(stage, 0.07 * loudest / full, "resonance at \(cutoff) cents")
    }
  }

  /// The settings of reverb and chorus change while they sound.
  @Test(arguments: [0, 33, 63]) func effects(position: Int) throws {
    let changes: [(String, [[UInt8]])] = [
      ("reverb macros", [0, 4, 2, 5, 3].map { Exclusive.gs(0x40, 1, 0x30, $0) }),
      ("reverb level", [127, 0, 64].map { Exclusive.gs(0x40, 1, 0x33, $0) }),
      ("reverb time", [127, 0, 64].map { Exclusive.gs(0x40, 1, 0x34, $0) }),
      ("chorus macros", [0, 5, 1, 4, 2].map { Exclusive.gs(0x40, 1, 0x38, $0) }),
      ("chorus level", [127, 0, 64].map { Exclusive.gs(0x40, 1, 0x3A, $0) }),
      ("chorus delay", [127, 0, 64].map { Exclusive.gs(0x40, 1, 0x3C, $0) }),
      ("chorus feedback", [127, 0, 64].map { Exclusive.gs(0x40, 1, 0x3B, $0) }),
      ("XG reverb types", [[4, 0], [0, 0], [1, 1]].map { Exclusive.xg(2, 1, 0, $0[0], $0[1]) }),
    ]
    for (what, messages) in changes {
      let stage = Stage(try .sine([.init(.attackVolEnv, -4_800)]), settings: SynthSettings())
      stage.send(.controller(91, 127), .controller(93, 127), .noteOn(60), .noteOn(55))
      stage.render(64 * 100)
      happen(stage, at: position, every: 1_280, messages.map { Array(SystemExclusivePackets($0)) })
      expectSmooth(stage, 0.05, what)
    }
  }

  /// Chords of twenty notes, in faster succession than voices can fade.
  @Test func stealingStorms() throws {
    var settings = SynthSettings.dry
    settings.polyphony = 4
    let stage = Stage(try .sine([.init(.attackVolEnv, -4_800)]), settings: settings)
    for round in 0..<40 {
      for key in UInt8(40)..<60 { stage.send(.noteOn(key)) }
      stage.render([3_200, 50, 200][round % 3])
    }
    #expect(stage.synth.counters.stolenVoices > 500)
    expectSmooth(stage, 0.1, "chords of twenty for four voices")
  }

  /// Resets while notes are bent, filtered, in mono mode or in a zone: the notes fade from their current state.
  @Test(arguments: [Exclusive.gmOn, Exclusive.gsReset, Exclusive.xgOn]) func resets(message: [UInt8]) throws {
    for position in [1, 63] {
      let stage = try stage([60], [.init(.initialFilterFc, 7_000)])
      stage.send(.pitchBend(16_383), .controller(126, 1), .controller(74, 20), .noteOn(60))
      stage.render(640 * 5)
      happen(stage, at: position, [Array(SystemExclusivePackets(message))])
      #expect(!stage.synth.hasVoices)
      expectSmooth(stage, 0.05, "a reset")
    }
  }
}

extension [Float] {
  /// The greatest fourth difference.
  fileprivate var roughness: Float {
    var most: Float = 0
    withUnsafeBufferPointer { sound in
      guard sound.count > 4 else { return }
      for index in 4..<sound.count {
        let outer = sound[index] + sound[index - 4]
        let inner = sound[index - 1] + sound[index - 3]
        most = Swift.max(most, abs(outer - 4 * inner + 6 * sound[index - 2]))
      }
    }
    return most
  }
}
