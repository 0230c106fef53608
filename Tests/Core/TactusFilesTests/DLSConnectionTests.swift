import TactusFiles
import TestSupport
import Testing

/// The connections of DLS banks as generators and modulators.
@Suite struct DLSConnectionTests {
  /// A bank of one instrument with one region, with connections of both.
  private func read(_ instrument: [DLSConnection], region: [DLSConnection] = []) throws -> SoundFont {
    var bank = DLSBuilder(name: "Tiny")
    let playback = DLSBuilder.Playback(unityNote: 60)
    bank.waves = [
      .init(name: "wave", frames: Array(repeating: 1_000, count: 100), sampleRate: 22_050, playback: playback)
    ]
    bank.instruments = [.init(name: "tone", regions: [.init(wave: 0, connections: region)])]
    bank.instruments[0].connections = instrument
    return try SoundFont(bytes: bank.write())
  }

  /// The amount of a generator: in zone 0, the global zone, or zone 1, that of the region.
  private func amount(_ kind: GeneratorKind, _ font: SoundFont, zone: Int = 0) -> Double? {
    font.generators[font.instrumentZones[zone].generators].last { $0.kind == kind }
      .map { Double($0.amount) + Double($0.fraction) / 65_536 }
  }

  private func modulators(_ font: SoundFont, zone: Int = 0) -> [SoundFont.Modulator] {
    Array(font.modulators[font.instrumentZones[zone].modulators])
  }

  private func kinds(_ font: SoundFont) -> [SoundFontDiagnostic.Kind] { font.diagnostics.entries.map(\.kind) }

  /// −1,200 timecents times x, 1 − x, 2x − 1 or 1 − 2x, where x is key/128: the amount for each key below 60, and the
  /// time at key 60.
  @Test(
    arguments: [
      (0, 9.375, -562.5), (0x8000, -9.375, -637.5), (0x4000, 18.75, 75), (0xC000, -18.75, -75),
    ] as [(UInt16, Double, Double)])
  func keyToTime(transform: UInt16, perKey: Double, time: Double) throws {
    for (destination, kind, scaling) in [
      (.volumeDecay, .decayVolEnv, .keynumToVolEnvDecay), (.volumeHold, .holdVolEnv, .keynumToVolEnvHold),
      (.modDecay, .decayModEnv, .keynumToModEnvDecay), (.modHold, .holdModEnv, .keynumToModEnvHold),
    ] as [(DLSConnection.Destination, GeneratorKind, GeneratorKind)] {
      let scaled = DLSConnection(.key, to: destination, -1_200 << 16, .init(rawValue: transform))
      let font = try read([.init(to: destination, 0), scaled])
      #expect(font.diagnostics.entries.isEmpty)
      #expect(amount(scaling, font) == perKey && amount(kind, font) == time, "\(kind)")
      // A region that sets the time alone inherits the scaling.
      let region = try read([.init(to: destination, 0), scaled], region: [.init(to: destination, 1_200 << 16)])
      #expect(amount(kind, region, zone: 1) == time + 1_200 && amount(scaling, region, zone: 1) == nil)
    }
  }

  @Test func whatKeysCannotScaleIsReported() throws {
    #expect(try amount(.scaleTuning, read([.init(.key, to: .pitch, 6_400 << 16, .init(rawValue: 0x4000))])) == 100)
    for connection in [
      DLSConnection(.key, to: .pitch, 12_800 << 16, .init(rawValue: 0x8000)),  // falls
      DLSConnection(.key, to: .volumeDecay, -1_200 << 16, .init(rawValue: 1 << 10)),  // concave
    ] {
      let font = try read([connection])
      #expect(kinds(font) == [.connectionIgnored])
      #expect(amount(.scaleTuning, font) == nil && amount(.keynumToVolEnvDecay, font) == nil)
    }
  }

  /// 1,200 cents times y, 1 − y, 2y − 1 or 1 − 2y, where y is the level of the modulation envelope: its depth, and the
  /// semitones to which that is added.
  @Test(
    arguments: [(0, 1_200, 0), (0x8000, -1_200, 12), (0x4000, 2_400, -12), (0xC000, -2_400, 12)]
      as [(UInt16, Double, Double)])
  func envelopeToPitch(transform: UInt16, depth: Double, semitones: Double) throws {
    let bent = DLSConnection(.modEnvelope, to: .pitch, 1_200 << 16, .init(rawValue: transform))
    let font = try read([bent])
    #expect(amount(.modEnvToPitch, font) == depth && font.diagnostics.entries.isEmpty)
    #expect(amount(.coarseTune, font, zone: 1) == semitones && amount(.fineTune, font, zone: 1) == 0)
    // The region's own connection replaces both.
    let plain = try read([bent], region: [.init(.modEnvelope, to: .pitch, 100 << 16)])
    #expect(amount(.modEnvToPitch, plain, zone: 1) == 100 && amount(.coarseTune, plain, zone: 1) == 0)
  }

