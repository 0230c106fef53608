import TactusFiles
import TactusMIDI
import TactusPlugin
import TactusSynth
import TestSupport
import Testing

/// The bank numbers of files have 16 bits, more than the bank selects of MIDI.
@Suite("Bank numbers")
struct BankNumberTests {
  /// A bank with presets in several banks of numbers.
  private struct Banks: PluginBanks {
    let builtIn: SoundBank

    init(_ numbers: [UInt16]) throws {
      builtIn = try SoundBank.made { bank in
        let wave = bank.add(.sine())
        for number in numbers { bank.addPreset(bank: number, program: 5, [.init(target: wave)]) }
      }
    }

    func bank(atPath path: String) throws(PluginStateError) -> PluginBank { PluginBank(path: path, bank: builtIn) }
  }

  @Test(
    "each number can be chosen, shown, and named by the key of a preset",
    arguments: [0, 127, 128, 129, 16_383, 16_384, 16_512, 65_535])
  func numbers(number: Int) throws {
    let unit = PluginUnit(Plugins.sampler, banks: try Banks([UInt16(number)]))
    let bank = try #require(unit.descriptor.index(ofParameter: "bank1"))
    let program = try #require(unit.descriptor.index(ofParameter: "program1"))
    unit.setParameter(bank, to: Double(number))
    #expect(unit.value(ofParameter: bank) == Double(number))
    #expect(unit.text(ofParameter: program, 5) == "5 preset")
    let preset = try #require(unit.bankPresets.first)
    let numbers = try #require(BankPreset.numbers(ofKey: preset.key))
    #expect(numbers.bank == number && numbers.program == 5)
    #expect(BankPreset.numbers(ofKey: "65536/5") == nil)
  }

  /// MIDI selects bank 16,512 by MSB 1 with LSB 0, because 128 is the number of the drum kits.
  @Test("a bank that MIDI selects is the parameter's value")
  func selected() throws {
    let unit = PluginUnit(Plugins.sampler, banks: try Banks([0, 128, 16_512]))
    let host = PluginHost(unit)
    host.render(64) { core in
      core.receive(ChannelMessage(status: 0xB0, 0, 1), at: 0)
      core.receive(ChannelMessage(status: 0xC0, 5), at: 0)
    }
    #expect(host.value("bank1") == 16_512 && host.value("program1") == 5)
    #expect(host.told.map(\.value) == [5, 16_512])
    host.render(64)
    #expect(host.told.count == 2)
  }

  @Test("bank selects reach the banks that they are written for, in GS")
  func bankSelects() throws {
    let numbers: [UInt16] = [0, 127, 129, 1_024, 16_383, 16_512]
    let unit = PluginUnit(Plugins.sampler, banks: try Banks(numbers))
    let host = PluginHost(unit)
    for number in numbers {
      let select = try #require(BankPreset(name: "", bank: Int(number), program: 5).bankSelect)
      host.render(64) { core in
        core.receive(ChannelMessage(status: 0xB0, 0, UInt8(select.msb)), at: 0)
        core.receive(ChannelMessage(status: 0xB0, 32, UInt8(select.lsb)), at: 0)
        core.receive(ChannelMessage(status: 0xC0, 5), at: 0)
      }
      #expect(host.value("bank1") == Double(number))
    }
    for number in [16_384, 20_000, 65_535] {
      #expect(BankPreset(name: "", bank: number, program: 5).bankSelect == nil)
    }
  }
}
