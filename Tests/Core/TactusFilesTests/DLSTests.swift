import TactusFiles
import TestSupport
import Testing

/// Reading banks of Downloadable Sounds.
@Suite struct DLSTests {
  private func read(_ bank: DLSBuilder) throws -> SoundFont { try SoundFont(bytes: bank.write()) }

  /// A bank of one instrument with one region.
  private func tiny(_ edit: (inout DLSBuilder) -> Void = { _ in }) -> DLSBuilder {
    var bank = DLSBuilder(name: "Tiny")
    let playback = DLSBuilder.Playback(unityNote: 69, loop: 10..<90)
    bank.waves = [
      .init(name: "a wave", frames: (0..<100).map { Int16($0 * 256) }, sampleRate: 22_050, playback: playback)
    ]
    bank.instruments = [.init(name: "a tone whose name is longer than twenty bytes", regions: [.init(wave: 0)])]
    edit(&bank)
    return bank
  }

  private func amount(_ kind: GeneratorKind, _ font: SoundFont, zone: Int = 1) -> Double? {
    font.generators[font.instrumentZones[zone].generators].last { $0.kind == kind }
      .map { Double($0.amount) + Double($0.fraction) / 65_536 }
  }

  @Test func aBankIsReadInPlace() throws {
    let font = try read(tiny())
    #expect(font.format == .dls(level: 2) && font.formatName == "DLS level 2" && font.info.name == "Tiny")
    #expect(font.diagnostics.entries.isEmpty, "\(font.diagnostics.entries)")
    #expect(font.presets.map { font.name(of: $0) } == ["a tone whose name is longer than twenty bytes"])
    let sample = try #require(font.samples.first)
    #expect(font.name(of: sample) == "a wave" && sample.sampleRate == 22_050 && sample.rootKey == 69)
    #expect(sample.stream == nil && sample.frames.count == 100)
    #expect(sample.loop == sample.start + 10..<sample.start + 90)
    #expect(sample.frames.map { font.pool.frames[$0] } == (0..<100).map { Int16($0 * 256) })
    #expect(amount(.overridingRootKey, font) == 69 && amount(.sampleModes, font) == 1)
  }

  @Test func level1IsKnownByItsChunks() throws {
    let font = try read(tiny { $0.level = 1 })
    #expect(font.format == .dls(level: 1) && font.diagnostics.entries.isEmpty)
  }

  @Test(arguments: [8, 24, 32]) func otherWidthsAreConverted(_ bits: Int) throws {
    let font = try read(tiny { $0.waves[0].bits = bits })
    let sample = try #require(font.samples.first)
    let range = try #require(sample.stream)
    #expect(sample.frames.isEmpty && range.count == 100 * bits / 8 && sample.loop == 10..<90)
    #expect(try SoundFontBuilder(font).samples[0].frames == (0..<100).map { Int16($0 * 256) })
  }

