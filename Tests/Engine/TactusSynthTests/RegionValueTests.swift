import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// Compares the generators of each region with values that are calculated as the specification describes it: one
/// generator at a time, from the instrument's and the preset's zones and their global zones.
///
/// Source: SoundFont 2.04 §8.5 and §9.4.
@Suite struct RegionValueTests {
  @Test func randomBanks() throws {
    for seed in 0..<UInt64(rounds(200)) {
      var random = SeededGenerator(seed: seed)
      let found = try difference(in: random.font(isWild: true))
      #expect(found == nil, "seed \(seed): \(found ?? "")")
    }
  }

  @Test(.enabled(if: DebianSongs.bankPath != nil, "needs Debian's timgm6mb-soundfont")) func realBank() throws {
    for layer in try DebianSongs.bank().layers { #expect(try difference(in: layer.font) == nil) }
  }

  @Test func defaultsAreInTheirRanges() {
    for kind in GeneratorKind.allCases { #expect(kind.clamped(kind.defaultAmount) == kind.defaultAmount, "\(kind)") }
  }

  /// Returns a zone's own range if it sets one; otherwise the range of the global zone; without one, all values.
  private func range(
    _ zone: SoundFont.Zone, _ global: SoundFont.Zone?, _ path: KeyPath<SoundFont.Zone, SoundFont.ValueRange>,
    isSet: KeyPath<SoundFont.Zone, Bool>
  ) -> SoundFont.ValueRange {
    if zone[keyPath: isSet] { return zone[keyPath: path] }
    return global.map { $0[keyPath: path] } ?? SoundFont.ValueRange(low: 0, high: 127)
  }

  @Test func globalRanges() throws {
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.sine(amplitude: 20_000, points: 4_000, periods: 40))
      let instrument = bank.add(
        SoundFontBuilder.Instrument(
          name: "ranges",
          zones: [
            .init(target: nil, keyRange: .init(low: 60, high: 72)), .init(target: wave),
            .init(target: wave, keyRange: .init(low: 10, high: 20)),
          ]))
      bank.presets.append(
        .init(
          name: "ranges", bank: 0, program: 0,
          zones: [
            .init(target: nil, velocityRange: .init(low: 0, high: 63)), .init(target: instrument),
          ]))
    }
    func sounds(_ key: UInt8, _ velocity: UInt8) -> Bool {
      let stage = Stage(bank, settings: .dry, isLoud: false)
      stage.send(.noteOn(key, velocity))
      return stage.render(1_000).peak > 0
    }
    #expect(sounds(60, 60) && sounds(72, 63) && sounds(15, 1))
    #expect(!sounds(59, 60) && !sounds(80, 60) && !sounds(60, 64) && !sounds(25, 60))
  }

  /// A zone that sets all keys or velocities overrides the range of the global zone.
  @Test func fullRangesOverrideGlobalOnes() throws {
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.sine(amplitude: 20_000, points: 4_000, periods: 40))
      var (own, other) = (SoundFontBuilder.Zone(target: wave), SoundFontBuilder.Zone(target: 0))
      own.keyRange = .all
      let instrument = bank.add(
        SoundFontBuilder.Instrument(
          name: "ranges", zones: [.init(target: nil, keyRange: .init(low: 0, high: 50)), own]))
      other.target = instrument
      other.velocityRange = .all
      bank.presets.append(
        .init(
          name: "ranges", bank: 0, program: 0,
          zones: [.init(target: nil, velocityRange: .init(low: 0, high: 50)), other]))
    }
    for (key, velocity) in [(60, 127), (40, 127), (80, 20)] as [(UInt8, UInt8)] {
      let stage = Stage(bank, settings: .dry, isLoud: false)
      stage.send(.noteOn(key, velocity))
      #expect(stage.render(1_000).peak > 0, "key \(key), velocity \(velocity)")
    }
  }

  /// A sentence about the first generator of any region that differs.
  private func difference(in font: SoundFont) throws -> String? {
    for preset in font.presets {
      var zones: [[SoundFont.Zone?]] = []
      for presetZone in preset.localZones.map({ font.presetZones[$0] }) {
        guard let target = presetZone.target else { continue }
        let instrument = font.instruments[target]
        for zone in instrument.localZones.map({ font.instrumentZones[$0] }) {
          let globals = (
            preset.globalZone.map { font.presetZones[$0] }, instrument.globalZone.map { font.instrumentZones[$0] }
          )
          func keys(_ zone: SoundFont.Zone, _ global: SoundFont.Zone?) -> SoundFont.ValueRange {
            range(zone, global, \.keyRange, isSet: \.setsKeyRange)
          }
          func velocities(_ zone: SoundFont.Zone, _ global: SoundFont.Zone?) -> SoundFont.ValueRange {
            range(zone, global, \.velocityRange, isSet: \.setsVelocityRange)
          }
          guard keys(presetZone, globals.0).meets(keys(zone, globals.1)),
            velocities(presetZone, globals.0).meets(velocities(zone, globals.1)),
            let sample = zone.target, font.samples[sample].isUsable
          else { continue }
          zones.append([
            zone, instrument.globalZone.map { font.instrumentZones[$0] }, presetZone,
            preset.globalZone.map { font.presetZones[$0] },
          ])
        }
      }
      let items = RegionSummary(preset, of: font).items
      guard items.count == zones.count else { return "\(items.count) regions instead of \(zones.count)" }
      for (item, zones) in zip(items, zones) {
        for kind in GeneratorKind.allCases where kind.hasFunction && !kind.isStructural && !isTakenFromRight(kind, item)
        {
          let (found, expected) = (item.amount(kind), expected(kind, zones, font))
          if found != expected { return "\(preset.bank), \(preset.program), \(kind): \(found) instead of \(expected)" }
        }
      }
    }
    return nil
  }

  /// The left half of a stereo pair has the pitch of its right half.
  private func isTakenFromRight(_ kind: GeneratorKind, _ item: RegionSummary.Item) -> Bool {
    let pitch: [GeneratorKind] = [
      .modLfoToPitch, .vibLfoToPitch, .modEnvToPitch, .delayVibLFO, .freqVibLFO, .coarseTune, .fineTune, .scaleTuning,
      .overridingRootKey,
    ]
    return item.sample.channel == .left && pitch.contains(kind)
  }

  /// - Parameter zones: the instrument's zone and its global zone, the preset's zone and its global zone.
  private func expected(_ kind: GeneratorKind, _ zones: [SoundFont.Zone?], _ font: SoundFont) -> Int {
    func amount(_ zone: SoundFont.Zone?) -> Int? {
      guard let zone else { return nil }
      return font.generators[zone.generators].last { $0.kind == kind }.map { Int($0.amount) }
    }
    let sum = (amount(zones[0]) ?? amount(zones[1]) ?? kind.defaultAmount) + (amount(zones[2]) ?? amount(zones[3]) ?? 0)
    if (25...40).contains(kind.rawValue), sum == -32_768 { return sum }  // an envelope time of 0
    if kind == .initialAttenuation { return min(max(sum, -1_440), kind.maximum) }
    return min(max(kind.clamped(sum), -32_768), 32_767)
  }
}

extension SoundFont.ValueRange {
  fileprivate func meets(_ other: SoundFont.ValueRange) -> Bool {
    max(low, other.low) <= min(high, other.high)
  }
}
