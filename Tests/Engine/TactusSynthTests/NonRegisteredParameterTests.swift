import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Non-registered parameters and sound controllers, by the null law: they have the effect of a bank with the
/// corresponding generators.
@Suite struct NonRegisteredParameterTests {
  /// A zone that uses a little of everything, so that each generator is audible.
  private static let base: [GeneratorKind: Int16] = [
    .modLfoToPitch: 30, .vibLfoToPitch: 40, .modEnvToPitch: 200, .initialFilterFc: 9_000, .initialFilterQ: 60,
    .modLfoToFilterFc: 100, .modEnvToFilterFc: 300, .modLfoToVolume: 20, .chorusEffectsSend: 100,
    .reverbEffectsSend: 100, .pan: -100, .delayModLFO: -7_000, .freqModLFO: 200, .delayVibLFO: -7_500,
    .freqVibLFO: 100, .delayModEnv: -10_000, .attackModEnv: -9_000, .holdModEnv: -9_500, .decayModEnv: -7_000,
    .sustainModEnv: 400, .releaseModEnv: -4_000, .delayVolEnv: -10_000, .attackVolEnv: -9_500, .holdVolEnv: -9_500,
    .decayVolEnv: -4_500, .sustainVolEnv: 100, .releaseVolEnv: -3_000,
  ]

  /// A twentieth of a second of a note after some messages.
  private func play(_ generators: [GeneratorKind: Int16], _ messages: [ChannelMessage]) throws -> Stage {
    let bank = try SoundBank.sine(
      Self.base.merging(generators) { $1 }.sorted { $0.key.rawValue < $1.key.rawValue }.map { .init($0.key, $0.value) })
    let stage = Stage(bank, settings: SynthSettings())
    stage.send(messages)
    stage.send(.noteOn(67, 90))
    stage.render(1_500)
    stage.send(.noteOff(67))
    stage.render(900)
    return stage
  }

  private func expectSame(
    _ generators: [GeneratorKind: Int16], _ messages: [ChannelMessage], within limit: Double = -120, _ what: Comment
  ) throws {
    let (asked, known) = try (play([:], messages), play(generators, []))
    let plain = try play([:], [])
    let level = known.left.peak
    let difference = zip(asked.left + asked.right, known.left + known.right).map { abs($0 - $1) }.max() ?? 0
    let effect = zip(plain.left + plain.right, known.left + known.right).map { abs($0 - $1) }.max() ?? 0
    #expect(decibels(difference / level) < limit, what)
    #expect(decibels(effect / level) > -70, "\(what): nothing to hear")
  }

  /// SoundFont 2.04 §9.6.3: (value − 8192) times 1, 2 or 4 of the generator's unit.
  @Test(
    arguments: [
      (.modLfoToPitch, 2), (.vibLfoToPitch, 2), (.modEnvToPitch, 2), (.initialFilterFc, 2), (.initialFilterQ, 1),
      (.modLfoToFilterFc, 2), (.modEnvToFilterFc, 2), (.modLfoToVolume, 1), (.chorusEffectsSend, 1),
      (.reverbEffectsSend, 1), (.pan, 1), (.delayModLFO, 2), (.freqModLFO, 4), (.delayVibLFO, 2), (.freqVibLFO, 4),
      (.delayModEnv, 2), (.attackModEnv, 2), (.holdModEnv, 2), (.decayModEnv, 2), (.sustainModEnv, 1),
      (.releaseModEnv, 2), (.delayVolEnv, 2), (.attackVolEnv, 2), (.holdVolEnv, 2), (.decayVolEnv, 2),
      (.sustainVolEnv, 1), (.releaseVolEnv, 2), (.coarseTune, 1), (.fineTune, 1),
    ] as [(GeneratorKind, Int)])
  func soundFontScales(kind: GeneratorKind, scale: Int) throws {
    let steps = kind == .coarseTune ? -7 : kind == .pan ? 333 : kind == .fineTune ? 50 : 140
    let value = Self.base[kind, default: 0] + Int16(steps * scale)
    try expectSame([kind: value], ChannelMessage.generator(UInt8(kind.rawValue), steps), "\(kind)")
  }

  /// A bank's attenuation counts 0.4, a parameter's in full.
  @Test func soundFontAttenuation() throws {
    try expectSame([.initialAttenuation: 150], ChannelMessage.generator(48, 60), "attenuation")
  }

  /// Numbers above 99 are counted up; the low byte may follow the high one; nothing else is touched.
  @Test func soundFontSelection() throws {
    let far: [ChannelMessage] = [.controller(99, 120), .controller(98, 100), .controller(98, 100), .controller(98, 8)]
    let stage = try play([:], far + [.controller(6, 0)])
    #expect(stage.left == (try play([:], [])).left, "generator 208 is none")
    let twice = ChannelMessage.generator(8, 900) + ChannelMessage.generator(8, -400)
    try expectSame([.initialFilterFc: 8_200], twice, "the later value counts alone")
    let late: [ChannelMessage] = [
      .controller(99, 120), .controller(98, 8), .controller(6, 60), .controller(38, 112),
    ]
    try expectSame([.initialFilterFc: 9_000 - 800], late, "the low byte last")
    let again: [ChannelMessage] = [
      .controller(99, 120), .controller(98, 8), .controller(38, 112), .controller(6, 20), .controller(6, 60),
    ]
    try expectSame([.initialFilterFc: 9_000 - 800], again, "a second high byte keeps the low one")
    let lost = ChannelMessage.generator(8, 900) + [.controller(121, 0)]
    #expect(try play([:], lost).left == play([:], []).left, "controller 121 takes it back")
  }

