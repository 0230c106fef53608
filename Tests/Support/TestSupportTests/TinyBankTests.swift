import TactusFiles
import TestSupport
import Testing

@Suite struct TinyBankTests {
  @Test func instrumentReplacesAndPresetAdds() {
    var bank = TinyBank()
    bank.samples = [.sine(), .saw()]
    bank.instruments = [
      [
        .init(nil, [.pan: 100, .attenuation: 50]), .init(0, [.pan: 200], keys: 0...59),
        .init(1, [.filterQ: 30], keys: 60...127),
      ]
    ]
    bank.presets = [
      .init(zones: [.init(nil, [.attenuation: 7, .volEnvAttack: 2_400]), .init(0, [.attenuation: -20, .rootKey: 3])])
    ]
    let regions = bank.golden().regions
    #expect(regions.count == 2 && regions.map(\.keys) == [0...59, 60...127] && regions.map(\.sample) == [0, 1])
    #expect(regions[0].generators == [.pan: 200, .attenuation: 30, .volEnvAttack: -9_600])
    #expect(regions[1].generators == [.pan: 100, .attenuation: 30, .volEnvAttack: -9_600, .filterQ: 30])
  }

  @Test func rangesIntersect() {
    var bank = TinyBank(.sine())
    bank.instruments[0][0].keys = 40...70
    bank.presets[0].zones[0].keys = 60...80
    #expect(bank.golden().regions.map(\.keys) == [60...70])
    bank.presets[0].zones[0].keys = 80...90
    #expect(bank.golden().regions.isEmpty)
  }

  @Test func modulatorsSupersedeAndAdd() {
    let pitchBend = Golden.Modulator(source: 0x0081, to: .vibLFOToPitch, amount: 0)
    var more = pitchBend
    more.amount = 25
    let bank = TinyBank(.sine(), modulators: [pitchBend], presetModulators: [more, .velocityToFilter])
    let list = bank.golden().regions[0].modulators
    #expect(list.count == Golden.Modulator.defaults.count + 1)
    #expect(list.first { $0.isIdentical(to: pitchBend) }?.amount == 25 && list.last == .velocityToFilter)
    let twice = TinyBank(.sine(), modulators: [.velocityToFilter, more, .velocityToFilter, pitchBend])
    #expect(twice.golden().regions[0].modulators.count == Golden.Modulator.defaults.count + 1)
    #expect(twice.golden().regions[0].modulators.first { $0.isIdentical(to: pitchBend) }?.amount == 0)
  }

  @Test func linksAreRenumbered() {
    let feeder = Golden.Modulator(source: 0x0081, destination: 0x8001, amount: 1)
    let target = Golden.Modulator(source: 0x007F, to: .pan, amount: 2)
    let bank = TinyBank(.sine(), modulators: [feeder, target], presetModulators: [feeder, target])
    let list = bank.golden().regions[0].modulators
    let first = Golden.Modulator.defaults.count
    #expect(list.count == first + 4)
    #expect(list[first].destination == 0x8000 | UInt16(first + 1))
    #expect(list[first + 2].destination == 0x8000 | UInt16(first + 3))
  }

  @Test func poolLiesAsInTheFile() throws {
    var bank = TinyBank()
    bank.samples = [.sine(period: 20, cycles: 3), .ramp(count: 300)]
    bank.samples[1].lowBytes = [UInt8](repeating: 9, count: 300)
    bank.instruments = [[.init(0), .init(1)]]
    bank.presets = [.init(zones: [.init(0)])]
    let pool = bank.golden().bank
    #expect(pool.samples[1].start == 146 && pool.samples[1].end == 446 && pool.samples[1].loopStart == 246)
    #expect(pool.pool.count == 492 && pool.lowBytes?.count == 492 && pool.pool[147] == 16)
    let bytes = try bank.soundFont().write()
    #expect(bytes.starts(with: "RIFF".utf8) && bytes.count > 492 * 3)
  }

  @Test func samplesLoopExactly() throws {
    for sample in [TinySample.sine(), .saw(period: 37), .constant()] {
      let loop = try #require(sample.loop)
      // What follows the loop's end is what follows its start.
      let after = sample.points[loop.upperBound...]
      #expect(zip(after, sample.points[loop.lowerBound...]).allSatisfy { $0 == $1 } && loop.lowerBound >= 8)
    }
  }
}
