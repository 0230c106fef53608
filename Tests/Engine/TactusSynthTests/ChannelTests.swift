import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Pedals, modes, programs and drums.
@Suite struct ChannelTests {
  private func stage() throws -> Stage { try Stage(.sine()) }

  /// The number of voices that sound some frames after these messages; the sine's release is a millisecond long.
  private func voices(_ stage: Stage, _ messages: ChannelMessage...) -> Int {
    for message in messages { stage.send(message) }
    stage.render(1_000)
    return stage.synth.voiceCount
  }

  @Test func sustainPedal() throws {
    let stage = try stage()
    #expect(voices(stage, .noteOn(60), .controller(64, 64), .noteOff(60)) == 1)
    #expect(voices(stage, .controller(64, 63)) == 0)
    #expect(voices(stage, .noteOn(60), .controller(64, 127), .controller(64, 0)) == 1)  // the key still holds it
    #expect(voices(stage, .controller(64, 127), .noteOff(60), .noteOn(60)) == 1)  // struck again: one dies away
    #expect(voices(stage, .noteOff(60), .controller(64, 0)) == 0)
  }

  @Test func sostenutoPedal() throws {
    let stage = try stage()
    #expect(voices(stage, .noteOn(60), .controller(66, 127), .noteOn(64), .noteOff(60), .noteOff(64)) == 1)
    #expect(voices(stage, .controller(66, 0)) == 0)
    // Both pedals: the note is released when the last of them goes up.
    #expect(voices(stage, .noteOn(60), .controller(66, 127), .controller(64, 127), .noteOff(60)) == 1)
    #expect(voices(stage, .controller(66, 0)) == 1)
    #expect(voices(stage, .controller(64, 0)) == 0)
    #expect(voices(stage, .noteOn(60), .controller(66, 127), .controller(64, 127), .noteOff(60)) == 1)
    #expect(voices(stage, .controller(64, 0)) == 1)
    #expect(voices(stage, .controller(66, 0)) == 0)
  }

  @Test func modes() throws {
    let stage = try stage()
    #expect(voices(stage, .noteOn(60), .noteOn(64), .controller(123, 0)) == 0)
    #expect(voices(stage, .noteOn(60), .controller(64, 127), .controller(123, 0)) == 1)  // the pedal still holds
    #expect(voices(stage, .controller(120, 0)) == 0)  // sound off does not ask the pedal
    #expect(voices(stage, .noteOn(60), .noteOff(60)) == 1)
    #expect(voices(stage, .controller(121, 0)) == 0)  // lifts the pedals
    #expect(voices(stage, .noteOn(60), .noteOn(60, channel: 1), .controller(123, 0)) == 1)  // its own channel only
  }

  /// Controller 121 resets expression, pitch bend and modulation, but neither volume nor pan.
  @Test func resetOfControllers() throws {
    let stage = try stage()
    stage.send(.controller(7, 64), .controller(11, 20), .pitchBend(0), .controller(1, 127), .controller(121, 0))
    stage.send(.noteOn(60))
    let sound = stage.render(1_000)
    #expect(abs(decibels(sound.peak / (Stage.unit * 32_000 / 32_768)) - -11.906) < 0.01)
    #expect(stage.right.peak < 1e-6)
    #expect(abs(sound[25] - sound[125]) < 1e-6)  // 480 Hz, steady
  }

  /// Presets that differ in level.
  private func bank(_ levels: [(bank: UInt16, program: UInt16, level: Int16)]) throws -> SoundFont {
    try SoundFont.made { bank in
      for (number, program, level) in levels {
        let steady = [Int16](repeating: level, count: 64)
        let sample = bank.add(.init(name: "steady", frames: steady, sampleRate: 48_000, loop: 0..<64))
        let generators = SoundFont.Generator.atOnce + [.init(.sampleModes, 1)]
        bank.addPreset(bank: number, program: program, [.init(target: sample, generators: generators)])
      }
    }
  }

