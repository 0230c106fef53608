import TactusDSP

/// The inputs of modulators: the key and velocity latched by a voice, and the current state of its channel.
///
/// - Thread: audio
struct ModulationInputs {
  var channel: UnsafePointer<Channel>
  /// The channel pressure.
  var pressure: UInt8
  /// The value of controller 74.
  var timbre: UInt8
  /// The concave curve for 0…127; see `ModulationCurves`.
  var concave: UnsafePointer<Double>
  /// The key as played, which selects the key pressure.
  var playedKey: UInt8
  /// The played key, or the key that a generator sets instead.
  var key: UInt8
  /// The played velocity, or the velocity that a generator sets instead.
  var velocity: UInt8

  /// Returns the value of a modulator source after its curve, 0…1 or −1…1.
  ///
  /// "No controller" is the constant 1, and no curve applies to it (SoundFont 2.04 §8.2.1).
  @inline(__always)
  func value(of source: UInt16) -> Double {
    let index = source & 127
    if source & 0x80 != 0 {
      if channel.pointee.isFine, let fine = fineValue(of: source) { return fine }
      return shape(source, step: Int(index == 74 ? timbre : channel.pointee.controllers[Int(index)]))
    }
    switch index {
    case 0: return 1
    case 2: return shape(source, step: Int(velocity))
    case 3: return shape(source, step: Int(key))
    case 10: return shape(source, step: Int(channel.pointee.keyPressures[Int(playedKey)]))
    case 13: return shape(source, step: Int(pressure))
    case 14: return shape(source, fine: Double(channel.pointee.pitchBend &- 8192) * (1.0 / 8192))
    case 16: return channel.pointee.bendRange * (1.0 / 12_700)
    default: return 0
    }
  }

  /// Returns the 14-bit value of a controller with an LSB (MSB 0…31, LSB 32…63), or nil if the LSB is 0 or missing.
  ///
  /// Without an LSB, the 7-bit value of the MSB applies unchanged. An MSB of 127 is full scale, whatever the LSB.
  private func fineValue(of source: UInt16) -> Double? {
    let index = Int(source & 127)
    guard index < 32 else { return nil }
    let low = channel.pointee.controllers[index &+ 32]
    guard low != 0 else { return nil }
    let steps = min(127, Double(channel.pointee.controllers[index]) + Double(low) * (1.0 / 128))
    if source & 0x200 != 0 { return shape(source, fine: (steps - 64) * (steps < 64 ? 1.0 / 64 : 1.0 / 63)) }
    if source &>> 10 == 3 { return shape(source, step: Int(channel.pointee.controllers[index])) }
    return curve(source &>> 10, source & 0x100 != 0 ? 1 - steps * (1.0 / 127) : steps * (1.0 / 127))
  }

  /// Maps a 7-bit value through a curve: 0 becomes 0, and 127 becomes exactly 1; on a bipolar curve 64 becomes exactly
  /// 0.
  @inline(__always)
  private func shape(_ source: UInt16, step: Int) -> Double {
    let flipped = source & 0x100 != 0
    if source & 0x200 == 0 {
      let x = flipped ? 127 &- step : step
      switch source &>> 10 {
      case 0: return Double(x) * (1.0 / 127)
      case 1: return concave[x]
      case 2: return 1 - concave[127 &- x]
      default: return x >= 64 ? 1 : 0
      }
    }
    if source &>> 10 == 3 { return (step >= 64) != flipped ? 1 : -1 }
    let centred = Double(step &- 64) * (step < 64 ? 1.0 / 64 : 1.0 / 63)
    return shape(source, fine: centred)
  }

  /// Maps a value of −1…1 through a curve; unipolar sources use the range 0…1.
  @inline(__always)
  private func shape(_ source: UInt16, fine: Double) -> Double {
    let flipped = source & 0x100 != 0
    // a switch is up from the center, in both directions
    if source &>> 10 == 3 { return (fine >= 0) != flipped ? 1 : source & 0x200 == 0 ? 0 : -1 }
    if source & 0x200 == 0 {
      let x = (fine + 1) * 0.5
      return curve(source &>> 10, flipped ? 1 - x : x)
    }
    let x = flipped ? -fine : fine
    let magnitude = curve(source &>> 10, x < 0 ? -x : x)
    return x < 0 ? -magnitude : magnitude
  }

  @inline(__always)
  private func curve(_ kind: UInt16, _ x: Double) -> Double {
    switch kind {
    case 0: x
    case 1: ModulationCurves.concave(x)
    default: 1 - ModulationCurves.concave(1 - x)
    }
  }
}

/// The curves of modulator sources.
enum ModulationCurves {
  /// Returns −(40/96)·log10(1 − x), clipped at 1. With x = 1 − v/127, an attenuation of 960 centibels times this value
  /// is an amplitude of (v/127)².
  ///
  /// Source: SoundFont 2.04 §9.5.3, with the errors of the printed formula corrected.
  @inline(__always)
  static func concave(_ x: Double) -> Double {
    guard x < 1 else { return 1 }
    return Double(min(1, -0.125429165 * ExactMath.log2(Double(1 - x))))
  }
}
