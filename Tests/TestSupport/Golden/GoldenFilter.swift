import Foundation

extension Golden {
  /// The second-order low-pass: the transfer function of the RBJ cookbook's biquad with
  /// q² = (G² + G·√(G² − 1))/2, G = 10^(Q/200), and gain 10^(−Q/400), so that the peak stands Q centibels over the
  /// level at 0 Hz, which is lowered by half of that (SoundFont 2.04 §8.1.2, generator 9); the gain comes first.
  ///
  /// It is realised as a trapezoidal state-variable filter (Zavalishin, The Art of VA Filter Design, §4), which has
  /// the same transfer function as the biquad but keeps sense when the cutoff moves from one frame to the next.
  struct Filter {
    private var memory1 = 0.0
    private var memory2 = 0.0

    static let openCents = 13_500.0

    /// - Parameters:
    ///   - cents: absolute cents; clamped to 1500…13500 and to 0.45 of the rate.
    ///   - resonance: centibels, 0…960.
    ///   - isInPath: whether it must filter even where it is open.
    mutating func next(
      _ input: Double, cents: Double, resonance: Double, rate: Double, isInPath: Bool = false
    ) -> Double {
      let bounded = min(max(cents, 1_500), Self.openCents)
      let hertz = min(Golden.hertz(absoluteCents: bounded), 0.45 * rate)
      let g = tan(.pi * hertz / rate)
      let k = 1 / Self.quality(resonance)
      let denominator = 1 / (1 + g * (g + k))
      let difference = input * pow(10, -resonance / 400) - memory2
      let band = denominator * (memory1 + g * difference)
      let low = memory2 + g * band
      memory1 = 2 * band - memory1
      memory2 = 2 * low - memory2
      // Wide open and flat, the text asks for no filter at all. The memory goes on, so that a cutoff that moves away
      // from there finds it warm.
      if cents >= Self.openCents && resonance == 0 && !isInPath { return input }
      return low
    }

    /// The biquad's q for a resonance in centibels.
    static func quality(_ centibels: Double) -> Double {
      let peak = pow(10, centibels / 200)
      return ((peak * peak + peak * (peak * peak - 1).squareRoot()) / 2).squareRoot()
    }
  }
}
