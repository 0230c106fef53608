/// Measures the integrated, gated loudness and the loudness range of stereo sound according to the broadcasting
/// standards.
///
/// The memory does not grow with the duration. Source: ITU-R BS.1770-4 (loudness, gates), EBU Tech 3342 (range).
public struct LoudnessMeter: ~Copyable {
  /// The state of the audio thread; valid for the lifetime of this value.
  package let core: UnsafeMutablePointer<LoudnessCore>
  private let counts: UnsafeMutablePointer<Int64>
  private let sums: UnsafeMutablePointer<Double>

  /// Creates a meter.
  /// - Parameter sampleRate: frames per second, 8,000…768,000.
  /// - Thread: control
  public init(sampleRate: Int) {
    precondition((8_000...768_000).contains(sampleRate), "the sample rate must be 8,000 to 768,000 frames per second")
    let bins = LoudnessCore.bins
    counts = .allocate(capacity: 2 * bins)
    counts.initialize(repeating: 0, count: 2 * bins)
    sums = .allocate(capacity: 2 * bins + LoudnessCore.shortSteps)
    sums.initialize(repeating: 0, count: 2 * bins + LoudnessCore.shortSteps)
    let filter = KWeighting(sampleRate: Double(sampleRate))
    core = .allocate(capacity: 1)
    core.initialize(
      to: LoudnessCore(
        sampleRate: Int64(sampleRate), left: filter, right: filter,
        momentary: .init(counts: counts, sums: sums), short: .init(counts: counts + bins, sums: sums + bins),
        steps: sums + 2 * bins, stepEnd: Int64(sampleRate + 5) / 10))
  }

  deinit {
    core.deallocate()
    counts.deallocate()
    sums.deallocate()
  }

  /// Returns the integrated loudness in LUFS; nil if no block is above −70 LUFS.
  ///
  /// It is the mean of those 400 ms blocks, with 75 % overlap, that are above −70 LUFS and above a relative gate. This
  /// gate is 10 LU below the mean of all blocks above −70 LUFS.
  /// - Thread: any, while no other thread measures
  public borrowing func integrated() -> Double? { integrated(gain: 0) }

  /// Returns the integrated loudness that the sound has with a gain in decibels; nil if no block is then above
  /// −70 LUFS.
  /// - Thread: any, while no other thread measures
  package borrowing func integrated(gain decibels: Double) -> Double? {
    let histogram = core.pointee.momentary
    let gate = -70 - decibels
    guard let mean = histogram.mean(from: histogram.bin(of: gate)),
      let loudness = histogram.mean(from: histogram.bin(of: max(gate, mean - 10)))
    else { return nil }
    return loudness + decibels
  }

  /// Returns the loudness range in LU; nil if no block is above −70 LUFS.
  ///
  /// It is the difference between the 10th and the 95th percentile of those 3 s blocks that are above −70 LUFS and
  /// above a relative gate. This gate is 20 LU below the mean of all blocks above −70 LUFS.
  /// - Thread: any, while no other thread measures
  public borrowing func range() -> Double? {
    let histogram = core.pointee.short
    guard let mean = histogram.mean(from: histogram.bin(of: -70)) else { return nil }
    let first = histogram.bin(of: max(-70, mean - 20))
    guard let low = histogram.percentile(0.1, from: first), let high = histogram.percentile(0.95, from: first) else {
      return nil
    }
    return high - low
  }
}

extension LoudnessCore.Histogram {
  /// Returns the bin that starts nearest to a loudness.
  fileprivate func bin(of loudness: Double) -> Int {
    Int(max(0, min(Double(LoudnessCore.bins), (loudness - LoudnessCore.least) * 100 + 0.5)))
  }

  /// Returns the mean loudness of the blocks in bin `first` and above; nil if there are none.
  fileprivate func mean(from first: Int) -> Double? {
    var (count, sum): (Int64, Double) = (0, 0)
    for bin in first..<LoudnessCore.bins {
      count += counts[bin]
      sum += sums[bin]
    }
    return count > 0 ? LoudnessCore.loudness(sum / Double(count)) : nil
  }

  /// Returns the percentile `part` (0…1) of the loudness of the blocks in bin `first` and above; nil if there are none.
  fileprivate func percentile(_ part: Double, from first: Int) -> Double? {
    let total = (first..<LoudnessCore.bins).reduce(Int64(0)) { $0 + counts[$1] }
    guard total > 0 else { return nil }
    var left = Int64(Double(total - 1) * part + 0.5)
    for bin in first..<LoudnessCore.bins {
      left -= counts[bin]
      if left < 0 { return LoudnessCore.least + 0.005 + Double(bin) * 0.01 }
    }
    return nil
  }
}
