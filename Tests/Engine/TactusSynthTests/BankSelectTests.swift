import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// How bank selects are interpreted, depending on the last reset; and how missing presets are reported.
@Suite struct BankSelectTests {
  /// A bank whose presets differ in level: (bank + program + 1) · 100.
  private static func bank(_ presets: [(Int, Int)]) throws -> SoundBank {
    try SoundBank(
      SoundFont.made { bank in
        for (number, program) in presets {
          let level = Int16(100 * (number + program + 1))
          let steady = [Int16](repeating: level, count: 64)
          let sample = bank.add(.init(name: "steady", frames: steady, sampleRate: 48_000, loop: 0..<64))
          bank.addPreset(
            bank: UInt16(number), program: UInt16(program),
            [.init(target: sample, generators: SoundFont.Generator.atOnce + [.init(.sampleModes, 1)])])
        }
      })
  }

  private let presets = [(0, 0), (0, 5), (8, 5), (2, 5), (126, 1), (128, 0), (128, 25)]

  private func stage(_ select: SynthSettings.BankSelect = .gs) throws -> Stage {
    var settings = SynthSettings.dry
    settings.bankSelect = select
    return try Stage(Self.bank(presets), settings: settings, isLoud: false)
  }

  /// bank + program + 1 of the preset that sounds on a channel.
  private func answer(_ stage: Stage, channel: UInt8 = 0, port: UInt8 = 0, _ select: [(UInt8, UInt8)], _ program: UInt8)
    -> Int
  {
    for (number, value) in select + [(7, 127), (10, 0)] {
      stage.send(.controller(number, value, channel: channel, port: port))
    }
    stage.send(.program(program, channel: channel, port: port), .noteOn(60, channel: channel, port: port))
    let sound = stage.render(100)
    stage.send(.controller(120, 0, channel: channel, port: port))
    stage.render(1_000)
    return Int((sound[99] * 327.68 / Stage.unit).rounded())
  }

  /// The tenth channel plays drums before any message, in whichever system the synthesizer starts.
  @Test(arguments: SynthSettings.BankSelect.allCases) func drumsFromTheStart(select: SynthSettings.BankSelect) throws {
    let stage = try stage(select)
    #expect(answer(stage, channel: 9, [], 0) == 129)
    #expect(answer(stage, [], 5) == 6)
    stage.synth.reset()
    #expect(answer(stage, channel: 9, [], 0) == 129)
  }

  @Test func eachSystem() throws {
    // GS and power-on: controller 0.
    for reset in [nil, Exclusive.gsReset] {
      let stage = try stage()
      if let reset { stage.send(exclusive: reset) }
      #expect(answer(stage, [(0, 8), (32, 2)], 5) == 14)
      #expect(answer(stage, channel: 9, [(0, 8)], 25) == 154)
    }
    // GM: no banks.
    let stage = try stage()
    stage.send(exclusive: Exclusive.gmOn)
    #expect(answer(stage, [(0, 8), (32, 2)], 5) == 6)
    #expect(answer(stage, channel: 9, [(0, 8)], 25) == 154)
    // GM2: 121 and controller 32, drums by 120 on any channel.
    stage.send(exclusive: Exclusive.gm2On)
    #expect(answer(stage, [(0, 121), (32, 2)], 5) == 8)
    #expect(answer(stage, [(0, 120), (32, 0)], 25) == 154)
    #expect(answer(stage, [(0, 121), (32, 0)], 5) == 6)
    #expect(answer(stage, channel: 9, [(0, 121), (32, 2)], 5) == 8)
    // XG: controller 32, drums by 127 on any channel, melody on 10 by 0.
    stage.send(exclusive: Exclusive.xgOn)
    #expect(answer(stage, [(0, 0), (32, 8)], 5) == 14)
    #expect(answer(stage, [(0, 127), (32, 0)], 25) == 154)
    #expect(answer(stage, [(0, 126), (32, 0)], 1) == 128)
    #expect(answer(stage, channel: 9, [], 25) == 154)
    #expect(answer(stage, channel: 9, [(0, 0), (32, 2)], 5) == 8)
    stage.send(exclusive: Exclusive.gmOff)  // back to power-on
    #expect(answer(stage, [(0, 8)], 5) == 14)
  }

