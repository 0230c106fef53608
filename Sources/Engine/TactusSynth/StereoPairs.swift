import TactusFiles

/// The halves of stereo pairs among the regions of one preset zone and its instrument.
struct StereoPairs {
  /// For each sample of each font, the first region that plays the sample as a right half, and the sample to which that
  /// sample is linked. Entries with a region below `first` belong to earlier instruments.
  private var rights: [[(region: Int32, link: UInt16)]] = []
  private var font = 0
  private var first = 0
  /// The left halves, and the samples to which they are linked.
  private(set) var lefts: [(region: Int, sample: Int, link: Int)] = []

  /// Discards all entries; the next region will be `first`.
  mutating func begin(font: Int, sampleCount: Int, at first: Int) {
    while rights.count <= font { rights.append([]) }
    if rights[font].isEmpty { rights[font] = Array(repeating: (-1, 0), count: sampleCount) }
    (self.font, self.first) = (font, first)
    lefts.removeAll(keepingCapacity: true)
  }

  /// Records that a region plays a sample.
  mutating func note(_ sample: SoundFont.SampleHeader, _ number: Int, at region: Int) {
    switch sample.channel {
    case .right: if Int(rights[font][number].region) < first { rights[font][number] = (Int32(region), sample.link) }
    case .left: lefts.append((region, number, Int(sample.link)))
    default: break
    }
  }

  /// Returns the region of the right half that belongs to a left half; nil unless their samples link to each other.
  func right(of left: (region: Int, sample: Int, link: Int)) -> Int? {
    guard left.link < rights[font].count else { return nil }
    let right = rights[font][left.link]
    return Int(right.region) >= first && Int(right.link) == left.sample ? Int(right.region) : nil
  }
}
