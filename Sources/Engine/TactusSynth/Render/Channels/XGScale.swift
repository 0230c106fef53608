import TactusDSP

/// The units of XG's effect parameters.
///
/// Source: XG specification 1.3, effect data value assign tables, expressed by their step sizes.
enum XGScale {
  /// Returns a reverb time in seconds: from 0.3 to 5 in steps of 0.1, up to 10 in steps of 0.5, up to 20 in steps of 1,
  /// then 25 and 30.
  static func reverbTime(_ value: UInt8) -> Float {
    let steps = Float(value)
    return value <= 47
      ? 0.3 + 0.1 * steps
      : value <= 57 ? 5 + 0.5 * (steps - 47) : value <= 67 ? 10 + (steps - 57) : value == 68 ? 25 : 30
  }

  /// Returns an initial delay in seconds: 0.1 ms plus 1.575 ms per step, up to step 63.
  static func initialDelay(_ value: UInt8) -> Float { 0.000_1 + 0.001_575 * Float(min(63, value)) }

  /// Returns a frequency in hertz: from 20 Hz, with twenty steps per decade.
  static func frequency(_ value: UInt8) -> Float {
    Float(20 * ExactMath.exp2(Double(min(60, value)) * 0.166096404744368117))
  }

  /// Returns a rate in hertz: 0.042 Hz per step up to value 64, then 0.084 Hz per step; this step size doubles every
  /// twelve steps.
  static func rate(_ value: UInt8) -> Float {
    var hertz: Float = 0.042 * Float(min(64, value))
    var step: Float = 0.084
    var left = Int(value) &- 64
    while left > 0 {
      hertz += step * Float(min(12, left))
      left &-= 12
      step *= 2
    }
    return hertz
  }

  /// Returns a delay in seconds: 0.1 ms per step up to 10 ms at value 100, then 1.481 ms per step up to 50 ms at value
  /// 127.
  static func delay(_ value: UInt8) -> Float {
    value <= 100 ? 0.000_1 * Float(value) : 0.01 + 0.001_481 * Float(Int(value) &- 100)
  }
}
