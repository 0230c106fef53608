/// A least-squares line through a changing quantity.
package struct LinearFit: Sendable {
  /// The slope per frame.
  package let slope: Double
  /// The value at frame 0.
  package let offset: Double

  /// Fits a line to the values at a range of frames.
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

  /// Returns the value at a frame.
  package func value(at frame: Double) -> Double { offset + slope * frame }
  /// Returns the frame at which the line reaches a value.
  package func frame(of value: Double) -> Double { (value - offset) / slope }
  /// Returns the frame at which two lines intersect.
  package func frame(meeting other: LinearFit) -> Double { (other.offset - offset) / (slope - other.slope) }
}
