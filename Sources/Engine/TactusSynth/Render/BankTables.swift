/// The flat tables of a `SoundBank`.
struct BankTables {
  var regions: UnsafePointer<Region>
  var ranges: UnsafePointer<RegionRange>
  var presets: PresetTable
}

/// A preset and the indices of its regions; entries are sorted by address.
package struct PresetEntry {
  /// bank · 128 + program.
  package var address: Int32
  var firstRegion: Int32
  var regionCount: Int32

  package init(address: Int32, firstRegion: Int32 = 0, regionCount: Int32 = 0) {
    (self.address, self.firstRegion, self.regionCount) = (address, firstRegion, regionCount)
  }
}

/// The presets of a bank, sorted by address.
package struct PresetTable {
  var entries: UnsafePointer<PresetEntry>
  var count: Int32

  package init(entries: UnsafePointer<PresetEntry>, count: Int32) { (self.entries, self.count) = (entries, count) }

  @inline(__always)
  subscript(index: Int32) -> PresetEntry { entries[Int(index)] }

  /// Returns the index of the preset at an address, or −1 if there is none.
  func index(bank: Int32, program: Int32) -> Int32 {
    let address = bank &* 128 &+ program
    var low: Int32 = 0
    var high = count
    while low < high {
      let middle = low &+ (high &- low) / 2
      if self[middle].address < address { low = middle &+ 1 } else { high = middle }
    }
    guard low < count, self[low].address == address else { return -1 }
    return low
  }
}

extension BankTables {
  /// Calls `body` with the index of each region of a preset whose ranges contain a key and a velocity, up to a maximum.
  ///
  /// - Returns: the number of calls.
  @inline(__always) @discardableResult
  func forEachRegion(of preset: Int32, key: UInt8, velocity: UInt8, atMost most: Int, _ body: (Int) -> Void) -> Int {
    guard preset >= 0 else { return 0 }
    let entry = presets[preset]
    let first = Int(entry.firstRegion)
    var count = 0
    for index in first..<(first &+ Int(entry.regionCount)) where ranges[index].contains(key: key, velocity: velocity) {
      guard count < most else { break }
      body(index)
      count &+= 1
    }
    return count
  }
}
