import TactusFiles

/// Counts the regions of a bank's presets without compiling them, for display.
///
/// - Thread: control
package struct RegionCounter {
  private let font: SoundFont
  private var zonePairs = 0

  package init(_ font: SoundFont) { self.font = font }

  /// Returns the number of a preset's regions: pairs of a preset zone and a zone of its instrument that share a key and
  /// a velocity, and whose sample can be played.
  ///
  /// Zone pairs beyond ``SynthLimits/zonePairs``, counted through all calls, are omitted, as by ``RegionCompiler``.
  package mutating func count(of preset: SoundFont.Preset) -> Int {
    let global = preset.globalZone.map { font.presetZones[$0] }
    var count = 0
    for index in preset.localZones {
      let zone = font.presetZones[index]
      guard let target = zone.target else { continue }
      count += self.count(
        of: font.instruments[target], zone.keys(under: global).intersection(.all),
        zone.velocities(under: global).intersection(.all))
    }
    return count
  }

  private mutating func count(
    of instrument: SoundFont.Instrument, _ keys: SoundFont.ValueRange, _ velocities: SoundFont.ValueRange
  ) -> Int {
    let global = instrument.globalZone.map { font.instrumentZones[$0] }
    let zones = instrument.localZones.prefix(max(0, SynthLimits.zonePairs - zonePairs))
    zonePairs += zones.count
    return zones.count { index in
      let zone = font.instrumentZones[index]
      guard let target = zone.target, font.samples[target].isUsable else { return false }
      return !zone.keys(under: global).intersection(keys).isEmpty
        && !zone.velocities(under: global).intersection(velocities).isEmpty
    }
  }
}
