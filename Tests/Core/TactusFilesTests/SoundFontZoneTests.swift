import TactusFiles
import Testing

/// The specification's rules for zones, tested with tiny banks.
@Suite struct SoundFontZoneTests {
  /// The tiny bank with other generators in its only instrument zone (or preset zone).
  private func bank(_ generators: [(number: Int, amount: Int)], in tag: String = "igen") throws -> SoundFont {
    var raw = try RawBank(.tiny)
    raw.setGenerators(tag, generators)
    raw.set16(tag == "igen" ? "ibag" : "pbag", 4, generators.count)
    return try raw.read()
  }

  private func kinds(_ bank: SoundFont) -> [SoundFontDiagnostic.Kind] { bank.diagnostics.entries.map(\.kind) }

  @Test func lowByteIsLowest() throws {
    let bank = try bank([(43, 0x7F24), (44, 0x4001), (53, 0)])
    let zone = bank.instrumentZones[0]
    #expect(zone.keyRange == .init(low: 36, high: 127))
    #expect(zone.velocityRange == .init(low: 1, high: 64))
    #expect(zone.generators.isEmpty && zone.target == 0)
    #expect(bank.diagnostics.entries.isEmpty)
  }

  /// The full range is a range too: it overrides that of the global zone (2.04 §7.3).
  @Test func fullRangesAreSet() throws {
    let bank = try zones([[(43, 0x3200), (44, 0x3201)], [(43, 0x7F00), (44, 0x7F00), (53, 0)], [(53, 0)]])
    let (global, full, plain) = (bank.instrumentZones[0], bank.instrumentZones[1], bank.instrumentZones[2])
    #expect(full.setsKeyRange && full.setsVelocityRange && !plain.setsKeyRange && !plain.setsVelocityRange)
    #expect(full.keys(under: global) == .all && full.velocities(under: global) == .all)
    #expect(plain.keys(under: global) == .init(low: 0, high: 50))
    #expect(plain.velocities(under: global) == .init(low: 1, high: 50))
    #expect(plain.keyRange == .all && plain.keys(under: nil) == .all)
  }

  /// A zone with more generators than there are kinds keeps the last of each kind, so that a player need not examine
  /// thousands each time it uses the zone.
  @Test func manyRepeatedGeneratorsAreDropped() throws {
    let many = (0..<40).flatMap { [(number: 17, amount: $0), (number: 52, amount: 2 * $0)] }
    let long = try bank(many + [(number: 53, amount: 0)])
    let generators = long.generators[long.instrumentZones[0].generators]
    #expect(generators.map(\.kind) == [.pan, .fineTune] && generators.map(\.amount) == [39, 78])
    #expect(long.instrumentZones[0].target == 0 && long.instrumentZones[0].setsKeyRange == false)
    let short = try bank(Array(many.suffix(60)) + [(number: 53, amount: 0)])
    #expect(short.instrumentZones[0].generators.count == 60)
  }

  @Test func velocityRangeMayBeFirst() throws {
    let zone = try bank([(44, 0x4001), (17, 5), (53, 0)]).instrumentZones[0]
    #expect(zone.velocityRange == .init(low: 1, high: 64) && zone.keyRange == .all)
  }

  @Test(arguments: [[(17, 0), (43, 0x0505)], [(44, 0x7F00), (43, 0x0505)], [(43, 0x7F00), (43, 0x0505)]])
  func keyRangeMustBeFirst(_ generators: [(Int, Int)]) throws {
    let bank = try bank(generators.map { (number: $0, amount: $1) } + [(53, 0)])
    #expect(bank.instrumentZones[0].keyRange == .all)
    #expect(kinds(bank) == [.misplacedRange])
  }

  @Test func velocityRangeMayOnlyFollowTheKeyRange() throws {
    let bank = try bank([(43, 0x0505), (17, 0), (44, 0x0505), (53, 0)])
    #expect(bank.instrumentZones[0].velocityRange == .all)
    #expect(kinds(bank) == [.misplacedRange])
  }

