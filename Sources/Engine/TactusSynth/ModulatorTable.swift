import TactusFiles

/// The modulator lists of the regions of several fonts. Thousands of zones share a few lists, and each is created once.
struct ModulatorTable {
  /// A region's modulators, and a summary of their effect.
  struct List {
    var first: Int32
    var count: Int32
    /// Whether any of the modulators modulates an envelope generator.
    var modulatesTimes: Bool
    /// Whether a controller can change the filter through the modulators.
    var modulatesFilter: Bool
    /// The sound controllers among the modulators' sources: bit n is set for controller 71 + n.
    var ownSoundControllers: UInt8
  }

  private(set) var modulators: [RegionModulator] = []
  private(set) var lists: [List] = []
  private(set) var longestList = 0
  /// Whether modulators were omitted because of `SynthLimits`.
  private(set) var isCut = false
  /// The number of modulators of zones that have been combined, including those without an effect.
  private var combined = 0
  private var fonts: [FontLists] = []

  /// The modulators of a font's zones.
  private struct FontLists {
    let defaults: ModulatorList
    /// The index of the list that all regions without modulators in their zones share.
    let plain: Int32
    /// A number for each distinct list of a zone's modulators.
    var contents: [[SoundFont.Modulator]: Int32] = [:]
    /// The number of a zone's modulator list, by the index of the zone's first modulator; 0 if not yet known.
    var numbers: [Int32]
    /// The index of a region's list, by the numbers of the modulator lists of its four zones.
    var known: [SIMD4<Int32>: Int32] = [:]
    var last: (key: SIMD4<Int32>, list: Int32)

    init(_ defaults: ModulatorList, plain: Int32, modulatorCount: Int) {
      self.defaults = defaults
      self.plain = plain
      numbers = Array(repeating: 0, count: modulatorCount)
      last = (.zero, plain)
    }

    /// Returns the number of a zone's modulator list: the same for equal lists, 0 for a zone without modulators.
    @inline(__always)
    mutating func number(of zone: SoundFont.Zone?, in bank: SoundFont) -> Int32 {
      guard let zone, !zone.modulators.isEmpty else { return 0 }
      return number(of: zone, in: bank)
    }

    private mutating func number(of zone: SoundFont.Zone, in bank: SoundFont) -> Int32 {
      // The modulators of zones are stored one after the other, so the first one identifies the zone.
      let first = zone.modulators.lowerBound
      if numbers[first] > 0 { return numbers[first] }
      let content = Array(bank.modulators[zone.modulators])
      let number = contents[content] ?? Int32(contents.count + 1)
      contents[content] = number
      numbers[first] = number
      return number
    }
  }

  init(_ banks: [SoundFont], velocityFilter: VelocityFilter) {
    for bank in banks {
      let defaults = ModulatorList(
        defaults: bank.defaultModulators ?? SoundFont.Modulator.defaults + velocityFilter.modulators)
      fonts.append(FontLists(defaults, plain: append(defaults), modulatorCount: bank.modulators.count))
    }
  }

  /// Returns the numbers of the modulator lists that all zones of an instrument share when a preset zone plays it, for
  /// ``list(_:_:_:_:_:_:_:)``: of the instrument's global zone, of the preset's global zone, and of the preset zone.
  mutating func numbers(
    around global: SoundFont.Zone?, _ presetGlobal: SoundFont.Zone?, _ presetZone: SoundFont.Zone, _ bank: SoundFont,
    _ font: Int
  ) -> SIMD4<Int32> {
    SIMD4(
      fonts[font].number(of: global, in: bank), 0, fonts[font].number(of: presetGlobal, in: bank),
      fonts[font].number(of: presetZone, in: bank))
  }

  /// Returns the index of the list of a region's modulators. Modulators of instrument zones replace the default ones,
  /// and those of preset zones are added.
  mutating func list(
    _ zone: SoundFont.Zone, _ around: SIMD4<Int32>, _ global: SoundFont.Zone?, _ presetZone: SoundFont.Zone,
    _ presetGlobal: SoundFont.Zone?,
    _ bank: SoundFont, _ font: Int
  ) -> Int32 {
    var key = around
    key[1] = fonts[font].number(of: zone, in: bank)
    if key == fonts[font].last.key { return fonts[font].last.list }
    let list = known(key, font) ?? make([global, zone], [presetGlobal, presetZone], bank, font)
    if key != .zero { fonts[font].known[key] = list }
    fonts[font].last = (key, list)
    return list
  }

  private func known(_ key: SIMD4<Int32>, _ font: Int) -> Int32? {
    key == .zero ? fonts[font].plain : fonts[font].known[key]
  }

  private mutating func make(
    _ instrument: [SoundFont.Zone?], _ preset: [SoundFont.Zone?], _ bank: SoundFont, _ font: Int
  ) -> Int32 {
    // Combining takes time even if the result is short.
    for zone in instrument + preset { combined += min(zone?.modulators.count ?? 0, SynthLimits.zoneModulators) }
    guard modulators.count < SynthLimits.modulators, combined < SynthLimits.modulators else {
      isCut = true
      return fonts[font].plain
    }
    var list = fonts[font].defaults
    for zone in instrument { list.supersede(zone, in: bank) }
    var additions = ModulatorList(defaults: [])
    for zone in preset { additions.supersede(zone, in: bank) }
    list.add(additions)
    return append(list)
  }

  private mutating func append(_ list: ModulatorList) -> Int32 {
    let resolved = list.resolved()
    lists.append(
      List(
        first: Int32(modulators.count), count: Int32(resolved.count),
        modulatesTimes: resolved.contains { GeneratorFacts.isTime(Int($0.destination)) },
        modulatesFilter: resolved.contains { $0.movesFilter },
        ownSoundControllers: resolved.reduce(0) { $0 | $1.soundControllers }))
    modulators.append(contentsOf: resolved)
    longestList = max(longestList, resolved.count)
    return Int32(lists.count - 1)
  }
}
