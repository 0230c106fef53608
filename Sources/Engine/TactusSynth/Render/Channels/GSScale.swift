import TactusDSP

/// The units of GS's insertion effects.
///
/// Source: Roland SC-8850 owner's manual, effect parameter value conversion table, expressed by its step sizes. The
/// units of drive and inertia are unpublished.
enum GSScale {
  /// Returns a gain in decibels; 64 is 0.
  static func gain(_ value: UInt8) -> Float { Float(max(-12, min(12, Int(value) &- 64))) }

  /// Returns a balance: 0 (direct sound) … 0.5 at 64 … 1 (effect).
  static func balance(_ value: UInt8) -> Float {
    value <= 64 ? Float(value) / 128 : 0.5 + Float(Int(value) &- 64) / 126
  }

  /// Returns a feedback as a factor: 2 % per step.
  static func feedback(_ value: UInt8) -> Float { Float(max(-49, min(49, Int(value) &- 64))) * 0.02 }

  /// Returns a pre-delay in seconds: up to 5 ms in steps of 0.1, up to 10 in steps of 0.5, up to 50 in steps of 1, up to
  /// 100 in steps of 2.
  static func preDelay(_ value: UInt8) -> Float {
    let steps = Float(value)
    let milliseconds =
      value < 50 ? 0.1 * steps : value < 60 ? 5 + 0.5 * (steps - 50) : value <= 100 ? steps - 50 : 2 * steps - 150
    return min(100, milliseconds) * 0.001
  }

  /// Returns a delay time of the first kind in seconds: from 200 ms in steps of 5, and of 10 from 550 to 1,000 ms.
  static func delay1(_ value: UInt8) -> Float {
    let steps = Float(value)
    return min(1_000, value < 70 ? 200 + 5 * steps : 550 + 10 * (steps - 70)) * 0.001
  }

  /// Returns a delay time of the third kind in seconds: up to 5 ms in steps of 0.1, up to 10 in steps of 0.5, up to 40 in
  /// steps of 1, up to 300 in steps of 10, up to 500 in steps of 20.
  static func delay3(_ value: UInt8) -> Float {
    let steps = Float(value)
    if value <= 90 { return preDelay(value) }
    return min(500, value <= 116 ? 40 + 10 * (steps - 90) : 300 + 20 * (steps - 116)) * 0.001
  }

  /// Returns a rate in hertz: up to 5 Hz in steps of 0.05, up to 7 in steps of 0.1, up to 10 in steps of 0.5.
  static func rate(_ value: UInt8) -> Float {
    let steps = Float(value)
    return min(10, value < 100 ? 0.05 * (steps + 1) : value < 120 ? 5 + 0.1 * (steps - 99) : 7 + 0.5 * (steps - 119))
  }

  /// Returns a phaser's center frequency in hertz: from 100 in steps of 10, from 300 in steps of 20, from 1,000 in steps
  /// of 100 up to 8,000.
  static func manual(_ value: UInt8) -> Float {
    let steps = Float(value)
    return min(8_000, value < 20 ? 100 + 10 * steps : value < 55 ? 300 + 20 * (steps - 20) : 1_000 + 100 * (steps - 55))
  }

  /// Returns a frequency in hertz, a third of an octave per eight steps from the first.
  static func thirdOctaves(_ value: UInt8, from first: Float) -> Float {
    first * Float(ExactMath.exp2(Double(value &>> 3) * 0.332192809488736235))
  }

  /// Returns a band's Q.
  static func q(_ value: UInt8) -> Float {
    switch value {
    case 0: 0.5
    case 1: 1
    case 2: 2
    case 3: 4
    default: 9
    }
  }

  /// Returns the coefficient of a low-pass in a feedback: from 315 Hz in thirds of an octave; none from 120 on.
  static func damping(_ value: UInt8) -> Float {
    guard value < 120 else { return 1 }
    let turns = Double(thirdOctaves(value, from: 315)) / 44_100
    return Float(1 - ExactMath.exp2(-9.06472028365438762 * turns))
  }

  /// Returns the gain of a drive: 12 to 44 dB, and 12 dB more for a distortion. A note at full level has a peak of 0.25,
  /// so 12 dB reach the limit.
  static func drive(_ value: UInt8, isHard: Bool) -> Float {
    Float(ExactMath.gain(decibels: Double(value) * (32.0 / 127) + (isHard ? 24 : 12)))
  }

  /// Returns the time constant of a rotor in seconds; a higher acceleration is a shorter time.
  static func inertia(_ value: UInt8) -> Float { 5 * Float(ExactMath.exp2(Double(value &>> 3) * (-1.0 / 3))) }
}
