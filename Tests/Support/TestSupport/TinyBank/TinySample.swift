import Foundation

/// A recorded sound made in code.
package struct TinySample: Hashable, Sendable {
  package var name: String
  package var points: [Int16]
  /// Low bytes for 24-bit points, or empty.
  package var lowBytes: [UInt8] = []
  /// The points that repeat, counted from the first; nil for none.
  package var loop: Range<Int>?
  package var rate = 48_000
  package var rootKey = 60
  package var correction = 0

  package init(_ name: String, _ points: [Int16], loop: Range<Int>? = nil) {
    self.name = name
    self.points = points
    self.loop = loop
  }

  /// The same with another rate, root key or correction.
  package func tuned(rate: Int = 48_000, rootKey: Int = 60, correction: Int = 0) -> TinySample {
    var copy = self
    (copy.rate, copy.rootKey, copy.correction) = (rate, rootKey, correction)
    return copy
  }

  /// Whole periods of a wave. The loop is exact: it spans whole periods, with a period before and after it.
  ///
  /// - Parameters:
  ///   - period: points per period.
  ///   - cycles: periods in the loop.
  ///   - wave: the wave over one turn, 0 ..< 1 → −1…1.
  package static func periodic(
    _ name: String, period: Int, cycles: Int, level: Double = 0.5, _ wave: (Double) -> Double
  ) -> TinySample {
    let points = (0..<period * (cycles + 2)).map { index in
      Int16((32_767 * level * wave(Double(index % period) / Double(period))).rounded())
    }
    return TinySample(name, points, loop: period..<period * (cycles + 1))
  }

  /// A sine that starts at 0 and rises.
  package static func sine(period: Int = 100, cycles: Int = 10, level: Double = 0.5) -> TinySample {
    periodic("sine", period: period, cycles: cycles, level: level) { sin(2 * .pi * $0) }
  }

  /// A falling ramp per period with all its overtones.
  package static func saw(period: Int = 100, cycles: Int = 10, level: Double = 0.5) -> TinySample {
    periodic("saw", period: period, cycles: cycles, level: level) { 1 - 2 * $0 }
  }

  /// White noise with a loop; the seam is as rough as the rest.
  package static func noise(count: Int = 4_000, seed: UInt64 = 1, level: Double = 0.5) -> TinySample {
    var random = SeededGenerator(seed: seed)
    let points = (0..<count).map { _ in Int16((32_767 * level * Double.random(in: -1...1, using: &random)).rounded()) }
    return TinySample("noise", points, loop: count / 4..<count * 3 / 4)
  }

  /// Every point is its own index times a step, so the output shows the read position.
  package static func ramp(count: Int = 1_000, step: Int = 16) -> TinySample {
    TinySample("ramp", (0..<count).map { Int16(truncatingIfNeeded: $0 * step) }, loop: 100..<count - 100)
  }

  /// One point of full level, then silence: a note makes it sound on its frame and nowhere else.
  package static func impulse(at index: Int = 0, count: Int = 100) -> TinySample {
    TinySample("impulse", (0..<count).map { $0 == index ? 32_767 : 0 })
  }

  /// A constant with a loop: the output is the voice's gain.
  package static func constant(_ value: Int16 = 16_384, count: Int = 100) -> TinySample {
    TinySample("constant", [Int16](repeating: value, count: count), loop: 10..<count - 10)
  }

  /// A sine that fades to nothing over its last quarter, without loop.
  package static func fading(period: Int = 100, count: Int = 4_000, level: Double = 0.5) -> TinySample {
    let points = (0..<count).map { index in
      let rest = min(Double(count - 1 - index) / Double(count / 4), 1)
      return Int16((32_767 * level * rest * rest * sin(2 * .pi * Double(index) / Double(period))).rounded())
    }
    return TinySample("fading", points)
  }
}
