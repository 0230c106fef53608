/// Scales values between MIDI 1.0 and MIDI 2.0. Minimum, center and maximum are preserved, and scaling up and down
/// again returns the original value.
///
/// Scaling up shifts values left; for values above the center, it also fills the low bits by repeating all bits of the
/// value except the top bit. Scaling down shifts values right.
///
/// Source: M2-104-UM, appendix D.1, "min-center-max" scaling.
/// - Thread: any
public enum ValueScaling {
  /// Scales 7 to 16 bits; the value is masked to 0…127.
  @inlinable public static func up16(_ value: UInt8) -> UInt16 {
    let value = UInt16(value & 127)
    let high = value &<< 9
    guard value > 64 else { return high }
    let rest = value & 63
    return high | rest &<< 3 | rest &>> 3
  }

  /// Scales 7 to 32 bits; the value is masked to 0…127.
  @inlinable public static func up32(_ value: UInt8) -> UInt32 {
    let value = UInt32(value & 127)
    let high = value &<< 25
    guard value > 64 else { return high }
    let rest = value & 63
    return high | rest &<< 19 | rest &<< 13 | rest &<< 7 | rest &<< 1 | rest &>> 5
  }

  /// Scales 14 to 32 bits; the value is masked to 0…16,383.
  @inlinable public static func up32(fourteenBits value: UInt16) -> UInt32 {
    let value = UInt32(value & 16_383)
    let high = value &<< 18
    guard value > 8_192 else { return high }
    let rest = value & 8_191
    return high | rest &<< 5 | rest &>> 8
  }

  /// Scales 16 to 7 bits.
  @inlinable public static func down7(_ value: UInt16) -> UInt8 { UInt8(truncatingIfNeeded: value &>> 9) }
  /// Scales 32 to 7 bits.
  @inlinable public static func down7(_ value: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value &>> 25) }
  /// Scales 32 to 14 bits.
  @inlinable public static func down14(_ value: UInt32) -> UInt16 { UInt16(truncatingIfNeeded: value &>> 18) }
}
