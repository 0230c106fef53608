import TactusFiles

/// The sample of a zone, designed so that its playback can be measured in the output.
package enum TestWave: Hashable, Sendable {
  /// A cosine on the left and a sine on the right, 100 points per period, looped: each frame has an amplitude and a
  /// phase.
  case pair
  /// A looped constant: the output is the gain.
  case steady
  /// A single point of full level at an index; all other points are 0.
  case impulse(at: Int, points: Int)
  /// A ramp whose points encode their own index: point n is 4 · (n mod 8,000).
  case ramp(points: Int)
  /// A constant for a number of points, without a loop.
  case burst(points: Int)

  /// The value of a point at full amplitude.
  package static let amplitude = 32_000.0
  /// The number of points in a period of `pair`.
  package static let period = 100
  /// The number of points after which `ramp` restarts at 0.
  package static let rampPeriod = 8_000
  /// The difference between consecutive points of `ramp`.
  package static let rampStep = 4

  /// The points of one sample, or of two samples: left and right.
  var channels: [[Int16]] {
    switch self {
    case .pair: [Self.periods(quarter: true), Self.periods(quarter: false)]
    case .steady: [Array(repeating: Int16(Self.amplitude), count: 64)]
    case .impulse(let position, let points): [(0..<points).map { $0 == position ? Int16(Self.amplitude) : 0 }]
    case .ramp(let points): [(0..<points).map { Int16($0 % Self.rampPeriod * Self.rampStep) }]
    case .burst(let points): [Array(repeating: Int16(Self.amplitude), count: points)]
    }
  }

  /// The loop of the sample.
  var loop: Range<Int>? {
    switch self {
    case .pair: 8..<Self.period * 10 + 8
    case .steady: 8..<56
    case .impulse, .burst: nil
    case .ramp(let points): 100..<min(points, 200)
    }
  }

  /// Eleven periods of a cosine or a sine, of which ten are looped.
  private static func periods(quarter: Bool) -> [Int16] {
    (0..<period * 11).map { point in
      let angle = 2 * Double.pi * Double(point) / Double(period)
      return Int16((amplitude * (quarter ? SystemMath.cos(angle) : SystemMath.sin(angle))).rounded())
    }
  }
}
