import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Controller 121, for each row of the table in Documentation/Deviations.md: a setting that it resets sounds as if it
/// had never been made, and a setting that it keeps sounds as if there had been no reset.
@Suite struct ResetAllControllersTests {
  /// A setting of a channel.
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let said: [ChannelMessage]
    /// The messages that are always sent before it.
    var before: [ChannelMessage] = []
    /// What follows the reset.
    var after: [ChannelMessage] = []
    /// The messages that are sent instead of it, for comparison with the state without the setting.
    var instead: [ChannelMessage] = []

    var testDescription: String { name }
  }

  private static func controllers(_ pairs: (UInt8, UInt8)...) -> [ChannelMessage] {
    pairs.map { .controller($0.0, $0.1) }
  }

  static let takenBack: [Row] =
    [
      Row(name: "modulation", said: controllers((1, 100), (33, 30))),
      Row(name: "expression", said: controllers((11, 50), (43, 30))),
      Row(name: "sustain pedal", said: controllers((64, 127))),
      Row(name: "half pedal", said: controllers((64, 50))),
      Row(
        name: "portamento", said: controllers((65, 127)), before: controllers((5, 100)) + [.noteOn(40), .noteOff(40)]),
      Row(
        name: "sostenuto", said: [.noteOn(50), .controller(66, 127), .noteOff(50)],
        instead: [.noteOn(50), .noteOff(50)]),
      Row(name: "soft pedal", said: controllers((67, 127))),
      Row(name: "legato pedal", said: controllers((68, 127))),
      Row(name: "source key", said: controllers((84, 40)), before: controllers((5, 100))),
      Row(name: "channel pressure", said: [.pressure(100)]),
      Row(name: "key pressure", said: [ChannelMessage(status: 0xA0, 67, 100)]),
      Row(name: "pitch wheel", said: [.pitchBend(12_000)]),
      Row(
        name: "registered parameter's selection", said: controllers((101, 0), (100, 0)),
        after: controllers((6, 24)) + [.pitchBend(12_000)], instead: controllers((101, 127), (100, 127))),
      Row(
        name: "other parameter's selection", said: controllers((99, 1), (98, 0x20)), after: controllers((6, 10)),
        instead: controllers((99, 127), (98, 127))),
    ]
    + (0...26).map { Row(name: "AWE 32 parameter \($0)", said: ChannelMessage.awe32($0, $0 == 25 ? 200 : 60)) }
    + [5, 6, 7, 8, 9, 10, 11, 13, 15, 16, 17, 21, 22, 23, 24, 25, 26, 27, 28, 29, 33, 34, 35, 36, 37, 48, 51, 52].map {
      Row(name: "SoundFont parameter \($0)", said: ChannelMessage.generator($0, $0 < 51 ? 120 : -7))
    }

  static let left: [Row] = [
    Row(name: "volume", said: controllers((7, 50), (39, 30))),
    Row(name: "pan", said: controllers((10, 100))),
    Row(name: "reverb and chorus", said: controllers((91, 127), (93, 127))),
    Row(name: "resonance and times", said: controllers((71, 100), (72, 40), (73, 90), (75, 30))),
    Row(name: "cutoff and vibrato", said: controllers((74, 20), (76, 90), (77, 100), (78, 30))),
    Row(name: "bend range", said: ChannelMessage.registered(0, 12), after: [.pitchBend(12_000)]),
    Row(name: "tuning", said: ChannelMessage.registered(1, 80) + ChannelMessage.registered(2, 70)),
    Row(name: "modulation depth", said: ChannelMessage.registered(5, 3), after: controllers((1, 100))),
    Row(
      name: "part parameters of GS and XG",
      said: ChannelMessage.nonRegistered(1, 0x20, 20) + ChannelMessage.nonRegistered(1, 0x63, 90)),
    Row(
      name: "drum parameters of GS and XG",
      said: ChannelMessage.nonRegistered(24, 67, 80, channel: 9) + ChannelMessage.nonRegistered(26, 67, 30, channel: 9)),
    Row(name: "portamento time", said: controllers((5, 100)), after: controllers((65, 127))),
    Row(name: "mono mode", said: controllers((126, 1))),
    Row(name: "program", said: [ChannelMessage(status: 0xC0, 1)]),
    Row(name: "bank", said: controllers((0, 3), (32, 0)), after: [ChannelMessage(status: 0xC0, 0)]),
  ]

  static let systems: [[UInt8]] = [
    Exclusive.gmOn, Exclusive.gm2On, Exclusive.gsReset, Exclusive.xgOn,
  ]

  /// Sounds that make every setting audible: a melodic one, two others, a drum.
  private func bank() throws -> SoundBank {
    try SoundBank.made { bank in
      let wave = bank.add(.sine())
      let generators: [SoundFont.Generator] = [
        .init(.modLfoToPitch, 30), .init(.vibLfoToPitch, 40), .init(.modEnvToPitch, 200),
        .init(.initialFilterFc, 9_000), .init(.initialFilterQ, 60), .init(.modLfoToFilterFc, 100),
        .init(.modEnvToFilterFc, 300), .init(.modLfoToVolume, 20), .init(.chorusEffectsSend, 100),
        .init(.reverbEffectsSend, 100), .init(.delayModLFO, -9_000), .init(.freqModLFO, 2_000),
        .init(.delayVibLFO, -9_000), .init(.freqVibLFO, 1_500), .init(.delayModEnv, -10_000),
        .init(.attackModEnv, -9_000), .init(.holdModEnv, -9_500), .init(.decayModEnv, -7_000),
        .init(.sustainModEnv, 400), .init(.releaseModEnv, -4_000), .init(.delayVolEnv, -10_000),
        .init(.attackVolEnv, -9_500), .init(.holdVolEnv, -9_500), .init(.decayVolEnv, -6_500),
        .init(.sustainVolEnv, 100), .init(.releaseVolEnv, -4_000), .init(.sampleModes, 1),
      ]
      let pressure = SoundFont.Modulator(.init(.polyPressure), to: .initialFilterFc, -2_000)
      for (number, program, cutoff) in [(0, 0, 0), (0, 1, -2_000), (3, 0, -1_000), (128, 0, 0)]
        as [(UInt16, UInt16, Int16)]
      {
        let zone = SoundFontBuilder.Zone(
          target: wave, generators: generators + [.init(.fineTune, cutoff / 100)], modulators: [pressure])
        bank.addPreset(bank: number, program: program, [zone])
      }
    }
  }

  /// Two notes and a drum after some messages.
  private func play(_ system: [UInt8], _ messages: [ChannelMessage], after: [ChannelMessage]) throws -> [Float] {
    let stage = Stage(try bank(), settings: SynthSettings(), isLoud: false)
    stage.send(exclusive: system)
    stage.send(messages)
    stage.render(640)
    stage.send(after)
    stage.render(640)
    stage.send(.noteOn(60), .noteOn(67, channel: 9))
    stage.render(320)
    stage.send(.noteOn(67))
    stage.render(2_000)
    stage.send(.noteOff(60), .noteOff(67))
    stage.render(1_200)
    return Array(stage.left[1_280...] + stage.right[1_280...])
  }

  @Test(arguments: takenBack, systems) func takesBack(row: Row, system: [UInt8]) throws {
    let reset: [ChannelMessage] = [.controller(121, 0), .controller(121, 0, channel: 9)]
    let asked = try play(system, row.before + row.said + reset, after: row.after)
    let known = try play(system, row.before + row.instead, after: row.after)
    let unreset = try play(system, row.before + row.said, after: row.after)
    let (isTakenBack, isHeard) = (asked == known, unreset != known)
    #expect(isTakenBack && isHeard)
  }

  @Test(arguments: left, systems) func leaves(row: Row, system: [UInt8]) throws {
    let reset: [ChannelMessage] = [.controller(121, 0), .controller(121, 0, channel: 9)]
    let asked = try play(system, row.before + row.said + reset, after: row.after)
    let known = try play(system, row.before + row.said, after: row.after)
    let unsaid = try play(system, row.before, after: row.after)
    // Without banks, or with other bank selects, there is no audible difference.
    let isHeard = unsaid != known || row.name == "bank"
    let isLeft = asked == known
    #expect(isLeft && isHeard)
  }
}
