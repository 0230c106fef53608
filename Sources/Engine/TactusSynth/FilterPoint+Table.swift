import TactusDSP

extension FilterPoint {
  /// The rate at which the filter is two poles and no zero, as in the hardware.
  private static var hardwareRate: Double { 48_000 }

  /// What the filter of a cutoff is made of at a rate.
  ///
  /// The zero makes the response what it is at 48 kHz at one frequency near the upper end of what is to agree, 18 kHz or
  /// 0.4 of the rate: once for the filter without resonance, once for one that rings.
  init(hertz: Double, sampleRate: Double) {
    angle = 6.28318530717958648 * hertz / sampleRate
    narrowing = Self.narrowing(hertz)
    guard sampleRate != Self.hardwareRate else { return }
    let top = min(18_000, 0.4 * sampleRate)
    zero = Self.zero(hertz, damping: 1.41421356237309505, at: 0.9 * top, sampleRate)
    // A resonance cannot follow the cutoff beyond half the rate; near it the zero stays where it is.
    zeroRise = Self.zero(min(hertz, 0.45 * sampleRate), damping: 0.02, at: 0.88 * top, sampleRate) - zero
  }

  /// By what part more a sharp resonance is damped: tan(ω/2)/(ω/2) times as much at 48 kHz.
  private static func narrowing(_ hertz: Double) -> Double {
    ExactMath.tanPi(hertz / hardwareRate) / (3.14159265358979324 * hertz / hardwareRate) - 1
  }

  /// The zero that makes the response at a frequency what it is at 48 kHz.
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
    // |1 + βz⁻¹|²/(1 + β)² = 1 − 4·sin²·β/(1 + β)² is to be the ratio.
    let a = (power(hardwareRate) / power(sampleRate) - 1) / (4 * sine(sampleRate))
    return -2 * a / (2 * a + 1 + ExactMath.squareRoot(4 * a + 1))
  }

  /// How many frames the filter delays low frequencies by, without resonance: where this is 0, it can come into the path
  /// of a sound unheard.
  var delay: Double {
    let poles = FilterPoles(angle: angle, damping: 1.41421356237309505, narrowing: 0)
    let middle = poles.distance - 1 - poles.last
    return zero / (1 + zero) - (middle + 2 * poles.last) / poles.distance
  }
}
