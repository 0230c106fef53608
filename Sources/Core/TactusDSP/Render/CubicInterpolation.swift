/// Third-order Lagrange interpolation: the value between the middle two of four frames, on the cubic through all four.
///
/// Its gain never exceeds one at any fraction, so it does not make a feedback loop unstable.
enum CubicInterpolation {
  /// Returns the power gain at a frequency (in cycles per frame), averaged over all fractions.
  @_noAllocation @_noLocks
  static func meanPower(turns: Double) -> Double {
    let cosines = (
      ExactMath.cos2Pi(turns), ExactMath.cos2Pi(2 * turns), ExactMath.cos2Pi(3 * turns)
    )
    var sum = 0.0
    var step = 0
    while step < 8 {
      let f = (Double(step) + 0.5) * 0.125
      let h0 = -f * (f - 1) * (f - 2) / 6
      let h1 = (f + 1) * (f - 1) * (f - 2) / 2
      let h2 = -(f + 1) * f * (f - 2) / 2
      let h3 = (f + 1) * f * (f - 1) / 6
      sum += h0 * h0 + h1 * h1 + h2 * h2 + h3 * h3
      sum += 2 * (h0 * h1 + h1 * h2 + h2 * h3) * cosines.0
      sum += 2 * (h0 * h2 + h1 * h3) * cosines.1 + 2 * h0 * h3 * cosines.2
      step &+= 1
    }
    return sum * 0.125
  }
}
