/// The limits of musical time.
///
/// They are chosen so that exact arithmetic always fits in 128 bits: a song of 2⁵³ ticks at the slowest tempo, times
/// the highest sample rate, needs 107 bits, and ten more if the rate is a fraction. Values beyond a limit are clamped,
/// unless stated otherwise below.
/// - Thread: any
public enum TimeSettings {
  /// The largest tick, 2⁵³; positions are clamped to −2⁵³…2⁵³.
  @inlinable public static var tickLimit: Tick { 1 << 53 }
  /// The finest division: 2²⁴ ticks per quarter note or SMPTE frame.
  @inlinable public static var divisionLimit: Int { 1 << 24 }
  /// The highest sample rate in hertz, 2²⁰ (above 768 kHz).
  @inlinable public static var sampleRateLimit: Int { 1 << 20 }
  /// The longest ramp in ticks, 2³¹ (26 days at 480 ticks per quarter and 120 bpm); a longer one is played as a step.
  @inlinable public static var rampTickLimit: Tick { 1 << 31 }
  /// The limit of the ratio between the tempi of a ramp, 2¹⁶; a ramp that reaches this limit is played as a step.
  @inlinable public static var rampRatioLimit: Int { 1 << 16 }
  /// The number of points of a host time filter, 512.
  @inlinable public static var hostTimePoints: Int { 512 }
}
