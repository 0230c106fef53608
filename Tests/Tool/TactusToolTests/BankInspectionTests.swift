import TactusFiles
import TactusTool
import TestSupport
import Testing

/// The counts in the report about a bank.
@Suite struct BankInspectionTests {
  private func counts(_ inspection: BankInspection) -> [JSON?] {
    guard case .array(let presets)? = inspection.json["presets"] else { return [] }
    return presets.map { $0["regions"] }
  }

  /// A pair of zones is a region only if some note can play it.
  @Test func regionsShareKeysAndVelocities() throws {
    let font = try SoundFont.made { bank in
      let wave = bank.add(.sine())
      let silent = bank.add(.init(name: "silent", frames: [], sampleRate: 44_100))
      let (low, high): (SoundFont.ValueRange, SoundFont.ValueRange) = (.init(0...59), .init(60...127))
      let instrument = bank.add(
        SoundFontBuilder.Instrument(
          name: "halves",
          zones: [
            .init(target: wave, keyRange: low), .init(target: wave, keyRange: high),
            .init(target: wave, keyRange: .init(low: 130, high: 140)), .init(target: silent),
          ]))
      for zones in [[low, high], [low], []] {
        bank.add(
          SoundFontBuilder.Preset(
            name: "halves", bank: 0, program: UInt16(zones.count),
            zones: zones.map { .init(target: instrument, keyRange: $0) }))
      }
    }
    #expect(counts(BankInspection(bank: font)) == [JSON.integer(0), .integer(1), .integer(2)])
  }

  /// The reader divides this instrument, because one of its regions has an articulation of its own.
  @Test func instrumentsOfADownloadableBank() throws {
    var bank = DLSBuilder(name: "two regions")
    bank.level = 1
    bank.waves = [.init(name: "wave", frames: Array(repeating: 1_000, count: 100), sampleRate: 22_050)]
    let attack = DLSConnection(to: .volumeAttack, 0)
    bank.instruments = [.init(name: "tone", regions: [.init(wave: 0), .init(wave: 0, connections: [attack])])]
    bank.instruments[0].connections = [attack]
    let font = try SoundFont(FileBytes(copying: bank.write(), name: "two.dls"))
    let inspection = BankInspection(bank: font)
    #expect(font.instruments.count == 2 && inspection.json["instrumentCount"] == JSON.integer(1))
    #expect(inspection.json["zoneCount"] == JSON.integer(2) && counts(inspection) == [JSON.integer(2)])
    let lines = inspection.report(style: .plain).lines
    #expect(lines.contains { $0.hasSuffix("1 preset, 1 instrument, 2 regions, 1 sample") }, "\(lines)")
    var text = ""
    font.describe(.summary, to: &text)
    #expect(text.contains("1 instruments"), "\(text)")
  }
}