  /// The level of the preset that sounds, as a sample value; 0 for none.
  private func answer(_ bank: SoundBank, channel: UInt8 = 0, _ messages: ChannelMessage...) -> Int {
    let stage = Stage(bank, isLoud: false)
    stage.send(.controller(7, 127, channel: channel), .controller(10, 0, channel: channel))
    for message in messages { stage.send(message) }
    stage.send(.noteOn(60, channel: channel))
    return Int((stage.render(100)[50] * 32_768 / Stage.unit).rounded())
  }

  @Test func programsAndFallbacks() throws {
    let levels = [(0, 0, 1_000), (0, 5, 2_000), (8, 5, 3_000), (128, 0, 4_000), (128, 8, 5_000)]
    let bank = try SoundBank(self.bank(levels.map { (UInt16($0.0), UInt16($0.1), Int16($0.2)) }))
    #expect(answer(bank) == 1_000)
    #expect(answer(bank, .program(5)) == 2_000)
    #expect(answer(bank, .controller(0, 8), .program(5)) == 3_000)
    #expect(answer(bank, .controller(0, 8)) == 1_000)  // a bank counts from the next program on
    #expect(answer(bank, .controller(0, 9), .program(5)) == 2_000)  // no such bank: the same program of bank 0
    #expect(answer(bank, .program(77)) == 1_000)  // no such program: the first
    #expect(answer(bank, channel: 9) == 4_000)
    #expect(answer(bank, channel: 9, .program(8, channel: 9)) == 5_000)
    #expect(answer(bank, channel: 9, .program(9, channel: 9)) == 4_000)
    #expect(answer(bank, channel: 9, .controller(0, 8, channel: 9), .program(8, channel: 9)) == 5_000)
  }

  @Test func stackedBanks() throws {
    let low = try bank([(0, 0, 1_000), (0, 1, 1_100), (128, 0, 1_200)])
    let high = try bank([(0, 1, 2_100), (0, 2, 2_200)])
    let over = SoundBank([.init(low), .init(high)])
    #expect(answer(over) == 1_000)
    #expect(answer(over, .program(1)) == 2_100)  // the later wins
    #expect(answer(over, .program(2)) == 2_200)
    #expect(answer(over, channel: 9) == 1_200)
    let beside = SoundBank([.init(low), .init(high, bankOffset: 3)])
    #expect(answer(beside, .program(1)) == 1_100)
    #expect(answer(beside, .controller(0, 3), .program(1)) == 2_100)
    #expect(answer(beside, .controller(0, 3), .program(0)) == 1_000)
  }

  @Test func nothingToPlay() throws {
    let drums = try SoundBank(bank([(128, 0, 1_000)]))
    #expect(answer(drums) == 0)
    #expect(answer(drums, channel: 9) == 1_000)
    let stage = Stage(drums)
    stage.send(.noteOn(60), .noteOff(60))
    stage.render(100)
    #expect(stage.synth.counters.silentNotes == 1)
    #expect(answer(SoundBank([])) == 0)
  }

  /// A sample in ROM has no data; its zone is silent and the others sound.
  @Test func samplesInROM() throws {
    var builder = SoundFontBuilder(name: "ROM")
    let first = builder.add(.init(name: "first", frames: [Int16](repeating: 9_000, count: 64), sampleRate: 48_000))
    let second = builder.add(.init(name: "second", frames: [Int16](repeating: 500, count: 64), sampleRate: 48_000))
    builder.addPreset([first, second].map { .init(target: $0, generators: SoundFont.Generator.atOnce) })
    var bytes = try builder.write()
    let position = try #require(bytes.indices.last { bytes[$0...].starts(with: Array("first".utf8)) })
    bytes[position + 45] |= 0x80
    let bank = try SoundBank(SoundFont(FileBytes(copying: bytes, name: "ROM")))
    #expect(answer(bank) == 0 || bank.regionCount == 1)
    let stage = Stage(bank)
    stage.send(.noteOn(60))
    #expect(abs(stage.render(20)[10] - Stage.unit * 500 / 32_768) < 1e-6)
  }
}
