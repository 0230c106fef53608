import TactusFiles

/// The halves of stereo pairs among the regions of one preset zone and its instrument.
struct StereoPairs {
  /// A region that plays a half of a pair.
  private struct Half {
    /// The sample of the right half, the keys and the velocities: those of both halves of a pair are the same.
    let key: UInt64
    let region: Int

    init(right sample: Int, _ range: RegionRange, _ region: Int) {
      let keys = UInt64(range.lowKey) << 24 | UInt64(range.highKey) << 16
      key = UInt64(sample) << 32 | keys | UInt64(range.lowVelocity) << 8 | UInt64(range.highVelocity)
      self.region = region
    }
  }

  private var lefts: [Half] = []
  private var rights: [Half] = []

  /// Discards all entries.
  mutating func begin() {
    lefts.removeAll(keepingCapacity: true)
    rights.removeAll(keepingCapacity: true)
  }

  /// Records that a region plays a sample, if the sample and another one link to each other as the halves of a pair.
  mutating func note(_ number: Int, of samples: [SoundFont.SampleHeader], at region: Int, _ range: RegionRange) {
    let (channel, link) = (samples[number].channel, Int(samples[number].link))
    guard channel == .left || channel == .right, link < samples.count, Int(samples[link].link) == number else { return }
    switch (channel, samples[link].channel) {
    case (.left, .right): lefts.append(Half(right: link, range, region))
    case (.right, .left): rights.append(Half(right: number, range, region))
    default: break
    }
  }

  /// Returns the regions of left halves, each with the region of its right half.
  ///
  /// If several regions play the same pair for the same keys and velocities, the first left half belongs to the first
  /// right half, the second to the second, and so on; left halves in excess belong to the last right half.
  mutating func matched() -> [(left: Int, right: Int)] {
    guard !lefts.isEmpty, !rights.isEmpty else { return [] }
    lefts.sort { ($0.key, $0.region) < ($1.key, $1.region) }
    rights.sort { ($0.key, $0.region) < ($1.key, $1.region) }
    var pairs: [(left: Int, right: Int)] = []
    var next = 0
    for left in lefts {
      while next < rights.count, rights[next].key < left.key { next += 1 }
      guard next < rights.count else { break }
      guard rights[next].key == left.key else { continue }
      pairs.append((left.region, rights[next].region))
      if next + 1 < rights.count, rights[next + 1].key == left.key { next += 1 }
    }
    return pairs
  }
}
