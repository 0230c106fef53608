/// The lowest and the highest key of each preset of a bank.
///
/// - Thread: any
package struct PresetKeys: Sendable {
  private let font: SoundFont
  /// Those of each instrument; nil where it answers none.
  private let instruments: [SoundFont.ValueRange?]

  /// Looks at each instrument once, so that each preset only looks at its own zones.
  package init(_ font: SoundFont) {
    self.font = font
    instruments = font.instruments.map { instrument in
      instrument.localZones.reduce(nil) { Self.hull($0, font.instrumentZones[$1].keyRange) }
    }
  }

  /// The keys that a preset answers and those between; nil if it answers none.
  package func keys(of preset: SoundFont.Preset) -> SoundFont.ValueRange? {
    preset.localZones.reduce(nil) { result, index in
      let zone = font.presetZones[index]
      guard let target = zone.target, let range = instruments[target] else { return result }
      return Self.hull(result, range.intersection(zone.keyRange))
    }
  }

  private static func hull(_ a: SoundFont.ValueRange?, _ b: SoundFont.ValueRange) -> SoundFont.ValueRange? {
    guard !b.isEmpty else { return a }
    return a.map { .init(low: min($0.low, b.low), high: max($0.high, b.high)) } ?? b
  }
}
