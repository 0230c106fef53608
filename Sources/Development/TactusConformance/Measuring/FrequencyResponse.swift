/// The frequency response of a filter, computed as the discrete-time Fourier transform of its impulse response.
package struct FrequencyResponse: Sendable {
  private let impulse: [Double]
  private let sampleRate: Double

  package init(_ impulse: [Double], sampleRate: Double) {
    self.impulse = impulse
    self.sampleRate = sampleRate
  }

  /// Returns the gain at a frequency.
  package func gain(at hertz: Double) -> Double {
    let angle = 2 * Double.pi * hertz / sampleRate
    let (stepX, stepY) = (SystemMath.cos(angle), SystemMath.sin(angle))
    var (x, y, sumX, sumY) = (1.0, 0.0, 0.0, 0.0)
    impulse.withUnsafeBufferPointer { impulse in
      for index in 0..<impulse.count {
        let value = impulse[index]
        sumX += value * x
        sumY += value * y
        (x, y) = (x * stepX - y * stepY, x * stepY + y * stepX)
      }
    }
    return (sumX * sumX + sumY * sumY).squareRoot()
  }

  /// The frequency at which the power is half of that at 0 Hz. The response must not rise above half power again.
  package var cutoff: Double {
    let wanted = gain(at: 0) * 0.5.squareRoot()
    var low = SystemMath.log2(1)
    var high = SystemMath.log2(sampleRate / 2)
    for _ in 0..<28 {
      let middle = (low + high) / 2
      if gain(at: SystemMath.exp2(middle)) > wanted { low = middle } else { high = middle }
    }
    return SystemMath.exp2((low + high) / 2)
  }

  /// The highest gain, found by a golden-section search. The search covers the vicinity of the ringing frequency if the
  /// response rings, and all frequencies otherwise.
  package var peak: Double {
    let ringing = ringingFrequency
    let reach = 4 * sampleRate / Double(impulse.count)
    var low = ringing.map { max(1, $0 - reach) } ?? 1
    var high = ringing.map { $0 + reach } ?? sampleRate / 2
    let ratio = (5.0.squareRoot() - 1) / 2
    var (a, b) = (high - ratio * (high - low), low + ratio * (high - low))
    var (gainA, gainB) = (gain(at: a), gain(at: b))
    for _ in 0..<18 {
      if gainA > gainB {
        (high, b, gainB) = (b, a, gainA)
        a = high - ratio * (high - low)
        gainA = gain(at: a)
      } else {
        (low, a, gainA) = (a, b, gainB)
        b = low + ratio * (high - low)
        gainB = gain(at: b)
      }
    }
    return max(gainA, gainB)
  }

  /// The ringing frequency, computed from the first and the last upward zero crossing; nil if there are at most 40
  /// upward crossings.
  private var ringingFrequency: Double? {
    let floor = 1e-4 * impulse.reduce(0) { max($0, abs($1)) }
    guard let end = impulse.lastIndex(where: { abs($0) > floor }), end > 1 else { return nil }
    var zeroCrossings: [Double] = []
    for frame in 1..<end where impulse[frame] < 0 && impulse[frame + 1] >= 0 {
      zeroCrossings.append(Double(frame) + impulse[frame] / (impulse[frame] - impulse[frame + 1]))
    }
    guard zeroCrossings.count > 40, let first = zeroCrossings.first, let last = zeroCrossings.last else { return nil }
    return Double(zeroCrossings.count - 1) / (last - first) * sampleRate
  }
}