  /// Samples that differ only in their loops share their data in a builder: a region takes fewer bytes than a wave.
  @Test(arguments: [8, 16]) func loopsOfAWaveShareItsData(_ bits: Int) throws {
    let font = try read(
      tiny {
        $0.waves[0].bits = bits
        $0.instruments[0].regions.append(.init(wave: 0, playback: .init(unityNote: 60, loop: 20..<50)))
      })
    let samples = try SoundFontBuilder(font).samples
    #expect(samples.count == 2 && samples.map(\.loop) == [10..<90, 20..<50])
    let addresses = samples.map { sample in sample.frames.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
    #expect(addresses[0] == addresses[1] && samples[1].frames.count == 100)
  }

  @Test func banksAreNumberedAsInSoundFonts() throws {
    let locales: [(UInt32, UInt16)] = [
      (0, 0), (1 << 8, 1), (8, 8), (121 << 8 | 3, 3), (2 << 8 | 5, 261), (1 << 31, 128), (1 << 31 | 126 << 8, 126),
    ]
    for (locale, bank) in locales {
      let font = try read(tiny { $0.instruments[0].locale = locale })
      #expect(font.presets[0].bank == bank, "\(locale)")
    }
  }

  /// An instrument whose bank number another one has gets 128 · MSB + LSB, in whichever order the file has them. Only
  /// those with the same bank select are hidden.
  @Test func banksDoNotCollide() throws {
    func at(_ msb: UInt32, _ lsb: UInt32) -> UInt32 { msb << 8 | lsb }
    let drums: UInt32 = 1 << 31
    let cases: [([UInt32], [UInt16])] = [
      ([at(0, 0), at(121, 0)], [0, 15_488]), ([at(121, 0), at(0, 0)], [15_488, 0]),
      ([at(0, 8), at(8, 0)], [8, 1_024]), ([at(8, 0), at(0, 8)], [1_024, 8]),
      ([at(8, 0), at(0, 8), at(8, 0)], [1_024, 8, 1_024]),
      ([at(0, 1), at(1, 0)], [1, 16_512]), ([at(1, 0), at(0, 1)], [16_512, 1]),
      ([at(0, 2), at(121, 2), at(2, 0)], [2, 15_490, 256]), ([at(2, 0), at(121, 2)], [2, 15_490]),
      ([at(126, 0), drums + at(126, 0)], [16_128, 126]),
      ([at(0, 2), at(0, 2)], [2, 2]), ([drums, drums + 1], [128, 128]),
    ]
    for (locales, banks) in cases {
      let font = try read(
        tiny { bank in
          let instrument = bank.instruments[0]
          bank.instruments = locales.map { locale in
            var copy = instrument
            copy.locale = locale
            return copy
          }
        })
      #expect(font.presets.map(\.bank) == banks, "\(locales)")
      #expect(font.selectablePresets.count == Set(banks).count, "\(locales)")
    }
  }

  @Test func amountsKeepTheirFractions() throws {
    let font = try read(
      tiny {
        $0.instruments[0].connections = [.init(to: .volumeAttack, -3_600 << 16 + 0x4000)]
        $0.instruments[0].regions[0].connections = [.init(to: .gain, -0x18000), .init(to: .pitch, 150 << 16 + 0x8000)]
      })
    #expect(amount(.attackVolEnv, font, zone: 0) == -3_599.75)
    #expect(amount(.initialAttenuation, font) == 1.5)
    #expect(amount(.coarseTune, font) == 1 && amount(.fineTune, font) == 50.5)
  }

  /// In level 1 the region's articulation replaces the instrument's as a whole, in level 2 single connections of it.
  @Test(arguments: [1, 2]) func regionsHaveArticulations(_ level: Int) throws {
    let font = try read(
      tiny {
        $0.level = level
        $0.instruments[0].connections = [
          .init(to: .volumeAttack, -1_200 << 16), .init(to: .volumeRelease, 1_200 << 16),
        ]
        $0.instruments[0].regions.append(.init(wave: 0, connections: [.init(to: .volumeAttack, 0)]))
      })
    #expect(font.instruments.count == (level == 1 ? 2 : 1))
    let zone = try #require(font.instrumentZones.indices.last)
    #expect(amount(.attackVolEnv, font, zone: zone) == 0)
    let global = try #require(font.instruments.last?.globalZone)
    #expect(amount(.releaseVolEnv, font, zone: global) == (level == 1 ? -32_768 : 1_200))
    #expect(amount(.releaseVolEnv, font, zone: zone) == nil)
  }

  @Test(arguments: [0, 1]) func linkedWavesAreAStereoPair(master: Int) throws {
    let font = try read(
      tiny {
        $0.waves.append($0.waves[0])
        $0.instruments[0].regions.append(.init(wave: 1))
        for index in 0..<2 {
          $0.instruments[0].regions[index].channel = UInt32(index + 1)
          $0.instruments[0].regions[index].phaseGroup = 7
          $0.instruments[0].regions[index].isPhaseMaster = index == master
        }
        $0.waves[master].playback?.fineTune = 20
        $0.instruments[0].regions[master].connections = [.init(to: .pitch, 0x4000)]
      })
    #expect(font.samples.map(\.channel) == [.left, .right] && font.stereoPartner(ofSample: 0) == 1)
    #expect(amount(.pan, font, zone: 1) == -500 && amount(.pan, font, zone: 2) == 500)
    for zone in 1...2 { #expect(amount(.fineTune, font, zone: zone) == 20.25, "the master's pitch") }
  }

  @Test func conditionsDecide() throws {
    let query: [UInt8] = [17, 0]
    let level2: [UInt8] = [0xE5, 0x99, 0x45, 0xF1, 0x89, 0x46, 0xD2, 0x11, 0xAF, 0xA6, 0, 0xAA, 0, 0x24, 0xD8, 0xB6]
    let hardware: [UInt8] = [0x24, 0x2F, 0x8F, 0x17, 0x64, 0xC3, 0xD1, 0x11, 0xA7, 0x60, 0, 0, 0xF8, 0x75, 0xAC, 0x12]
    func one(_ value: UInt8) -> [UInt8] { [16, 0, value, 0, 0, 0] }
    let programs: [([UInt8], Bool)] = [
      (query + level2, true), (query + hardware, false), (query + hardware + [15, 0], true),
      ([18, 0] + hardware, true),
      (one(2) + one(3) + [10, 0], false), (one(3) + one(2) + [10, 0], true), (one(1) + one(0) + [8, 0], false),
      (one(1) + one(0) + [9, 0], true), ([18, 0] + [UInt8](repeating: 7, count: 16), false),
    ]
    for (program, holds) in programs {
      let font = try read(tiny { $0.instruments[0].regions[0].condition = program })
      #expect(font.instruments[0].localZones.count == (holds ? 1 : 0), "\(program)")
      #expect(font.diagnostics.counts[.conditionFalse, default: 0] == (holds ? 0 : 1))
      #expect(try read(tiny { $0.instruments[0].condition = program }).presets.count == (holds ? 1 : 0))
      #expect(try read(tiny { $0.condition = program }).presets.count == (holds ? 1 : 0))
    }
    let damaged = try read(tiny { $0.instruments[0].condition = [1, 0] })
    #expect(damaged.presets.count == 1 && damaged.diagnostics.entries.map(\.kind) == [.conditionUnreadable])
  }

  @Test func damageIsReportedWithItsOffset() throws {
    let noTable = try read(tiny { $0.hasPoolTable = false })
    #expect(noTable.diagnostics.entries.map(\.kind) == [.poolTableMissing] && noTable.instrumentZones.count == 2)
    let noWave = try read(tiny { $0.instruments[0].regions[0].wave = 5 })
    #expect(noWave.diagnostics.entries.map(\.kind) == [.targetOutOfRange])
    var elsewhere = tiny().write()
    let table = try #require(elsewhere.firstRange(of: Array("ptbl".utf8)))
    elsewhere[table.upperBound + 12] = 77
    let counted = try SoundFont(bytes: elsewhere)
    #expect(counted.diagnostics.entries.map(\.kind) == [.poolTableMissing] && counted.instrumentZones.count == 2)
    let loop = try read(tiny { $0.waves[0].playback?.loop = 90..<200 })
    #expect(loop.diagnostics.entries.map(\.kind) == [.loopMended] && loop.samples[0].loop?.count == 10)
    for (start, length) in [(0x7FFF_FFFF, 1), (0, 0xFFFF_FFFF), (0xFFFF_FFFF, 0xFFFF_FFFF)] {
      let font = try read(tiny { $0.waves[0].playback?.loop = start..<start + length })
      #expect(font.diagnostics.entries.map(\.kind) == [.loopMended])
      #expect(font.samples[0].loop?.count == (start == 0 ? 100 : nil))
    }
    let bytes = tiny().write()
    let header = try #require(bytes.firstRange(of: Array("insh".utf8)))
    let cut = try SoundFont(
      bytes: bytes[..<header.lowerBound] + Array("insx".utf8) + bytes[header.upperBound...])
    #expect(cut.presets.isEmpty && cut.diagnostics.entries.map(\.kind) == [.recordCut])
    #expect(cut.diagnostics.entries.first?.offset == header.lowerBound - 12)
    #expect(throws: SoundFontError.self) { try SoundFont(bytes: Array("RIFF\u{4}\0\0\0DLS ".utf8)) }
  }

  /// Examines a bank, and writes it as a SoundFont.
  private func examine(_ bytes: [UInt8], _ comment: String) {
    guard let bank = try? SoundFont(bytes: bytes) else { return }
    if !SoundFontBadInputTests.isSafe(bank) { Issue.record("unsafe bank: \(comment)") }
    var text = ""
    bank.describe([.summary, .presets, .zones, .samples, .diagnostics], to: &text)
    _ = try? SoundFontBuilder(bank).write()
  }

  @Test func everyTruncationAndEveryByteIsTaken() {
    let bytes = tiny {
      $0.waves[0].bits = 8
      $0.instruments[0].connections = [.init(.velocity, to: .gain, -960 << 16, .init(rawValue: 0x8400))]
    }.write()
    for count in bytes.indices { examine(Array(bytes.prefix(count)), "first \(count) bytes") }
    for offset in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = bytes
        changed[offset] = value
        examine(changed, "byte \(offset) = \(value)")
      }
    }
  }
}
