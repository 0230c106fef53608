#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// The platform's mathematical functions. The synthesizer has its own functions, and the measurements must not share
/// the errors of those functions.
package enum SystemMath {
  package static func sin(_ x: Double) -> Double { libmSin(x) }
  package static func cos(_ x: Double) -> Double { libmCos(x) }
  package static func atan2(_ y: Double, _ x: Double) -> Double { libmAtan2(y, x) }
  package static func log2(_ x: Double) -> Double { libmLog2(x) }
  package static func log10(_ x: Double) -> Double { libmLog10(x) }
  package static func exp2(_ x: Double) -> Double { libmExp2(x) }
  package static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// Converts a factor to decibels; −∞ for 0.
  package static func decibels(_ factor: Double) -> Double { 20 * log10(abs(factor)) }
  /// Converts timecents to seconds.
  package static func seconds(timecents: Double) -> Double { exp2(timecents / 1_200) }
  /// Converts absolute cents to a frequency: 6,900 is 440 Hz.
  package static func hertz(absoluteCents: Double) -> Double { 440 * exp2((absoluteCents - 6_900) / 1_200) }
  /// Converts a frequency to absolute cents.
  package static func absoluteCents(hertz: Double) -> Double { 6_900 + 1_200 * log2(hertz / 440) }
}

private func libmSin(_ x: Double) -> Double { sin(x) }
private func libmCos(_ x: Double) -> Double { cos(x) }
private func libmAtan2(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
private func libmLog2(_ x: Double) -> Double { log2(x) }
private func libmLog10(_ x: Double) -> Double { log10(x) }
private func libmExp2(_ x: Double) -> Double { exp2(x) }
