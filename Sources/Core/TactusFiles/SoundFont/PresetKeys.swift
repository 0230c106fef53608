/// The lowest and the highest key of each preset of a bank, 0…127.
///
/// - Thread: any
package struct PresetKeys: Sendable {
  private let font: SoundFont
  /// The key range of each instrument; nil for an instrument without keys.
  private let instruments: [SoundFont.ValueRange?]

  /// Computes the key range of each instrument once, so that ``keys(of:)`` examines only the zones of the preset.
  package init(_ font: SoundFont) {
    self.font = font
    instruments = font.instruments.map { instrument in
      let global = instrument.globalZone.map { font.instrumentZones[$0] }
      return instrument.localZones.reduce(nil) {
        Self.hull($0, font.instrumentZones[$1].keys(under: global).intersection(.all))
      }
    }
  }

  /// Returns the range from the lowest to the highest key of a preset; nil if it has none.
  package func keys(of preset: SoundFont.Preset) -> SoundFont.ValueRange? {
    let global = preset.globalZone.map { font.presetZones[$0] }
    return preset.localZones.reduce(nil) { result, index in
      let zone = font.presetZones[index]
      guard let target = zone.target, let range = instruments[target] else { return result }
      return Self.hull(result, range.intersection(zone.keys(under: global)))
    }
  }

  private static func hull(_ a: SoundFont.ValueRange?, _ b: SoundFont.ValueRange) -> SoundFont.ValueRange? {
    guard !b.isEmpty else { return a }
    return a.map { .init(low: min($0.low, b.low), high: max($0.high, b.high)) } ?? b
  }
}
