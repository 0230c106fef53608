import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// How bank selects find the banks of DLS instruments, and how selections by number set the bank selects.
@Suite struct BankNumberTests {
  /// A bank select with its system.
  private struct Select {
    var system: SynthSettings.BankSelect
    var msb: UInt8
    var lsb: UInt8

    var name: String { "MSB \(msb), LSB \(lsb)" }
    var locale: UInt32 { UInt32(msb) << 8 | UInt32(lsb) }
  }

  /// Returns a DLS bank with an instrument for each bank select, in this order, each of program 5.
  private func bank(_ selects: [Select]) throws -> SoundFont {
    var bank = DLSBuilder(name: "banks")
    bank.waves = [.init(name: "wave", frames: Array(repeating: 1_000, count: 100), sampleRate: 22_050)]
    bank.instruments = selects.map {
      .init(name: $0.name, locale: $0.locale, program: 5, regions: [.init(wave: 0)])
    }
    return try SoundFont(FileBytes(copying: bank.write(), name: "banks.dls"))
  }

  /// GS, XG and GM2 songs find the instruments that share a number, in whichever order the file has them.
  @Test(arguments: [8, 1] as [UInt8]) func theOrderOfInstrumentsDoesNotMatter(number: UInt8) throws {
    let all = [
      Select(system: .gs, msb: number, lsb: 0), Select(system: .xg, msb: 0, lsb: number),
      Select(system: .gm2, msb: 121, lsb: number),
    ]
    let orders = [
      [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1],
    ]
    for order in orders {
      let selects = order.map { all[$0] }
      let font = try bank(selects)
      #expect(font.selectablePresets.count == order.count)
      let sounds = SoundBank(font)
      for select in selects {
        let channels = ChannelInterpreter(bank: sounds, bankSelect: select.system, voices: NoVoices())
        channels.receive(.controller(0, select.msb))
        channels.receive(.controller(32, select.lsb))
        channels.receive(.program(5))
        let played = try #require(channels.sound(port: 0, channel: 0).played)
        let preset = try #require(font.preset(bank: played.bank, program: played.program))
        #expect(font.name(of: preset) == select.name, "order \(order)")
      }
    }
  }

  /// GS's LSB selects the map of an older instrument. A bank without maps has the same instrument for all of them.
  @Test func mapsOfGS() throws {
    let font = try bank([Select(system: .xg, msb: 0, lsb: 8), Select(system: .gs, msb: 8, lsb: 0)])
    let sounds = SoundBank(font)
    for lsb in UInt8(0)...4 {
      let channels = ChannelInterpreter(bank: sounds, bankSelect: .gs, voices: NoVoices())
      channels.receive(.controller(0, 8))
      channels.receive(.controller(32, lsb))
      channels.receive(.program(5))
      #expect(channels.sound(port: 0, channel: 0).played?.bank == 1_024, "LSB \(lsb)")
    }
  }

  /// A selection by number sets the bank selects so that a program change stays in the bank.
  @Test(arguments: [.gs, .gm2, .xg, .mma] as [SynthSettings.BankSelect])
  func programChangesStayInTheBank(system: SynthSettings.BankSelect) throws {
    let banks: [UInt16] = [0, 2, 128, 130, 261, 1_024, 15_491]
    let font = try SoundFont.made { bank in
      let wave = bank.add(.sine())
      for number in banks {
        for program: UInt16 in [5, 6] { bank.addPreset(bank: number, program: program, [.init(target: wave)]) }
      }
    }
    var settings = SynthSettings.dry
    settings.bankSelect = system
    let live = LiveSynth(settings: settings)
    live.publish(SoundBank(font))
    for number in banks {
      // a bank select that is left over
      live.send(.controller(32, 5))
      live.set(PartProgram(bank: Int(number), program: 5), of: 0)
      _ = live.rendered(64)
      #expect(live.programs[0] == PartProgram(bank: Int(number), program: 5))
      live.send(.program(6))
      _ = live.rendered(64)
      #expect(live.programs[0] == PartProgram(bank: Int(number), program: 6))
    }
  }
}
