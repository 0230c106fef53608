import Foundation

extension Golden {
  /// The second-order low-pass with q² = (G² + G·√(G² − 1))/2, G = 10^(Q/200), and gain 10^(−Q/400), so that the peak
  /// stands Q centibels over the level at 0 Hz, which is lowered by half of that (SoundFont 2.04 §8.1.2, generator 9);
  /// the gain comes first. Its poles are e^(s/rate) for the poles s of the analogue filter, as the Sound Blasters' are
  /// at 48 kHz, where it has no zero. Those of a resonance are damped tan(ω/2)/(ω/2) times as much at 48 kHz, so that the
  /// peak is as high as that of the analogue one. At other rates a zero brings the response back to that at 48 kHz.
  ///
  /// It is implemented with two integrators, and has the same transfer function as the biquad, but remains well behaved
  /// when the cutoff changes from one frame to the next.
  struct Filter {
    private var memory1 = 0.0
    private var memory2 = 0.0
    private var last: (hertz: Double, quality: Double, biquad: Biquad)?

    static let openCents = 13_500.0

    /// - Parameters:
    ///   - cents: absolute cents; clamped to 1500…13500.
    ///   - resonance: centibels, 0…960.
    ///   - isInPath: whether it must filter even where it is open.
    mutating func next(
      _ input: Double, cents: Double, resonance: Double, rate: Double, isInPath: Bool = false
    ) -> Double {
      let hertz = Golden.hertz(absoluteCents: min(max(cents, 1_500), Self.openCents))
      let quality = Self.quality(resonance)
      if last?.hertz != hertz || last?.quality != quality {
        last = (hertz, quality, Biquad(hertz: hertz, quality: quality, rate: rate))
      }
      guard let biquad = last?.biquad else { return input }
      // 1 + a1·z⁻¹ + a2·z⁻² and n0 + n1·z⁻¹ as the steps of the two memories.
      let toSecond = biquad.n0
      let loss1 = 2 + biquad.a1 - toSecond
      let across = max(0, biquad.n1 + toSecond * (1 - loss1)).squareRoot()
      let difference = input * pow(10, -resonance / 400) - memory2
      let before = memory1
      memory1 += across * difference - loss1 * before
      memory2 += across * before + toSecond * difference
      // If the filter is fully open and flat, the specification requires no filter at all. The filter state continues
      // to be updated, so that it is valid when the cutoff moves away from there.
      if cents >= Self.openCents && resonance == 0 && !isInPath { return input }
      return memory2
    }

    /// The q for a resonance in centibels.
    static func quality(_ centibels: Double) -> Double {
      let peak = pow(10, centibels / 200)
      return ((peak * peak + peak * (peak * peak - 1).squareRoot()) / 2).squareRoot()
    }
  }

  /// (n0 + n1·z⁻¹)/(1 + a1·z⁻¹ + a2·z⁻²).
  struct Biquad {
    private(set) var a1: Double
    private(set) var a2: Double
    private(set) var n0: Double
    private(set) var n1 = 0.0

    /// The low-pass at a rate.
    init(hertz: Double, quality: Double, rate: Double) {
      self.init(polesOf: hertz, quality, rate)
      guard rate != 48_000 else { return }
      let flat = Self.zero(hertz, 0.5.squareRoot(), rate, position: 0.9)
      let sharp = Self.zero(min(hertz, 0.45 * rate), 50, rate, position: 0.88)
      let part = pow(1 - 0.5 / (quality * quality), 4)
      let zero = flat + (sharp - flat) * part
      n0 /= 1 + zero
      n1 = n0 * zero
    }

    /// The poles alone.
    private init(polesOf hertz: Double, _ quality: Double, _ rate: Double) {
      let narrowing = tan(.pi * hertz / 48_000) / (.pi * hertz / 48_000) - 1
      let omega = 2 * .pi * hertz / rate
      let sigma = omega / (2 * quality) * (1 + narrowing * (1 - 0.5 / (quality * quality)))
      let theta = min(omega * max(0, 1 - 0.25 / (quality * quality)).squareRoot(), 8.9.squareRoot())
      (a1, a2) = (-2 * exp(-sigma) * cos(theta), exp(-2 * sigma))
      n0 = pow(expm1(-sigma), 2) + 4 * exp(-sigma) * pow(sin(theta / 2), 2)
    }

    /// The zero −β that makes the gain at a part of what is to agree what it is at 48 kHz.
    private static func zero(_ hertz: Double, _ quality: Double, _ rate: Double, position: Double) -> Double {
      let frequency = position * min(18_000, 0.4 * rate)
      let wanted = Self(polesOf: hertz, quality, 48_000).gain(frequency / 48_000)
      let ratio = pow(wanted / Self(polesOf: hertz, quality, rate).gain(frequency / rate), 2)
      // (1 + 2β·cos w + β²)/(1 + β)² = ratio, solved for β; the root that is 0 where the ratio is 1.
      let cosine = cos(2 * .pi * frequency / rate)
      let (outer, middle) = (1 - ratio, cosine - ratio)
      return -outer / (middle - (max(0, middle * middle - outer * outer)).squareRoot())
    }

    /// The factor at a frequency in turns a frame.
    func gain(_ turns: Double) -> Double {
      func size(_ c: [Double]) -> Double {
        let re = c.enumerated().reduce(0) { $0 + $1.element * cos(2 * .pi * turns * Double($1.offset)) }
        let im = c.enumerated().reduce(0) { $0 + $1.element * sin(2 * .pi * turns * Double($1.offset)) }
        return (re * re + im * im).squareRoot()
      }
      return size([n0, n1]) / size([1, a1, a2])
    }
  }
}
