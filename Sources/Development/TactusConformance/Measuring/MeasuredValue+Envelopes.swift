// Breakpoints and slopes of envelopes, from lines fitted to the segments between breakpoints.

extension MeasuredValue {
  /// The frame at which the line fitted to a segment's amplitudes reaches a value.
  static func frame(ofAmplitude value: Double, _ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("frame") { LinearFit(through: $0.amplitudes, in: range).frame(of: value) }
  }
  /// The frame at which the line fitted to a segment's levels reaches a level.
  static func frame(ofLevel value: Double, _ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("frame") { LinearFit(through: $0.levels, in: range).frame(of: value) }
  }
  /// The slope of the level in a segment.
  static func levelSlope(_ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("dB/s") { LinearFit(through: $0.levels, in: range).slope * $0.sampleRate }
  }
  /// The level at a frame, on the line fitted to a segment's levels; the frame may lie outside the segment.
  static func levelAt(_ frame: Int, _ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("dB") { LinearFit(through: $0.levels, in: range).value(at: Double(frame)) }
  }
  /// The frame at which the line fitted to a segment's pitches reaches a value.
  static func frame(ofCents value: Double, _ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("frame") { LinearFit(through: $0.cents(in: range), in: range).frame(of: value) }
  }
  /// The slope of the pitch in a segment.
  static func centsSlope(_ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("cents/s") { LinearFit(through: $0.cents(in: range), in: range).slope * $0.sampleRate }
  }
  /// The frame at which a convex rise to a number of cents starts (`part` 0) or ends (`part` 1), from a line fitted to
  /// the linearized rise.
  static func frame(ofConvex part: Double, to cents: Double, _ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("frame") { take in
      let straight = take.cents(in: range).map { SystemMath.power(10, ($0 / cents - 1) * 96 / 40) }
      return LinearFit(through: straight, in: range).frame(of: part)
    }
  }
}

/// A triangle wave that starts after a delay, measured by lines fitted to its first rise, its fall and its second rise.
package struct Triangle: Sendable {
  /// The frame at which it starts.
  package let origin: Double
  /// Half the distance from peak to trough; negative if it starts with a fall.
  package let depth: Double
  /// The period in frames.
  package let period: Double
  /// The frame of its first peak or trough.
  package let peak: Double

  /// - Parameters:
  ///   - origin, period: approximate values in frames, which determine where the three lines are fitted.
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

  /// The property of a triangle to measure.
  enum Part { case origin, rate, depth, peak }
}

extension MeasuredValue {
  /// A property of a triangle wave in the pitch.
  static func pitchTriangle(_ part: Triangle.Part, origin: Double = 0, hertz: Double) -> MeasuredValue {
    triangle(part, "cents", origin, hertz) { take, range in take.cents(in: range, reach: 4) }
  }
  /// A property of a triangle wave in the level.
  static func levelTriangle(_ part: Triangle.Part, origin: Double = 0, hertz: Double) -> MeasuredValue {
    triangle(part, "dB", origin, hertz) { take, _ in take.levels }
  }

  private static func triangle(
    _ part: Triangle.Part, _ unit: String, _ origin: Double, _ hertz: Double,
    _ curve: @escaping @Sendable (Take, Range<Int>) -> [Double]
  ) -> MeasuredValue {
    let units = [Triangle.Part.origin: "frame", .peak: "frame", .rate: "Hz", .depth: unit]
    return MeasuredValue(units[part] ?? unit) { take in
      let period = take.sampleRate / hertz
      let range = Int(origin)..<min(take.length - 8, Int(origin + 1.3 * period))
      let triangle = Triangle(through: curve(take, range), origin: origin, period: period)
      return switch part {
      case .origin: triangle.origin
      case .peak: triangle.peak
      case .rate: take.sampleRate / triangle.period
      case .depth: triangle.depth
      }
    }
  }
}
