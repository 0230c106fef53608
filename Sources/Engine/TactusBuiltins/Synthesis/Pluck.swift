import TactusDSP

/// A plucked string: a delay line with a filter in its feedback loop (Karplus and Strong 1983, Jaffe and Smith 1983).
///
/// The delay of the feedback loop is a whole number of points, because its symmetric three-point filter delays all
/// frequencies by exactly one point. The sample rate is chosen so that this delay is one period of the root key. So the
/// string is exactly in tune, and a loop of whole periods closes seamlessly.
struct Pluck {
  var key: Int
  /// The decay rate of the fundamental in dB per second.
  var decay = 12.0
  /// The additional damping of high frequencies, from 0 for none to 0.5 for the classic dull string.
  var damping = 0.1
  /// The plucking position as a fraction of the length: the spectrum has notches at the multiples of its reciprocal.
  var position = 0.13
  /// The hardness of the plectrum: the cutoff of the excitation in hertz.
  var brightness = 5000.0
  var seed = 1

  /// Returns the sound of the string without a loop, about `seconds` long and at a sample rate of about `rate`.
  func wave(seconds: Double, rate wanted: Double) -> Wave {
    let frequency = Wave.frequency(key)
    let period = max(8, Int(wanted / frequency + 0.5))
    let rate = frequency * Double(period)
    var points = excitation(period, rate)
    let count = max(period * 4, Int(seconds * rate))
    points.append(contentsOf: repeatElement(0, count: count - points.count))
    let side = damping * 0.5
    let loss = ExactMath.gain(decibels: -decay / frequency)
    let (edge, middle) = (Float(side * loss), Float((1 - damping) * loss))
    points.withUnsafeMutableBufferPointer { p in
      for i in period..<count {
        let back = i - period
        let before = back > 0 ? p[back - 1] : 0
        p[i] += edge * (before + p[back + 1]) + middle * p[back]
      }
    }
    return Wave(points: points, rate: rate, key: key, loop: nil, fall: 0)
  }

  /// Returns one period of filtered noise minus the same noise delayed by the plucking position.
  private func excitation(_ period: Int, _ rate: Double) -> [Float] {
    var noise = Noise(seed: seed &* 1000 &+ key)
    let white = noise.white(period)
    // Filters the period circularly, so that it repeats without a discontinuity.
    let soft = Biquad.lowPass(min(brightness, rate * 0.45), q: 0.6, rate: rate)
    let ring = Array((white + white + white).filtered(soft)[(2 * period)...])
    let shift = min(period - 1, max(1, Int(position * Double(period) + 0.5)))
    var burst = (0..<period).map { ring[$0] - ring[($0 + period - shift) % period] }
    let mean = burst.reduce(0, +) / Float(period)
    for i in burst.indices { burst[i] -= mean }
    return burst
  }
}

extension Wave {
  /// Returns the decaying sound with a loop that starts at `start` seconds and holds whole periods of its key.
  ///
  /// First, the decay is removed from the sound, because the volume envelope provides it. Then the segment before the
  /// loop is crossfaded into the loop, so that the loop's end continues into its start.
  func looped(from start: Double, seconds: Double) -> Wave {
    var copy = self
    let period = rate / Wave.frequency(key)
    let periods = max(1, Int(seconds * rate / period + 0.5))
    var length = Int(Double(periods) * period + 0.5)
    while length < 64 { length += Int(period * Double(periods) + 0.5) }
    let first = max(length + 8, Int(start * rate))
    guard first + length <= points.count else { return self }
    let early = energy(first - length..<first)
    let late = energy(first..<first + length)
    let drop = early > 0 && late > 0 ? min(1, late / early) : 1
    let perPoint = ExactMath.log2(drop) / 2 / Double(length)  // log2 of amplitude per point
    copy.fall = -perPoint * rate * 6.0206
    for i in copy.points.indices { copy.points[i] *= Float(ExactMath.exp2(-perPoint * Double(i))) }
    copy.blendLoop(first..<(first + length))
    return copy
  }

  private func energy(_ range: Range<Int>) -> Double {
    var sum = 0.0
    for i in range { sum += Double(points[i]) * Double(points[i]) }
    return sum
  }
}
