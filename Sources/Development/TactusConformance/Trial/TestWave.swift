import TactusFiles

/// What a zone plays: made so that what is heard can be read off the output.
package enum TestWave: Hashable, Sendable {
  /// A cosine hard left and the sine hard right, 100 points a period, looped: each frame has an amplitude and a phase.
  case pair
  /// A constant, looped: what comes out is the gain.
  case steady
  /// One point of full level among so many zeros, at a place.
  case impulse(at: Int, points: Int)
  /// So many points that tell their own number: point n is 4 · (n mod 8,000).
  case ramp(points: Int)
  /// A constant of so many points and nothing after it.
  case burst(points: Int)

  /// The level of a point at full amplitude.
  package static let amplitude = 32_000.0
  /// Points in a period of `pair`.
  package static let period = 100
  /// What `ramp` counts up to before it starts again, and its step.
  package static let rampPeriod = 8_000
  package static let rampStep = 4

  /// The points of one recorded sound, or of two: left and right.
  var channels: [[Int16]] {
    switch self {
    case .pair: [Self.periods(quarter: true), Self.periods(quarter: false)]
    case .steady: [Array(repeating: Int16(Self.amplitude), count: 64)]
    case .impulse(let position, let points): [(0..<points).map { $0 == position ? Int16(Self.amplitude) : 0 }]
    case .ramp(let points): [(0..<points).map { Int16($0 % Self.rampPeriod * Self.rampStep) }]
    case .burst(let points): [Array(repeating: Int16(Self.amplitude), count: points)]
    }
  }

  /// The loop that is recorded with it.
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
