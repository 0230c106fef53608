import TactusFiles
import TactusSynth

/// A rectangle of a preset's map: regions with the same keys and velocities, such as both sides of a stereo pair.
package struct PresetZone {
  package let keys, velocities: SoundFont.ValueRange
  /// The names of the samples, without repetition.
  package var names: [String]
  package var rootKey: Int
  package var envelope: EnvelopeShape
  /// The index of its layer.
  package var layer = 0
  /// The index of its color.
  package var series = 0

  /// Returns the label: the first name without the common prefix of all names, and the number of further names. For a
  /// stereo pair, the label is the common part of both names.
  package func words(without prefix: String) -> String {
    guard let first = names.first else { return "" }
    let short = String(first.dropFirst(prefix.count))
    guard names.count == 2 else { return short + (names.count > 1 ? " +\(names.count - 1)" : "") }
    var shared = short.commonPrefix(with: String(names[1].dropFirst(prefix.count)))
    guard short.count - shared.count <= 3, shared.count >= 1 else { return short + " +1" }
    while let last = shared.last, " ([-_.".contains(last) { shared.removeLast() }
    return shared.isEmpty ? short + " +1" : shared
  }
}

/// The zones of a preset, sorted by key and arranged in layers without overlaps.
package struct PresetZones {
  package private(set) var zones: [PresetZone] = []
  package private(set) var layerCount = 0
  package let regionCount: Int
  package let unusableCount: Int
  /// The common prefix of all sample names, in whole words; empty if it is short.
  package private(set) var sharedName = ""
  /// The number of regions omitted because the number of zones has reached ``limit``.
  package private(set) var omittedCount = 0

  /// The maximum number of zones drawn.
  package static let limit = 2048
  /// The maximum number of layers; in the last layer, zones may overlap.
  package static let layerLimit = 6

  package init(_ preset: SoundFont.Preset, of font: SoundFont) {
    let summary = RegionSummary(preset, of: font)
    regionCount = summary.items.count
    unusableCount = summary.unusableCount
    var zoneIndices: [[SoundFont.ValueRange]: Int] = [:]
    for item in summary.items {
      if let position = zoneIndices[[item.keys, item.velocities]] {
        let name = Text.clean(font.name(of: item.sample))
        if zones[position].names.count < 16, !zones[position].names.contains(name) {
          zones[position].names.append(name)
        }
      } else if zones.count < Self.limit {
        zoneIndices[[item.keys, item.velocities]] = zones.count
        let middle = (Int(item.keys.low) + Int(item.keys.high)) / 2
        zones.append(
          PresetZone(
            keys: item.keys, velocities: item.velocities, names: [Text.clean(font.name(of: item.sample))],
            rootKey: item.rootKey, envelope: EnvelopeShape(item, key: middle)))
      } else {
        omittedCount += 1
      }
    }
    zones = zones.enumerated().sorted { ($0.1.order, $0.0) < ($1.1.order, $1.0) }.map { $0.element }
    layOut()
    sharedName = Self.sharedName(zones)
  }

  private static func sharedName(_ zones: [PresetZone]) -> String {
    guard zones.count > 2, let first = zones.first?.names.first else { return "" }
    let shared = zones.reduce(first) { shared, zone in
      zone.names.reduce(shared) { $0.commonPrefix(with: $1) }
    }
    guard let end = shared.lastIndex(where: { " -_".contains($0) }) else { return "" }
    let words = String(shared[...end])
    return words.count >= 4 ? words : ""
  }

  /// Puts each zone into the first layer in which its keys and velocities are free.
  private mutating func layOut() {
    var layers: [[UInt128]] = []
    for index in zones.indices {
      let zone = zones[index]
      let width = UInt128(Int(zone.keys.high) - Int(zone.keys.low) + 1)
      let mask = (width == 128 ? UInt128.max : (1 << width) - 1) << UInt128(zone.keys.low)
      let rows = Int(zone.velocities.low)...Int(zone.velocities.high)
      var layer = layers.firstIndex { free in rows.allSatisfy { free[$0] & mask == 0 } } ?? layers.count
      if layer == layers.count, layers.count < Self.layerLimit { layers.append(Array(repeating: 0, count: 128)) }
      layer = min(layer, layers.count - 1)
      for row in rows { layers[layer][row] |= mask }
      zones[index].layer = layer
      zones[index].series = index
    }
    layerCount = layers.count
  }
}

extension PresetZone {
  /// The sort order of the zone: by lowest key, then by lowest velocity, then by size, larger zones first.
  fileprivate var order: Int {
    (Int(keys.low) << 24) | (Int(velocities.low) << 16) | (255 - Int(keys.high)) << 8 | (255 - Int(velocities.high))
  }
}

extension String {
  /// Returns the common prefix of two strings.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map { $0.0 })
  }
}
