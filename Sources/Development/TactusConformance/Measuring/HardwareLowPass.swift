/// The low-pass filter of Sound Blaster cards at zero resonance, derived from recordings of an Audigy 2. At 48 kHz it
/// has no zeros and two poles at e^(−σ ± iθ), with σ = θ = ω/√2 and ω = 2π · cutoff / 48,000.
package struct HardwareLowPass: Sendable {
  /// The coefficients of the denominator 1 + a1·z⁻¹ + a2·z⁻².
  private let a1: Double
  private let a2: Double

  package init(cutoff hertz: Double) {
    let angle = 2 * Double.pi * hertz / 48_000 / 2.0.squareRoot()
    let radius = SystemMath.exp2(-angle * 1.4426950408889634)
    a1 = -2 * radius * SystemMath.cos(angle)
    a2 = radius * radius
  }

  /// Returns the gain at a frequency.
  package func gain(at hertz: Double) -> Double {
    let angle = 2 * Double.pi * hertz / 48_000
    let re = 1 + a1 * SystemMath.cos(angle) + a2 * SystemMath.cos(2 * angle)
    let im = a1 * SystemMath.sin(angle) + a2 * SystemMath.sin(2 * angle)
    return (1 + a1 + a2) / (re * re + im * im).squareRoot()
  }

  /// Returns the cutoff of the filter with a given half-power frequency. At low frequencies, both are equal. The
  /// half-power frequency is 0.6 % above a cutoff of 2 kHz and 33 % above a cutoff of 12 kHz; filters with higher
  /// cutoffs never fall to half power.
  package static func cutoff(halfPower hertz: Double) -> Double {
    var (low, high) = (hertz / 2, hertz)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if HardwareLowPass(cutoff: middle).gain(at: hertz) < 0.5.squareRoot() { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
