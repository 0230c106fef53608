// Measurements of the filter, from its impulse response.

extension MeasuredValue {
  /// The cutoff in absolute cents, from the half-power frequency.
  static func cutoff(from frame: Int = 0) -> MeasuredValue {
    MeasuredValue("abs. cents") { SystemMath.absoluteCents(hertz: cutoff($0, frame)) }
  }
  /// The cutoff in hertz.
  static func cutoffHertz(from frame: Int = 0) -> MeasuredValue { MeasuredValue("Hz") { cutoff($0, frame) } }
  /// The gain at a frequency.
  static func gain(at hertz: Double, from frame: Int = 0) -> MeasuredValue {
    MeasuredValue("dB") { SystemMath.decibels(response($0, frame).gain(at: hertz)) }
  }
  /// The gain at one frequency relative to another.
  static func gain(at hertz: Double, over other: Double) -> MeasuredValue {
    MeasuredValue("dB") { SystemMath.decibels(response($0, 0).gain(at: hertz) / response($0, 0).gain(at: other)) }
  }
  /// The highest gain relative to that at 0 Hz.
  static var resonance: MeasuredValue {
    MeasuredValue("dB") { SystemMath.decibels(response($0, 0).peak / response($0, 0).gain(at: 0)) }
  }

  private static func cutoff(_ take: Take, _ frame: Int) -> Double {
    HardwareLowPass.cutoff(halfPower: response(take, frame).cutoff)
  }
  private static func response(_ take: Take, _ frame: Int) -> FrequencyResponse {
    FrequencyResponse(Array(take.left[frame...]), sampleRate: take.sampleRate)
  }
}
