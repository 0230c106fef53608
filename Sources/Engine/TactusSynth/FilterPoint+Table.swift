import TactusDSP

extension FilterPoint {
  /// The sample rate at which the filter has two poles and no zero, as in the hardware.
  private static var hardwareRate: Double { 48_000 }

  /// Computes the filter values for a cutoff at a sample rate.
  ///
  /// The zero gives the filter, at one frequency, the same response as at 48 kHz. That frequency lies slightly below
  /// the upper end of the range in which the responses must match. The range ends at 18 kHz or at 0.4 times the sample
  /// rate, whichever is lower. The zero is computed twice: without resonance, and with a sharp resonance.
  init(hertz: Double, sampleRate: Double) {
    angle = 6.28318530717958648 * hertz / sampleRate
    narrowing = Self.narrowing(hertz)
    guard sampleRate != Self.hardwareRate else { return }
    let top = min(18_000, 0.4 * sampleRate)
    zero = Self.zero(hertz, damping: 1.41421356237309505, at: 0.9 * top, sampleRate)
    // The resonance cannot follow the cutoff beyond half the sample rate, so the zero stays constant above 0.45 times
    // the sample rate.
    zeroRise = Self.zero(min(hertz, 0.45 * sampleRate), damping: 0.02, at: 0.88 * top, sampleRate) - zero
  }

  /// Returns the extra damping of a sharp resonance, relative to its own damping: tan(ω/2)/(ω/2) − 1, with ω at 48 kHz.
  private static func narrowing(_ hertz: Double) -> Double {
    ExactMath.tanPi(hertz / hardwareRate) / (3.14159265358979324 * hertz / hardwareRate) - 1
  }

  /// Returns the zero that makes the response at the frequency `position` equal to the response of the filter at 48
  /// kHz.
  private static func zero(_ hertz: Double, damping: Double, at position: Double, _ sampleRate: Double) -> Double {
    func sine(_ rate: Double) -> Double {
      let sine = ExactMath.sin2Pi(position / rate * 0.5)
      return sine * sine
    }
    func power(_ rate: Double) -> Double {
      let narrowing = narrowing(hertz) * (1 - 0.5 * damping * damping)
      let angle = 6.28318530717958648 * hertz / rate
      return FilterPoles(angle: angle, damping: damping, narrowing: narrowing).power(sine: sine(rate))
    }
    // Solves |1 + βz⁻¹|²/(1 + β)² = 1 − 4·sin²·β/(1 + β)² = ratio for β.
    let a = (power(hardwareRate) / power(sampleRate) - 1) / (4 * sine(sampleRate))
    return -2 * a / (2 * a + 1 + ExactMath.squareRoot(4 * a + 1))
  }

  /// The delay of low frequencies in frames, without resonance.
  ///
  /// At a cutoff for which the delay is 0, the filter can be inserted into the signal path inaudibly.
  var delay: Double {
    let poles = FilterPoles(angle: angle, damping: 1.41421356237309505, narrowing: 0)
    let middle = poles.distance - 1 - poles.last
    return zero / (1 + zero) - (middle + 2 * poles.last) / poles.distance
  }
}
