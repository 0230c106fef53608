/// The effect of a source that runs from 0 to 1: slope · source + offset, each as 16.16 fixed point.
struct DLSLine {
  var slope, offset: Int32

  init(slope: Int32, offset: Int32) { (self.slope, self.offset) = (slope, offset) }

  /// Creates the line of a linear source: x, inverted 1 − x, bipolar 2x − 1, both 1 − 2x, times the scale.
  init(_ scale: Int32, _ shape: DLSConnection.Shape) {
    let rise = Int64(scale) * (shape.isBipolar ? 2 : 1)
    slope = Int32(clamping: shape.isInverted ? -rise : rise)
    offset = Int32(clamping: shape.isInverted ? Int64(scale) : shape.isBipolar ? -Int64(scale) : 0)
  }
}