  /// SoundFont 2.01 §9.6.1 and 9.6.2: the messages depend on their order, and the LSB of a number selects a generator
  /// only after the MSB 120. Data entry for other numbers has no effect.
  @Test func soundFontNumberOrder() throws {
    let plain = try play([:], []).left
    let reversed: [ChannelMessage] = [.controller(98, 8), .controller(99, 120), .controller(38, 0), .controller(6, 40)]
    #expect(try play([:], reversed).left == plain, "the MSB last")
    let repeated: [ChannelMessage] = [
      .controller(99, 120), .controller(98, 8), .controller(99, 120), .controller(6, 40),
    ]
    #expect(try play([:], repeated).left == plain, "the MSB again")
    try expectSame(
      [.initialFilterFc: 8_200], reversed + [.controller(98, 8), .controller(38, 112), .controller(6, 60)],
      "and then the LSB")
  }

  /// The card's own units; cutoff from 100 Hz over 7,646 cents, resonance to 200 centibels.
  @Test(
    arguments: [
      (21, 0, .initialFilterFc, 4_335), (21, 127, .initialFilterFc, 11_981), (22, 127, .initialFilterQ, 200),
      (16, -80, .fineTune, -80), (17, 64, .modLfoToPitch, 600), (18, -32, .vibLfoToPitch, -300),
      (19, 16, .modEnvToPitch, 150), (20, 80, .modLfoToVolume, 150), (23, 32, .modLfoToFilterFc, 1_800),
      (24, -16, .modEnvToFilterFc, -900), (25, 51, .chorusEffectsSend, 200), (26, 102, .reverbEffectsSend, 400),
      (11, 125, .attackVolEnv, -3_600), (5, 125, .attackModEnv, -3_600), (14, 87, .sustainVolEnv, 300),
    ] as [(UInt8, Int, GeneratorKind, Int16)])
  func awe32(number: UInt8, value: Int, kind: GeneratorKind, amount: Int16) throws {
    try expectSame([kind: amount], ChannelMessage.awe32(number, value), within: -60, "parameter \(number)")
  }

  /// The low byte alone, as most songs send it.
  @Test func awe32LowByteAlone() throws {
    // 4,335 + 7,646 · 63/127 cents.
    let messages: [ChannelMessage] = [.controller(99, 127), .controller(98, 21), .controller(38, 63)]
    try expectSame([.initialFilterFc: 8_128], messages, within: -60, "cutoff 63")
  }

  /// GS and XG part parameters are the sound controllers by other numbers; 75 cents or timecents for each step.
  @Test(
    arguments: [
      (74, 0x20, 40, [.initialFilterFc: 7_200]), (71, 0x21, 84, [.initialFilterQ: 120]),
      (73, 0x63, 80, [.attackVolEnv: -8_300, .attackModEnv: -7_800]),
      (75, 0x64, 50, [.decayVolEnv: -5_550, .decayModEnv: -8_050]),
      (72, 0x66, 54, [.releaseVolEnv: -3_750, .releaseModEnv: -4_750]), (76, 0x08, 96, [.freqVibLFO: 700]),
      (77, 0x09, 104, [.vibLfoToPitch: 80]), (77, 0x09, 0, [.vibLfoToPitch: 0]), (78, 0x0A, 44, [.delayVibLFO: -9_000]),
    ] as [(UInt8, UInt8, UInt8, [GeneratorKind: Int16])])
  func partParameters(controller: UInt8, number: UInt8, value: UInt8, generators: [GeneratorKind: Int16]) throws {
    try expectSame(generators, [.controller(controller, value)], "controller \(controller)")
    try expectSame(generators, ChannelMessage.nonRegistered(1, number, value), "parameter 1/\(number)")
  }

  /// If a bank has its own modulators for a sound controller, only they apply.
  @Test func banksOwnSoundControllers() throws {
    let own = SoundFont.Modulator(.init(controller: 74, isBipolar: true), to: .initialFilterFc, 1_000)
    let generators: [SoundFont.Generator] = [.init(.initialFilterFc, 8_000)]
    func play(_ bank: SoundBank, _ message: ChannelMessage) -> [Float] {
      let stage = Stage(bank)
      stage.send(message, .noteOn(60))
      return stage.render(2_000)
    }
    let heard = try play(.sine(generators, modulators: [own]), .controller(74, 127))
    let expected = try play(.sine([.init(.initialFilterFc, 9_000)]), .controller(71, 64))
    #expect(decibels(zip(heard, expected).map { abs($0 - $1) }.max()! / expected.peak) < -100)
  }

  /// A bypassed filter is inserted into the signal path without a click, and closes.
  @Test(arguments: [0, 1, 37, 63])
  func closingAnOpenFilter(offset: Int) throws {
    let stage = try Stage(.sine())
    stage.send(.noteOn(60))
    let before = stage.render(640 + offset)
    stage.send(.controller(74, 0))
    let after = stage.render(2_000)
    #expect(stage.left.steepest < before.steepest * 1.005)
    // −4,800 cents: 1,245 Hz; a second-order Butterworth takes 0.095 dB from 480 Hz.
    let level = decibels(after[1_000...].reduce(0) { max($0, abs($1)) } / before.peak)
    #expect(abs(level - -0.095) < 0.01, "\(level)")
  }
}
