import TactusFiles
import TactusPictures
import TactusSynth
import TestSupport
import Testing

@Suite struct PresetPictureTests {
  /// One preset of zones (keys, velocities), each with its own sample.
  private func font(_ zones: [(ClosedRange<Int>, ClosedRange<Int>)]) throws -> SoundFont {
    try .made { bank in
      let targets = zones.indices.map { index in
        var sample = SoundFontBuilder.Sample.sine()
        sample.name = "Sample \(index)"
        return bank.add(sample)
      }
      bank.addPreset(
        zip(zones, targets).map { zone, target in
          .init(target: target, keyRange: .init(zone.0), velocityRange: .init(zone.1))
        })
    }
  }

  private func map(_ font: SoundFont) throws -> PresetMap {
    PresetMap(PresetZones(try #require(font.presets.first), of: font), settings: PictureSettings())
  }

  @Test func aZonesRectangleIsItsKeysAndVelocities() throws {
    let map = try map(font([(36...47, 0...63), (36...47, 64...127), (48...59, 0...127)]))
    #expect(map.zones.zones.count == 3 && map.layers.count == 1)
    for zone in map.zones.zones {
      let rect = map.rect(of: zone)
      #expect(abs(rect.x - map.keys.position(Double(zone.keys.low))) < 1e-9)
      #expect(abs(rect.maxX - map.keys.position(Double(zone.keys.high) + 1)) < 1e-9)
      let part = Double(zone.velocities.high - zone.velocities.low + 1) / 128
      #expect(abs(rect.height / map.layers[0].height - part) < 1e-9)
    }
    let rects = map.zones.zones.map { map.rect(of: $0).inset(0.01, 0.01) }
    for (index, rect) in rects.enumerated() { #expect(!rects[(index + 1)...].contains { $0.overlaps(rect) }) }
  }

  @Test func whatLiesOverAnotherGetsALayer() throws {
    let map = try map(font([(0...127, 0...127), (60...72, 0...127), (73...90, 0...127), (65...66, 3...9)]))
    #expect(map.zones.layerCount == 3)
    for (index, zone) in map.zones.zones.enumerated() {
      for other in map.zones.zones[(index + 1)...] where other.layer == zone.layer {
        #expect(!map.rect(of: zone).inset(0.01, 0.01).overlaps(map.rect(of: other)))
      }
    }
  }

  @Test func namesWithoutWhatAllShare() throws {
    let zones = try map(font((0..<10).map { (10 * $0...10 * $0 + 9, 0...127) })).zones
    #expect(zones.sharedName == "Sample ")
    #expect(zones.zones[3].words(without: zones.sharedName) == "3")
    var pair = zones.zones[0]
    pair.names = ["Grand C4(L)", "Grand C4(R)"]
    #expect(pair.words(without: "Grand ") == "C4")
    pair.names = ["Kick", "Snare"]
    #expect(pair.words(without: "") == "Kick +1")
  }

  @Test func theEnvelopeIsTheSynthesizers() throws {
    let generators: [SoundFont.Generator] = [
      .init(.delayVolEnv, -1200), .init(.attackVolEnv, 0), .init(.holdVolEnv, -1200), .init(.decayVolEnv, 1200),
      .init(.sustainVolEnv, 480), .init(.releaseVolEnv, 0),
    ]
    let font = try SoundFont.made { bank in
      let wave = bank.add(.sine())
      bank.addPreset([.init(target: wave, generators: generators)])
    }
    let summary = RegionSummary(try #require(font.presets.first), of: font)
    let shape = EnvelopeShape(try #require(summary.items.first), key: 60)
    #expect(shape.delay == 0.5 && shape.attack == 1 && shape.hold == 0.5 && shape.decay == 2)
    #expect(shape.settled == 3)  // half of the decay's 96 dB
    #expect(shape.attenuation(at: 0.4, keyUp: 9) == 96 && shape.attenuation(at: 1.75, keyUp: 9) == 0)
    #expect(abs(shape.attenuation(at: 1, keyUp: 9) - 6.0206) < 1e-3)
    #expect(abs(shape.attenuation(at: 2.5, keyUp: 9) - 24) < 1e-9 && shape.attenuation(at: 5, keyUp: 9) == 48)
    #expect(abs(shape.attenuation(at: 9.25, keyUp: 9) - 72) < 1e-9 && shape.attenuation(at: 20, keyUp: 9) == 96)
  }

  @Test func picturesOfOddBanks() throws {
    let dense = try font((0..<300).map { ($0 % 100...$0 % 100 + $0 % 20, 0...127) })
    let empty = try SoundFont.made { bank in bank.add(.init(name: "", bank: 0, program: 0, zones: [])) }
    for font in [dense, empty] {
      for size in [PictureSettings.Size(width: 320, height: 200), .init(width: 2000, height: 900), nil] {
        var settings = PictureSettings()
        settings.size = size
        let preset = try #require(font.presets.first)
        #expect(PresetPicture(preset, of: font, settings: settings).drawing.isFinite)
        #expect(BankPicture(font, name: "bank", settings: settings).drawing.isFinite)
      }
    }
  }

  /// Ranges are cut at 127, as in the synthesizer; a zone beyond it has no region.
  @Test(
    arguments: [
      (.init(low: 0, high: 255), .all, .all), (.init(low: 60, high: 200), .all, .init(low: 60, high: 127)),
      (.all, .init(low: 130, high: 200), nil), (.init(low: 130, high: 200), .all, nil),
    ] as [(SoundFont.ValueRange, SoundFont.ValueRange, SoundFont.ValueRange?)])
  func rangesEndAt127(
    keys: SoundFont.ValueRange, velocities: SoundFont.ValueRange, shown: SoundFont.ValueRange?
  ) throws {
    let font = try SoundFont.made { bank in
      let wave = bank.add(.sine())
      bank.addPreset([.init(target: wave, keyRange: keys, velocityRange: velocities)])
    }
    let preset = try #require(font.presets.first)
    let zones = try map(font).zones
    #expect(zones.zones.map(\.keys) == (shown.map { [$0] } ?? []) && zones.regionCount == zones.zones.count)
    #expect(PresetPicture(preset, of: font).drawing.isFinite)
    #expect(BankPicture(font, name: "bank").drawing.isFinite)
    if velocities == .all { #expect(PresetKeys(font).keys(of: preset) == shown) }
  }

  @Test func anOverviewNamesEveryPresetThatFits() throws {
    let font = try SoundFont.made { bank in
      let wave = bank.add(.sine())
      for number in 0..<40 as Range<UInt16> {
        bank.addPreset(bank: number / 20, program: number % 20, [.init(target: wave)])
      }
    }
    let words = BankPicture(font, name: "bank").drawing.texts.map(\.string)
    #expect(words.count { $0 == "preset" } == 40 && words.contains("Bank 1"))
    var settings = PictureSettings()
    settings.size = .init(width: 320, height: 200)
    #expect(BankPicture(font, name: "b", settings: settings).drawing.texts.contains { $0.string.hasSuffix("more") })
  }
}
