import TactusDSP

/// The units of XG's effect parameters.
///
/// Source: XG specification 1.3, effect data value assign tables, by their steps.
enum XGScale {
  /// Seconds: 0.3 in steps of 0.1 to 5, of 0.5 to 10, of 1 to 20, then 25 and 30.
  static func reverbTime(_ value: UInt8) -> Float {
    let steps = Float(value)
    return value <= 47
      ? 0.3 + 0.1 * steps
      : value <= 57 ? 5 + 0.5 * (steps - 47) : value <= 67 ? 10 + (steps - 57) : value == 68 ? 25 : 30
  }

  /// Seconds: 0.1 ms, and 1.575 ms more with each step up to 63.
  static func initialDelay(_ value: UInt8) -> Float { 0.000_1 + 0.001_575 * Float(min(63, value)) }

  /// Hertz: twenty steps to a factor of ten, from 20 Hz.
  static func frequency(_ value: UInt8) -> Float {
    Float(20 * ExactMath.exp2(Double(min(60, value)) * 0.166096404744368117))
  }

  /// Hertz: 0.042 a step up to 64, from there on twice as much with every twelfth step.
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

  /// Seconds: 0.1 ms a step to 10 ms, from there on up to 50 ms at 127.
  static func delay(_ value: UInt8) -> Float {
    value <= 100 ? 0.000_1 * Float(value) : 0.01 + 0.001_481 * Float(Int(value) &- 100)
  }
}