  @Test func emptyRangeNeverSounds() throws {
    let bank = try bank([(43, 0x0510), (53, 0)])
    let zone = bank.instrumentZones[0]
    #expect(zone.keyRange.isEmpty)
    #expect(!(0...127).contains { zone.keyRange.contains($0) })
    #expect(kinds(bank) == [.emptyRange])
  }

  @Test func nothingCountsAfterTheTarget() throws {
    let bank = try bank([(17, 5), (53, 0), (17, 99), (15, 1)])
    #expect(bank.generators[bank.instrumentZones[0].generators] == [.init(.pan, 5)])
    #expect(kinds(bank) == [.generatorAfterTarget])
  }

  @Test func doublesStayInOrderSoThatTheLastWins() throws {
    let bank = try bank([(17, 5), (17, 0xFFFF), (53, 0)])
    #expect(bank.generators[bank.instrumentZones[0].generators] == [.init(.pan, 5), .init(.pan, -1)])
  }

  @Test(arguments: [14, 18, 19, 20, 41, 42, 49, 55, 59, 60, 61, 255, 65_535])
  func generatorsWithoutFunctionAreIgnored(_ number: Int) throws {
    let bank = try bank([(number, 5), (17, 1), (53, 0)])
    #expect(bank.generators[bank.instrumentZones[0].generators] == [.init(.pan, 1)])
    #expect(kinds(bank) == [.generatorUnknown])
  }

  @Test(arguments: [0, 1, 2, 3, 4, 12, 45, 46, 47, 50, 53, 54, 57, 58])
  func presetsMayNotHoldInstrumentGenerators(_ number: Int) throws {
    let bank = try bank([(number, 5), (17, 1), (41, 0)], in: "pgen")
    #expect(bank.generators[bank.presetZones[0].generators] == [.init(.pan, 1)])
    #expect(bank.presetZones[0].target == 0)
    #expect(kinds(bank) == [.generatorNotForPresets])
  }

  /// Zones of the tiny bank's instrument: each with its own generators.
  private func zones(_ zones: [[(number: Int, amount: Int)]]) throws -> SoundFont {
    var raw = try RawBank(.tiny)
    raw.setGenerators("igen", zones.flatMap(\.self))
    var bag: [UInt8] = []
    var index = 0
    for count in zones.map(\.count) + [0] {
      bag += [UInt8(index), 0, 0, 0]
      index += count
    }
    raw["ibag"] = bag
    raw.set16("inst", 22 + 20, zones.count)
    return try raw.read()
  }

  @Test func firstZoneWithoutTargetIsGlobal() throws {
    let bank = try zones([[(17, 1)], [(53, 0)], [(17, 3), (53, 0)]])
    let instrument = bank.instruments[0]
    #expect(instrument.globalZone == 0 && instrument.localZones == 1..<3 && instrument.zones == 0..<3)
    #expect(bank.instrumentZones.map(\.isGlobal) == [true, false, false])
  }

  @Test func emptyFirstZoneIsGlobal() throws {
    let bank = try zones([[], [(53, 0)]])
    #expect(bank.instruments[0].globalZone == 0 && bank.instruments[0].localZones == 1..<2)
  }

  @Test func soleZoneWithoutTargetMakesNoSound() throws {
    let bank = try zones([[(17, 1)]])
    #expect(bank.instruments[0].localZones.isEmpty)
  }

