import Foundation

extension Golden {
  /// Timecents → seconds. −12000 is 2^-10 s; −32768, if `clamp` preserves it, means zero.
  package static func seconds(timecents: Double) -> Double { timecents <= -32_768 ? 0 : exp2(timecents / 1_200) }

  /// Absolute cents → hertz: 0 is MIDI key 0 (8.1758 Hz), 6900 is 440 Hz.
  package static func hertz(absoluteCents cents: Double) -> Double { 440 * exp2((cents - 6_900) / 1_200) }

  /// Cents → frequency ratio.
  package static func ratio(cents: Double) -> Double { exp2(cents / 1_200) }

  /// Centibels of attenuation → factor.
  package static func gain(centibels: Double) -> Double { pow(10, -centibels / 200) }

  /// Decibels of attenuation → factor.
  package static func gain(decibels: Double) -> Double { pow(10, -decibels / 20) }

  /// Pan −500…500 → constant-power factors.
  package static func panGains(_ pan: Double) -> (left: Double, right: Double) {
    let angle = (pan + 500) / 1_000 * .pi / 2
    return (cos(angle), sin(angle))
  }
}
