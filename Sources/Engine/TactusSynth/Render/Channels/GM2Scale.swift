import TactusDSP

/// The units of General MIDI 2's effect parameters.
///
/// Source: GM2 specification 1.2, global parameter control. GS uses the same units for chorus feedback, rate, depth and
/// reverb send, and the same steps of reverb time; XG uses the same units for chorus depth only.
enum GM2Scale {
  /// Returns the factor for a number of steps of reverb time: e^0.025 per step.
  static func growth(_ steps: Int) -> Float { Float(ExactMath.exp2(Double(steps) * 0.0360673760222241)) }
  /// Returns the reverb time in seconds: 40 is one second.
  static func reverbTime(_ value: UInt8) -> Float { growth(Int(value) &- 40) }
  /// Returns the chorus rate in hertz.
  static func rate(_ value: UInt8) -> Float { Float(value) * 0.122 }
  /// Returns the chorus depth in seconds.
  static func depth(_ value: UInt8) -> Float { (Float(value) + 1) / 3_200 }
  /// Returns the chorus feedback as a factor.
  static func feedback(_ value: UInt8) -> Float { Float(value) * 0.00763 }
  /// Returns a send level as a factor.
  static func send(_ value: UInt8) -> Float { Float(value) * 0.00787 }
}
