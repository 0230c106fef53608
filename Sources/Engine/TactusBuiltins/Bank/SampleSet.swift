import TactusDSP

/// Samples of one sound at several root keys.
struct SampleSet {
  struct Entry {
    /// The sample's index in the bank.
    var index: Int
    var facts: SampleFacts
    var key: Int { facts.key }
    var loop: Range<Int>? { facts.loop }
  }
  /// The samples, sorted by key.
  var entries: [Entry]

  /// The loudness in dB to which the samples of an evened-out layer are reduced.
  static let targetLoudness = -12.0
}

/// Measures the K-weighted loudness (BS.1770) of the loudest 0.2 s within the first half second, in dB.
enum Loudness {
  static func of(_ wave: Wave) -> Double {
    let window = Int(0.2 * wave.rate)
    let first = wave.loop.map { $0.count < window ? $0.lowerBound : 0 } ?? 0
    let count = min(wave.points.count - first, window * 5 / 2)
    let shelf = Biquad.shelf(1500, decibels: 4, rate: wave.rate)
    let high = Biquad.highPass(38, q: 0.5, rate: wave.rate)
    let weighed = Array(wave.points[first..<(first + count)]).filtered(shelf, high)
    // Computes the mean power in steps of a tenth of the window, then finds the loudest run of ten steps.
    let step = max(1, min(window, count) / 10)
    var powers: [Double] = []
    var i = 0
    while i + step <= count {
      var sum = 0.0
      for point in weighed[i..<(i + step)] { sum += Double(point) * Double(point) }
      powers.append(sum / Double(step))
      i += step
    }
    var best = 1e-12
    for start in 0...max(0, powers.count - 10) {
      let run = powers[start..<min(powers.count, start + 10)]
      best = max(best, run.reduce(0, +) / Double(run.count))
    }
    return 3.0103 * ExactMath.log2(best)
  }
}
