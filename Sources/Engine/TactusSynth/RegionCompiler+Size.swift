import TactusFiles

extension RegionCompiler {
  /// An upper bound of the numbers of zone pairs and modulators in the presets of a bank.
  struct Size {
    /// The number of pairs of a preset zone and a zone of its instrument; beyond the limit, they are not counted.
    private(set) var zonePairs = 0
    private var modulators: Int64
    /// The number of default modulators of a font that does not define its own.
    private let defaults: Int

    /// - Parameter fonts: the fonts of the bank, each of which has a list of its default modulators.
    init(_ fonts: [SoundFont], velocityFilter: VelocityFilter = .off) {
      let defaults = (SoundFont.Modulator.defaults + velocityFilter.modulators).count
      self.defaults = defaults
      modulators = fonts.reduce(0) { $0 + Int64($1.defaultModulators?.count ?? defaults) }
    }

    init(of presets: [SoundBank.AddressedPreset], _ fonts: [SoundFont], _ velocityFilter: VelocityFilter) {
      self.init(fonts, velocityFilter: velocityFilter)
      for item in presets { add(item.preset, of: fonts[item.layer]) }
    }

    /// Adds a preset of a font.
    mutating func add(_ preset: SoundFont.Preset, of font: SoundFont) {
      let zones = font.presetZones
      let ofPreset = preset.globalZone.map { zones[$0].modulators.count } ?? 0
      for zone in preset.localZones {
        guard let target = zones[zone].target else { continue }
        // The product of the numbers of zones could overflow an Int of 32 bits.
        guard zonePairs <= SynthLimits.zonePairs else { return }
        zonePairs += font.instruments[target].localZones.count
        modulators += modulators(of: font.instruments[target], font, ofPreset + zones[zone].modulators.count)
      }
    }

    /// Returns the number of modulators in the lists of all zones of an instrument, each with those of the preset.
    private func modulators(of instrument: SoundFont.Instrument, _ font: SoundFont, _ ofPreset: Int) -> Int64 {
      let defaults = font.defaultModulators?.count ?? defaults
      let shared = ofPreset + (instrument.globalZone.map { font.instrumentZones[$0].modulators.count } ?? 0)
      return instrument.localZones.reduce(0) { sum, zone in
        let own = shared + font.instrumentZones[zone].modulators.count
        return own == 0 ? sum : sum + Int64(own + defaults)
      }
    }

    /// Whether regions or modulators could be omitted because of `SynthLimits`.
    var mayExceedLimits: Bool {
      zonePairs > min(SynthLimits.regions, SynthLimits.zonePairs) || modulators >= SynthLimits.modulators
    }
  }
}
