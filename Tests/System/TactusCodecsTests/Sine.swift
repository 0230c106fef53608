import Foundation

enum Sine {
  /// The sine of so many turns.
  static func at(_ turns: Double) -> Double { sin(2 * .pi * turns) }
}
