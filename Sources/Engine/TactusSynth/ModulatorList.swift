import TactusFiles

/// The modulators of zones while they are combined for a region: modulators with the same identity are merged, and
/// links keep their targets.
struct ModulatorList {
  private struct Item {
    var modulator: SoundFont.Modulator
    var amount: Int32
    /// The part of the amount below its unit.
    var fraction: Float { Float(modulator.fraction) / 65_536 }
    /// For a link: the index of the item whose amount it modulates.
    var target: Int?
  }

  private var items: [Item]

  /// Creates a list of the valid default modulators; if several have the same identity, the last one applies.
  init(defaults modulators: [SoundFont.Modulator]) {
    items = []
    for modulator in modulators.prefix(SynthLimits.zoneModulators)
    where modulator.isEvaluable && modulator.linkedModulator == nil && !modulator.source.isLink {
      _ = insert(modulator)
    }
  }

  /// Adds a zone's modulators; each replaces an earlier one with the same identity.
  mutating func supersede(_ zone: SoundFont.Zone?, in bank: SoundFont) {
    guard let zone else { return }
    let own = Array(bank.modulators[zone.modulators].prefix(SynthLimits.zoneModulators))
    var positions = [Int?](repeating: nil, count: own.count)
    for (index, modulator) in own.enumerated() where modulator.isEvaluable {
      positions[index] = insert(modulator)
    }
    for (index, modulator) in own.enumerated() {
      guard let linked = modulator.linkedModulator, let position = positions[index] else { continue }
      let target = own.indices.contains(linked) && own[linked].source.isLink ? positions[linked] : nil
      items[position].target = target
    }
  }

  private mutating func insert(_ modulator: SoundFont.Modulator) -> Int {
    let item = Item(modulator: modulator, amount: Int32(modulator.amount))
    let isLinked = modulator.linkedModulator != nil || modulator.source.isLink
    if !isLinked, let known = items.firstIndex(where: { $0.modulator.identity == modulator.identity }) {
      items[known] = item
      return known
    }
    items.append(item)
    return items.count - 1
  }

  /// Adds another list. The amount of each of its modulators is added to the modulator with the same identity; a
  /// modulator without such a counterpart, or one that belongs to a link, is appended.
  mutating func add(_ other: ModulatorList) {
    let base = items.count
    var positions: [Int] = []
    for item in other.items {
      let isLinked = item.modulator.linkedModulator != nil || item.modulator.source.isLink
      let known = items[..<base].firstIndex { $0.modulator.identity == item.modulator.identity }
      if !isLinked, let known {
        items[known].amount += item.amount
        positions.append(known)
      } else {
        items.append(item)
        positions.append(items.count - 1)
      }
    }
    for index in base..<items.count { items[index].target = items[index].target.map { positions[$0] } }
  }

  /// Returns the list as a region stores it: without modulators that have no effect, and with each link before its
  /// target. Links that are circular or have no target are omitted.
  func resolved() -> [RegionModulator] {
    var depth = [Int](repeating: 0, count: items.count)
    for index in items.indices {
      var next = index
      while let target = items[next].target, depth[index] <= items.count {
        depth[index] += 1
        next = target
      }
      if items[next].modulator.linkedModulator != nil { depth[index] = items.count + 1 }  // has no target
    }
    let order = items.indices.filter {
      depth[$0] <= items.count && (items[$0].amount != 0 || items[$0].modulator.fraction != 0)
    }
    .sorted { (depth[$1], $0) < (depth[$0], $1) }
    var positions: [Int: Int] = [:]
    for (position, index) in order.enumerated() { positions[index] = position }
    return order.compactMap { index in
      var region = RegionModulator(items[index].modulator)
      region.amount = Float(items[index].amount) + items[index].fraction
      region.findReach()
      if let target = items[index].target {
        guard let position = positions[target] else {
          region.amount = 0
          region.destination = 0
          return region
        }
        region.destination = 0x8000 | UInt16(position)
      }
      return region
    }
  }
}

extension RegionModulator {
  init(_ modulator: SoundFont.Modulator) {
    self.init(
      source: modulator.source.rawValue, amountSource: modulator.amountSource.rawValue,
      destination: modulator.destination, transform: modulator.transform, amount: Float(modulator.amount))
  }

  /// Whether a controller can change the filter through these modulators.
  var movesFilter: Bool {
    guard Int(destination) == Gen.filterCutoff || Int(destination) == Gen.filterQ else { return false }
    return [source, amountSource].contains(where: Self.moves)
  }

  /// Whether a source can change while a note sounds: controllers, pressure and pitch bend, not key and velocity.
  private static func moves(_ source: UInt16) -> Bool { source & 0x80 != 0 || ![0, 2, 3].contains(source & 127) }

  /// Determines whether the modulator can change while a note sounds, and its lowest value.
  ///
  /// The amount as stored determines this value, even if another modulator modulates the amount.
  mutating func findReach() {
    isMovable = source & 0xFF != 127 && [source, amountSource].contains(where: Self.moves)
    /// Returns the lowest and the highest value of a source.
    func ends(_ source: UInt16) -> [Float] { source & 0xFF == 0 ? [1] : source & 0x200 != 0 ? [-1, 1] : [0, 1] }
    let values = ends(source).flatMap { first in ends(amountSource).map { first * $0 * amount } }
    least = transform == 2 ? 0 : values.min() ?? 0
  }

  /// The sound controllers among the sources: bit n is set for controller 71 + n.
  var soundControllers: UInt8 {
    var bits: UInt8 = 0
    for bit in UInt16(0)..<8 {
      let controller = 0x80 | (71 + bit)
      if source & 0xFF == controller || amountSource & 0xFF == controller { bits |= 1 << UInt8(bit) }
    }
    return bits
  }
}
