import TactusDSP

/// A sound that is described by its spectrum; an inverse Fourier transform turns it into one seamless loop.
///
/// A line at a bin is a steady sine. A band of bins with random phases sounds like a section of players or singers: the
/// wider the band, the more players. The sound never repeats within the loop. (This is the PADsynth algorithm by Nasca
/// Octavian Paul.)
struct Spectrum {
  let length: Int
  private(set) var real: [Float]
  private(set) var imaginary: [Float]
  private var noise: Noise

  /// Creates an empty spectrum for a loop of `length` points, which must be a power of two.
  init(length: Int, seed: Int) {
    precondition(length & (length - 1) == 0 && length >= 64)
    self.length = length
    real = Array(repeating: 0, count: length / 2)
    imaginary = real
    noise = Noise(seed: seed)
  }

  /// Adds a steady sine at a bin, with `phase` in cycles.
  mutating func addLine(bin: Int, level: Double, phase: Double) {
    guard bin > 0, bin < length / 2 else { return }
    real[bin] += Float(level * ExactMath.cos2Pi(phase))
    imaginary[bin] += Float(level * ExactMath.sin2Pi(phase))
  }

  /// Adds a bell-shaped band of sines with random phases around `bin`, with the power of one sine of `level`.
  ///
  /// - Parameters:
  ///   - bin: the bin in the middle of the band.
  ///   - level: the level of the sine of equal power.
  ///   - width: the standard deviation in bins.
  ///   - middle: the phase of the middle bin in cycles. If a line at that bin has the same phase, the two add up, so the
  ///     middle of a narrow band stays its strongest part and the pitch stays clear.
  mutating func addBand(bin: Double, level: Double, width: Double, phase middle: Double) {
    let reach = max(1, width * 2.6)
    let low = max(1, Int(bin - reach))
    let high = min(length / 2 - 1, Int(bin + reach + 1))
    guard low <= high, level > 0 else { return }
    let scale = 1 / max(width, 0.35)
    var power = 0.0
    var shape: [Double] = []
    for i in low...high {
      let x = (Double(i) - bin) * scale
      let g = ExactMath.exp2(-0.72 * x * x)
      power += g * g
      shape.append(g)
    }
    let factor = level / ExactMath.squareRoot(power)
    for i in low...high {
      let chance = noise.unit()
      let phase = Double(i) == ExactMath.nearest(bin) ? middle : chance
      real[i] += Float(factor * shape[i - low] * SineTable.cosine(phase))
      imaginary[i] += Float(factor * shape[i - low] * SineTable.cosine(phase - 0.25))
    }
  }

  /// Adds noise whose level per bin is a function of the bin.
  mutating func addNoise(_ level: (Int) -> Double) {
    for i in 1..<(length / 2) {
      let amount = level(i)
      guard amount > 1e-9 else { continue }
      let phase = noise.unit()
      real[i] += Float(amount * SineTable.cosine(phase))
      imaginary[i] += Float(amount * SineTable.cosine(phase - 0.25))
    }
  }

  /// Returns the loop: the sum of all sines, `length` points.
  func points() -> [Float] { Fourier.realSignal(real: real, imaginary: imaginary) }
}
