/// A straight line through a quantity that moves, by least squares.
package struct LinearFit: Sendable {
  /// Per frame.
  package let slope: Double
  /// At frame 0.
  package let offset: Double

  /// The line that comes nearest to the values at the frames of a range.
  package init(through values: [Double], in range: Range<Int>) {
    let middle = Double(range.lowerBound + range.upperBound - 1) / 2
    var (sum, moment, spread) = (0.0, 0.0, 0.0)
    values.withUnsafeBufferPointer { values in
      for frame in range {
        let x = Double(frame) - middle
        sum += values[frame]
        moment += x * values[frame]
        spread += x * x
      }
    }
    slope = moment / spread
    offset = sum / Double(range.count) - slope * middle
  }

  /// The value at a frame.
  package func value(at frame: Double) -> Double { offset + slope * frame }
  /// The frame at which the line has a value.
  package func frame(of value: Double) -> Double { (value - offset) / slope }
  /// The frame at which two lines meet.
  package func frame(meeting other: LinearFit) -> Double { (other.offset - offset) / (slope - other.slope) }
}