  /// The setting applies until a reset; the setting that combines both controllers survives every reset.
  @Test func settings() throws {
    #expect(try answer(stage(.gm), [(0, 8)], 5) == 6)
    #expect(try answer(stage(.xg), [(32, 8)], 5) == 14)
    #expect(try answer(stage(.gm2), [(0, 121), (32, 2)], 5) == 8)
    let stage = try stage(.mma)
    for reset in [nil, Exclusive.gmOn, Exclusive.gsReset, Exclusive.xgOn] {
      if let reset { stage.send(exclusive: reset) }
      #expect(answer(stage, [(0, 0), (32, 8)], 5) == 14)
      #expect(answer(stage, [(0, 1), (32, 0)], 25) == 154)
      #expect(answer(stage, [(0, 8), (32, 0)], 5) == 6)  // bank 1024 is missing
    }
  }

  /// Each port follows its own resets.
  @Test func ports() throws {
    let stage = try stage()
    stage.send(exclusive: Exclusive.xgOn, port: 1)
    #expect(answer(stage, [(0, 0), (32, 8)], 5) == 6)
    #expect(answer(stage, port: 1, [(0, 0), (32, 8)], 5) == 14)
    stage.send(.noteOn(60))
    stage.send(exclusive: Exclusive.gsReset, port: 1)
    stage.render(2_000)
    #expect(stage.synth.voiceCount == 1)  // the other port's notes sound on
    stage.send(exclusive: Exclusive.gsReset)
    stage.render(2_000)
    #expect(stage.synth.voiceCount == 0)
  }

  /// A reset restores programs, controllers and drums.
  @Test func resetOfAPort() throws {
    let stage = try stage()
    stage.send(exclusive: Exclusive.gs(0x40, 0x11, 0x15, 1), Exclusive.gs(0x40, 0x12, 0x02, 0))
    #expect(answer(stage, [(1, 127)], 25) > 154)  // drums, and channel 2's part hears channel 1 as well
    stage.send(exclusive: Exclusive.gsReset)
    #expect(answer(stage, [], 5) == 6)
  }

  @Test func useForRhythm() throws {
    let stage = try stage()
    stage.send(exclusive: Exclusive.gs(0x40, 0x1A, 0x15, 2))  // block A is part 11
    #expect(answer(stage, channel: 10, [], 25) == 154)
    #expect(answer(stage, channel: 0, [], 5) == 6)
    stage.send(exclusive: Exclusive.gs(0x40, 0x10, 0x15, 0))  // block 0 is part 10
    #expect(answer(stage, channel: 9, [], 5) == 6)
    stage.send(exclusive: Exclusive.xgOn, Exclusive.xg(8, 4, 7, 1), Exclusive.xg(8, 9, 7, 0))
    #expect(answer(stage, channel: 4, [], 25) == 154)
    #expect(answer(stage, channel: 9, [], 5) == 6)
    // Bank, program by message: GS tone number, XG bank and program.
    stage.send(exclusive: Exclusive.gsReset, Exclusive.gs(0x40, 0x11, 0x00, 8, 5))
    stage.send(.controller(7, 127), .controller(10, 0), .noteOn(60))
    #expect(Int((stage.render(100)[99] * 327.68 / Stage.unit).rounded()) == 14)
    stage.send(exclusive: Exclusive.xgOn, Exclusive.xg(8, 0, 1, 0, 2, 5))
    stage.send(.controller(7, 127), .controller(10, 0))
    stage.render(1_000)
    stage.send(.noteOn(60))
    #expect(Int((stage.render(100)[99] * 327.68 / Stage.unit).rounded()) == 8)
  }

  private func told(_ stage: Stage) -> [[Int?]] {
    stage.synth.missingPresets.map { [$0.bank, $0.program, $0.substitute?.bank, $0.substitute?.program, $0.notes] }
  }

  /// Each missing preset is reported once, when a note has requested it, with its replacement.
  @Test func missingPresets() throws {
    let stage = try stage()
    for _ in 0..<3 {
      #expect(answer(stage, [(0, 9)], 5) == 6)
      #expect(answer(stage, [(0, 0)], 77) == 1)
      #expect(answer(stage, channel: 9, [], 16) == 129)
    }
    stage.send(.program(99), .program(0))  // nothing played
    stage.send(exclusive: Exclusive.xgOn)
    #expect(answer(stage, channel: 3, [(0, 126)], 0) == 129)
    #expect(told(stage) == [[9, 5, 0, 5, 3], [0, 77, 0, 0, 3], [128, 16, 128, 0, 3], [126, 0, 128, 0, 1]])
    #expect(stage.synth.counters.missingPresets == 4)
    stage.synth.reset()
    #expect(stage.synth.missingPresets.isEmpty)
    let empty = Stage(SoundBank([]))
    empty.send(.program(3), .noteOn(60))
    empty.render(1)
    #expect(told(empty) == [[0, 3, nil, nil, 1]])
  }
}
