import TactusDSP

/// The units of General MIDI 2's effect parameters.
///
/// Source: GM2 specification 1.2, global parameter control; GS and XG count chorus feedback, depth and sends alike.
enum GM2Scale {
  /// A factor for so many steps of reverb time: e to the power of 0.025 for each.
  static func growth(_ steps: Int) -> Float { Float(ExactMath.exp2(Double(steps) * 0.0360673760222241)) }
  /// Reverb time in seconds: 40 is a second.
  static func reverbTime(_ value: UInt8) -> Float { growth(Int(value) &- 40) }
  /// Chorus rate in hertz.
  static func rate(_ value: UInt8) -> Float { Float(value) * 0.122 }
  /// Chorus depth in seconds.
  static func depth(_ value: UInt8) -> Float { (Float(value) + 1) / 3_200 }
  /// Chorus feedback as a factor.
  static func feedback(_ value: UInt8) -> Float { Float(value) * 0.00763 }
  /// A send as a factor.
  static func send(_ value: UInt8) -> Float { Float(value) * 0.00787 }
}