  @Test func laterZoneWithoutTargetIsDropped() throws {
    let bank = try zones([[(53, 0)], [(17, 99)], [(17, 3), (53, 0)]])
    #expect(bank.instruments[0].globalZone == nil && bank.instruments[0].localZones == 0..<2)
    #expect(bank.generators[bank.instrumentZones[1].generators] == [.init(.pan, 3)])
    #expect(
      bank.diagnostics.entries.map(\.description) == [
        "ibag record 1 at offset \(try offset("ibag", in: bank) + 4): "
          + "the zone has no instrument or sample and is not the first; it was dropped"
      ])
  }

  @Test func zoneWhoseTargetDoesNotExistIsDroppedAndIsNotGlobal() throws {
    let bank = try zones([[(17, 9), (53, 1)], [(17, 3), (53, 0)]])
    #expect(bank.instruments[0].globalZone == nil && bank.instruments[0].localZones == 0..<1)
    #expect(bank.generators[bank.instrumentZones[0].generators] == [.init(.pan, 3)])
    #expect(kinds(bank) == [.targetOutOfRange])
  }

  @Test func zoneBeyondItsTableIsDropped() throws {
    var raw = try RawBank(.tiny)
    raw.set16("ibag", 4, 40)
    var bank = try raw.read()
    #expect(bank.instrumentZones.isEmpty && kinds(bank) == [.zoneBeyondTable])
    raw = try RawBank(.tiny)
    raw.set16("pbag", 6, 2)
    bank = try raw.read()
    #expect(bank.presetZones.isEmpty && kinds(bank) == [.zoneBeyondTable])
  }

  @Test func terminalRecordsAreNotPlayed() throws {
    let bank = try SoundFont(bytes: SoundFontBuilder.tiny.write())
    #expect(bank.presets.count == 1 && bank.instruments.count == 1 && bank.samples.count == 1)
    #expect(bank.presetZones.count == 1 && bank.instrumentZones.count == 1)
    #expect(bank.generators == [.init(.sampleModes, 1)] && bank.modulators.isEmpty)
  }

  @Test func firstPresetOfEqualsIsCalled() throws {
    var builder = SoundFontBuilder.tiny
    builder.add(.init(name: "Drums", bank: 128, program: 0, zones: [.init(target: 0)]))
    builder.add(.init(name: "Second", bank: 0, program: 0, zones: [.init(target: 0)]))
    builder.add(.init(name: "Other", bank: 0, program: 5, zones: [.init(target: 0)]))
    let bank = try SoundFont(bytes: builder.write())
    #expect(bank.presetIndex(bank: 0, program: 0) == 0)
    #expect(bank.preset(bank: 128, program: 0).map(bank.name(of:)) == "Drums")
    #expect(bank.presetIndex(bank: 0, program: 5) == 3)
    #expect(bank.presetIndex(bank: 0, program: 1) == nil)
    #expect(bank.presetIndex(bank: -1, program: 70_000) == nil)
    #expect(bank.selectablePresets == [0, 3, 1])
    #expect(kinds(bank) == [.presetShadowed])
  }

  @Test func modulatorsStayButUselessOnesAreNamed() throws {
    var builder = SoundFontBuilder.tiny
    builder.instruments[0].zones[0].modulators = [
      .modulationWheelToVibrato,
      .init(source: .init(controller: 6), destination: 17, amount: 1),  // data entry
      .init(source: .init(.velocity), destination: 0x8003, amount: 1),  // to a link
      .init(source: .link, destination: 48, amount: 1),
      .init(source: .init(.velocity), destination: 0x8000, amount: 1),  // to what is no link
      .init(source: .init(.velocity), destination: 0x8009, amount: 1),  // to nothing
      .init(source: .init(.key), destination: 58, amount: 1),  // cannot be modulated
      .init(source: .init(.key), destination: 0, amount: 1),  // at the start of a note
    ]
    let bank = try SoundFont(bytes: builder.write())
    #expect(bank.modulators[bank.instrumentZones[0].modulators].count == 8)
    // The third points to the fourth, which is a link.
    #expect(bank.diagnostics.entries.map(\.record) == [1, 4, 5, 6])
    #expect(Set(kinds(bank)) == [.modulatorIgnored])
  }

  private func offset(_ tag: String, in bank: SoundFont) throws -> Int {
    RawBank.offset(of: tag, in: Array(bank.file.bytes)) + 8
  }
}
