import TactusDSP

extension Float {
  /// The magnitude in decibels relative to 1, which is full scale; nil for 0.
  var decibels: Double? { self > 0 ? ExactMath.log2(Double(self)) * 6.020599913279624 : nil }
}
