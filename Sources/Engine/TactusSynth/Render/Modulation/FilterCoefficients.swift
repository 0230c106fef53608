import TactusDSP

// The low-pass of the Sound Blasters. At 48 kHz it has two poles, at the positions of the analog filter's poles, and
// no zero. At other rates the poles keep their frequencies, and one zero restores the response at 48 kHz.

/// The coefficients of the low-pass in the form that the kernel uses; see `filter.inc`.
struct FilterCoefficients {
  let b: Double
  let c: Double
  let h: Double

  @inline(__always)
  init(b: Double, c: Double, h: Double) { (self.b, self.c, self.h) = (b, c, h) }

  /// - Parameter damping: 1/Q, √2 or less.
  @inline(__always)
  init(_ point: FilterPoint, damping: Double) {
    let resonance = 1 - 0.5 * damping * damping
    let poles = FilterPoles(angle: point.angle, damping: damping, narrowing: point.narrowing * resonance)
    let square = resonance * resonance
    let zero = point.zero + point.zeroRise * (square * square)
    let c = poles.distance / (1 + zero)
    let h = poles.loss + zero * c
    let b = ExactMath.squareRoot(c * (1 + zero - h))
    self.init(b: b, c: c, h: damping < 0.05 ? Self.compensated(b, c, loss: poles.loss) ?? h : h)
  }

  /// Returns h, adjusted for the rounding of b and c to 32 bits, or nil if c is too close to 1 for that. The loss of a
  /// sharp resonance per frame, 1 − ((1 − h)(1 − c) + b²), is so small that the rounding would otherwise matter.
  private static func compensated(_ b: Double, _ c: Double, loss: Double) -> Double? {
    let (b, rest) = (Double(Float(b)), 1 - Double(Float(c)))
    guard rest.magnitude > 0.004 else { return nil }
    return 1 - (1 - loss - b * b) / rest
  }
}

/// The values from which the coefficients for one cutoff are computed.
struct FilterPoint {
  /// 2π · cutoff / rate.
  var angle = 0.0
  /// The relative extra damping of a sharp resonance, which makes its peak as high as the analog model's.
  var narrowing = 0.0
  /// The filter's zero without resonance; it lies at z = −`zero`.
  var zero = 0.0
  /// The increase of `zero` for a sharp resonance.
  var zeroRise = 0.0
}

/// Two poles, matched to those of the analog low-pass: e^(−σ ± iθ), σ = ω/2Q and θ = ω·√(1 − 1/4Q²).
struct FilterPoles {
  /// 1 − r², the loss per frame.
  let loss: Double
  /// |1 − pole|², 1 − 2r·cos θ + r²: the denominator at zero frequency.
  let distance: Double
  /// r², the denominator's last coefficient.
  let last: Double

  /// - Parameters:
  ///   - angle: ω, in radians per frame.
  ///   - damping: 1/Q.
  ///   - narrowing: the relative extra damping.
  @inline(__always)
  init(angle: Double, damping: Double, narrowing: Double) {
    let square = angle * angle * (1 - 0.25 * damping * damping)
    // Limits the angle to just below half the sample rate; cutoffs can exceed that at sample rates below 40 kHz.
    let sine = Self.squaredSine(min(square, 8.9) * 0.25)
    let lost = Self.lost(0.5 * angle * damping * (1 + narrowing))
    let radius = 1 - lost
    loss = lost * (1 + radius)
    distance = lost * lost + 4 * radius * sine
    last = radius * radius
  }

  /// Returns 1 − e^(−x) with full precision for small x, where the subtraction itself would lose digits.
  @inline(__always)
  private static func lost(_ x: Double) -> Double {
    let part = x * 0.125
    let low = 1 - part * (0.5 - part * (1.0 / 6))
    let high = (1.0 / 24 - part * (1.0 / 120)) + part * part * (1.0 / 720)
    let eighth = part * (low - part * part * part * high)
    let quarter = eighth * (2 - eighth)
    let half = quarter * (2 - quarter)
    return half * (2 - half)
  }

  /// Returns sin²(√x), from its series up to the ninth term; 0 ≤ x ≤ 2.3.
  @inline(__always)
  private static func squaredSine(_ x: Double) -> Double {
    let x2 = x * x
    let x4 = x2 * x2
    let low = (1 - x * (1.0 / 3)) + (2.0 / 45 - x * (1.0 / 315)) * x2
    let high = (2.0 / 14_175 - x * (2.0 / 467_775)) + (4.0 / 42_567_525 - x * (1.0 / 638_512_875)) * x2
    return x * (low + x4 * (high + x4 * (2.0 / 97_692_469_875)))
  }

  /// Returns the power of the poles' response at a frequency, relative to that at 0 Hz.
  /// - Parameter sine: sin²(π · frequency / rate).
  func power(sine: Double) -> Double {
    let middle = distance - 1 - last
    let slope = middle * (1 + last) + 4 * last
    return distance * distance / (distance * distance - 4 * sine * (slope - 4 * last * sine))
  }
}

extension Modulation {
  /// Returns the highest cutoff for which the series of ``FilterPoles`` converge: 2.5 times the sample rate. This is a
  /// limit only at sample rates below 8 kHz.
  static func highestCutoff(sampleRate: Double) -> Double {
    min(13_500, 13_500 + 1_200 * ExactMath.log2(sampleRate / 8_000))
  }

  /// Returns the filter values for a cutoff of 1500…13500 cents, interpolated linearly between table entries.
  @inline(__always)
  func filterPoint(_ cutoff: Double) -> FilterPoint {
    let cutoff = min(cutoff, highestCutoff)
    let steps = (cutoff - 1_500) * (1 / SynthLimits.filterStep)
    let index = Int(truncatingIfNeeded: ExactMath.integer(steps))
    let part = steps - Double(index)
    let low = filterPoints + index
    let high = low + 1
    return FilterPoint(
      angle: baseAngle * Double(ExactMath.exp2Single(cutoff * (1.0 / 1_200))),
      narrowing: low.pointee.narrowing + (high.pointee.narrowing - low.pointee.narrowing) * part,
      zero: low.pointee.zero + (high.pointee.zero - low.pointee.zero) * part,
      zeroRise: low.pointee.zeroRise + (high.pointee.zeroRise - low.pointee.zeroRise) * part)
  }
}
