// Corners and slopes, by lines through the stretches between the corners.

extension MeasuredValue {
  /// The frame at which the line through the amplitudes of a stretch has a value.
  static func frame(ofAmplitude value: Double, _ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("frame") { LinearFit(through: $0.amplitudes, in: range).frame(of: value) }
  }
  /// The frame at which the line through the levels of a stretch is at a level.
  static func frame(ofLevel value: Double, _ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("frame") { LinearFit(through: $0.levels, in: range).frame(of: value) }
  }
  /// How the level moves in a stretch.
  static func levelSlope(_ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("dB/s") { LinearFit(through: $0.levels, in: range).slope * $0.sampleRate }
  }
  /// What the line through the levels of a stretch has at a frame, which may lie outside it.
  static func levelAt(_ frame: Int, _ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("dB") { LinearFit(through: $0.levels, in: range).value(at: Double(frame)) }
  }
  /// The frame at which the line through the cents of a stretch has a value.
  static func frame(ofCents value: Double, _ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("frame") { LinearFit(through: $0.cents(in: range), in: range).frame(of: value) }
  }
  /// How the pitch moves in a stretch.
  static func centsSlope(_ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("cents/s") { LinearFit(through: $0.cents(in: range), in: range).slope * $0.sampleRate }
  }
  /// The frame at which a convex rise to so many cents begins (0) or ends (1): bent straight, it is a line.
  static func frame(ofConvex part: Double, to cents: Double, _ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("frame") { take in
      let straight = take.cents(in: range).map { SystemMath.power(10, ($0 / cents - 1) * 96 / 40) }
      return LinearFit(through: straight, in: range).frame(of: part)
    }
  }
}

/// A triangle that begins after a delay, read off by the lines through its first rise, its fall and its second rise.
package struct Triangle: Sendable {
  /// The frame at which it leaves 0.
  package let origin: Double
  /// Half the distance from peak to trough; negative where it begins with a fall.
  package let depth: Double
  /// Frames of one period.
  package let period: Double
  /// The frame of its first peak or trough.
  package let peak: Double

  /// - Parameters:
  ///   - origin, period: about where to look for the three lines.
  package init(through values: [Double], origin: Double, period: Double) {
    func line(_ low: Double, _ high: Double) -> LinearFit {
      LinearFit(through: values, in: Int(origin + low * period)..<Int(origin + high * period))
    }
    let rise = line(0.05, 0.2)
    let fall = line(0.3, 0.7)
    let again = line(0.8, 1.2)
    peak = rise.frame(meeting: fall)
    let trough = fall.frame(meeting: again)
    self.origin = rise.frame(of: 0)
    self.period = 2 * (trough - peak)
    depth = (fall.value(at: peak) - fall.value(at: trough)) / 2
  }

  /// What of a triangle is read.
  enum Part { case origin, rate, depth, peak }
}

extension MeasuredValue {
  /// A triangle of the pitch.
  static func pitchTriangle(_ part: Triangle.Part, origin: Double = 0, hertz: Double) -> MeasuredValue {
    triangle(part, "cents", origin, hertz) { take, range in take.cents(in: range, reach: 4) }
  }
  /// A triangle of the level.
  static func levelTriangle(_ part: Triangle.Part, origin: Double = 0, hertz: Double) -> MeasuredValue {
    triangle(part, "dB", origin, hertz) { take, _ in take.levels }
  }

  private static func triangle(
    _ part: Triangle.Part, _ unit: String, _ origin: Double, _ hertz: Double,
    _ course: @escaping @Sendable (Take, Range<Int>) -> [Double]
  ) -> MeasuredValue {
    let units = [Triangle.Part.origin: "frame", .peak: "frame", .rate: "Hz", .depth: unit]
    return MeasuredValue(units[part] ?? unit) { take in
      let period = take.sampleRate / hertz
      let range = Int(origin)..<min(take.length - 8, Int(origin + 1.3 * period))
      let triangle = Triangle(through: course(take, range), origin: origin, period: period)
      return switch part {
      case .origin: triangle.origin
      case .peak: triangle.peak
      case .rate: take.sampleRate / triangle.period
      case .depth: triangle.depth
      }
    }
  }
}
