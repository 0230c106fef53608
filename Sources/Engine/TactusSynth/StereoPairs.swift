import TactusFiles

/// The halves of stereo pairs among the regions that one instrument gives one preset zone.
struct StereoPairs {
  /// For each font and each of its samples the first region that plays it as a right half, and the sample that this one
  /// names; of former instruments where the region's number lies below `first`.
  private var rights: [[(region: Int32, link: UInt16)]] = []
  private var font = 0
  private var first = 0
  /// The left halves, and what their samples name.
  private(set) var lefts: [(region: Int, sample: Int, link: Int)] = []

  /// Forgets what was noted; the next region will be `first`.
  mutating func begin(font: Int, sampleCount: Int, at first: Int) {
    while rights.count <= font { rights.append([]) }
    if rights[font].isEmpty { rights[font] = Array(repeating: (-1, 0), count: sampleCount) }
    (self.font, self.first) = (font, first)
    lefts.removeAll(keepingCapacity: true)
  }

  /// Notes that a region plays a sample.
  mutating func note(_ sample: SoundFont.SampleHeader, _ number: Int, at region: Int) {
    switch sample.channel {
    case .right: if Int(rights[font][number].region) < first { rights[font][number] = (Int32(region), sample.link) }
    case .left: lefts.append((region, number, Int(sample.link)))
    default: break
    }
  }

  /// The right half of a left one: each names the other.
  func right(of left: (region: Int, sample: Int, link: Int)) -> Int? {
    guard left.link < rights[font].count else { return nil }
    let right = rights[font][left.link]
    return Int(right.region) >= first && Int(right.link) == left.sample ? Int(right.region) : nil
  }
}
