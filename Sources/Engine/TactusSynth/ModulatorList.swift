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

  /// Adds a zone's modulators; each replaces an earlier one with the same identity. One that feeds another modulator
  /// replaces an earlier one that leads to the same destination in the same way.
  mutating func supersede(_ zone: SoundFont.Zone?, in bank: SoundFont) {
    guard let zone else { return }
    let count = items.count
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
    if items[count...].contains(where: { $0.target != nil }) { removeChains(before: count) }
  }

  /// Removes the modulators before an index that feed others, if a later one has the same sources and transform and
  /// leads to the same destination through modulators that are the same too.
  ///
  /// A modulator that others feed stays: without them, it has no effect.
  ///
  /// Source: SoundFont 2.04 §9.5.1. Indices of links count in the zone's own list, so links are compared by what they
  /// lead to.
  private mutating func removeChains(before count: Int) {
    let numbers = chainNumbers()
    var later: Set<Int> = []
    for index in count..<items.count where startsChain(index) {
      if let number = numbers[index] { later.insert(number) }
    }
    for index in 0..<count where startsChain(index) {
      guard let number = numbers[index], later.contains(number) else { continue }
      items[index].amount = 0
      items[index].modulator.fraction = 0
    }
  }

  /// Whether an item feeds another one, and no other feeds it.
  private func startsChain(_ index: Int) -> Bool {
    items[index].target != nil && !items[index].modulator.source.isLink
  }

  /// Returns a number for each item: the same for items that are the same and lead to the same destination in the same
  /// way; nil for circular links.
  private func chainNumbers() -> [Int?] {
    var numbers = [Int?](repeating: nil, count: items.count)
    var known: [Chain: Int] = [:]
    for start in items.indices where numbers[start] == nil {
      var path = [start]
      while let next = items[path[path.count - 1]].target, numbers[next] == nil, path.count <= items.count {
        path.append(next)
      }
      guard path.count <= items.count else { continue }
      for index in path.reversed() {
        let chain = Chain(items[index].modulator, next: items[index].target.flatMap { numbers[$0] })
        let number = known[chain] ?? known.count
        known[chain] = number
        numbers[index] = number
      }
    }
    return numbers
  }

  /// What distinguishes modulators that lead to a destination through others.
  private struct Chain: Hashable {
    /// The identity of the modulator, without the index of a link.
    var identity: UInt64
    /// The number of the modulator that it feeds.
    var next: Int?

    init(_ modulator: SoundFont.Modulator, next: Int?) {
      var modulator = modulator
      if next != nil { modulator.destination = 0 }
      (identity, self.next) = (modulator.identity, next)
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