  @Test func envelopeByAControlToPitch() throws {
    let font = try read([
      .init(.modEnvelope, by: .controller(1), to: .pitch, 128 << 16, .init(rawValue: 0x8000)),
      .init(.controller(1), to: .pitch, 256 << 16),
    ])
    #expect(font.diagnostics.entries.isEmpty)
    let source = SoundFont.ModulatorSource(controller: 1)
    #expect(modulators(font) == [.init(source, to: .modEnvToPitch, -127), .init(source, to: .fineTune, 381)])
  }

  /// A cutoff beyond the limits would be cut before the envelope is added.
  @Test func envelopeToCutoff() throws {
    let bent = DLSConnection(.modEnvelope, to: .filterCutoff, 1_200 << 16, .init(rawValue: 0x4000))
    let font = try read([.init(to: .filterCutoff, 6_000 << 16), bent])
    #expect(amount(.modEnvToFilterFc, font) == 2_400 && amount(.initialFilterFc, font) == 4_800)
    #expect(font.diagnostics.entries.isEmpty)
    let inverted = DLSConnection(.modEnvelope, to: .filterCutoff, 1_200 << 16, .init(rawValue: 0x8000))
    let open = try read([inverted])
    #expect(amount(.modEnvToFilterFc, open) == 0 && amount(.initialFilterFc, open) == nil)
    #expect(kinds(open) == [.connectionIgnored])
    // It is possible in a region with a lower cutoff.
    let region = try read([inverted], region: [.init(to: .filterCutoff, 6_000 << 16)])
    #expect(amount(.modEnvToFilterFc, region, zone: 1) == -1_200)
    #expect(amount(.initialFilterFc, region, zone: 1) == 7_200)
    let controlled = DLSConnection(
      .modEnvelope, by: .controller(1), to: .filterCutoff, 1_200 << 16, .init(rawValue: 0x8000))
    #expect(try kinds(read([controlled])) == [.connectionIgnored])
  }

  /// (none, velocity, gain) is another connection than (velocity, none, gain), which is one of the defaults.
  @Test func aControlIsNoSource() throws {
    let font = try read([.init(by: .velocity, to: .gain, -128 << 16)])
    #expect(modulators(font) == [.init(.init(.velocity), to: .initialAttenuation, 127)])
    let replaced = try read([.init(.velocity, to: .gain, -128 << 16)])
    var none = SoundFont.Modulator.velocityToAttenuation
    none.amount = 0
    #expect(modulators(replaced) == [none, .init(.init(.velocity), to: .initialAttenuation, 127)])
  }

  /// Connections that are the same modulator are added, and replaced one by one.
  @Test func connectionsOfTheSameModulatorAreAdded() throws {
    let both: [DLSConnection] = [
      .init(by: .controller(1), to: .pitch, 128 << 16), .init(.controller(1), to: .pitch, 256 << 16),
    ]
    let source = SoundFont.ModulatorSource(controller: 1)
    let font = try read(both, region: [.init(.controller(1), to: .pitch, 0)])
    #expect(modulators(font) == [.init(source, to: .fineTune, 381)])
    #expect(modulators(font, zone: 1) == [.init(source, to: .fineTune, 127)])
    // The default, of 960 cB, is one of them here.
    let soft = try read([.init(by: .velocity, to: .gain, -40 << 16, .init(rawValue: 0x0210))])
    var sum = SoundFont.Modulator.velocityToAttenuation
    sum.amount = 1_000
    #expect(modulators(soft) == [sum])
  }

  /// As a SoundFont, a bank has the nearest whole amounts.
  @Test func amountsAreRounded() throws {
    let concave = DLSConnection.Transform(rawValue: 1 << 10)
    let font = try read([
      .init(.controller(1), to: .pitch, 100 << 16 + 0xC000, concave), .init(to: .volumeAttack, -100 << 16 - 0xC000),
    ])
    #expect(modulators(font).map(\.fraction) == [0xC000])
    let builder = try SoundFontBuilder(font)
    let source = SoundFont.ModulatorSource(controller: 1, .concave)
    #expect(builder.instruments[0].zones[0].modulators == [.init(source, to: .fineTune, 101)])
    #expect(builder.instruments[0].zones[0].generators.contains(.init(.attackVolEnv, -101)))
    #expect(builder.defaultModulators?.allSatisfy { $0.fraction == 0 } == true)
    #expect(try SoundFontBuilder(SoundFont(bytes: builder.write())) == builder)
  }

  @Test func aliasesAreReported() throws {
    var bank = DLSBuilder(name: "Tiny")
    bank.waves = [.init(name: "wave", frames: [1, 2], sampleRate: 22_050)]
    bank.instruments = [.init(name: "tone", regions: [.init(wave: 0)])]
    var bytes = bank.write() + Array("pgal".utf8) + [4, 0, 0, 0, 0, 0, 0, 0]
    let size = bytes.count - 8
    for index in 0..<4 { bytes[4 + index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
    #expect(try kinds(SoundFont(bytes: bytes)) == [.aliasesIgnored])
  }
}
