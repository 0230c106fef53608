/// A range of frames over which one exact function maps each frame to the host's real position, whatever the host
/// reports.
///
/// The value of this function n frames after the start of the segment, called the *line*, is start + 20,160 ·
/// (2·tempo·n + slope·n²) grains. If the host repeats a region, the position is the line wrapped into the region.
package struct HostSegment: Hashable, Sendable {
  package let grid: BeatGrid
  /// The frames, counted from the creation of the host. Unlike the host's sample time, they never restart.
  package var frames: Range<Int64>
  /// The position at the segment's first frame, in grains.
  package var start: Int128
  /// The tempo at the segment's first frame, in 10⁻⁹ quarter notes per minute.
  package var tempo: Int64
  /// The change of the tempo per frame, in the same unit.
  package var slope: Int64 = 0
  package var isMoving = true
  /// Whether the position continues from the end of the previous segment.
  package var continues = false
  /// The host's loop region, in grains (``BeatGrid``).
  package var region: Range<Int128>?

  /// Returns the line's value at a frame, in grains.
  package func line(atFrame frame: Int64) -> Int128 {
    guard isMoving else { return start }
    let n = Int128(frame - frames.lowerBound)
    return start + BeatGrid.grainsPerStep * (2 * Int128(tempo) * n + Int128(slope) * n * n)
  }

  /// The line's value at the end of the segment.
  package var end: Int128 { line(atFrame: frames.upperBound) }

  /// Returns the position for a value of the line.
  package func position(ofLine line: Int128) -> Int128 {
    guard let region, start < region.upperBound, line >= region.upperBound else { return line }
    let length = region.upperBound - region.lowerBound
    return region.lowerBound + (line - region.lowerBound) % length
  }

  /// Returns the tempo at a frame, in 10⁻⁹ quarter notes per minute.
  package func tempo(atFrame frame: Int64) -> Int64 { tempo + slope * (frame - frames.lowerBound) }

  /// Returns the frame nearest to the point at which the line reaches a value; halves are rounded up. The value may lie
  /// outside the segment.
  package func frame(ofLine line: Int128) -> Int64 {
    let distance = line - start
    if slope == 0 {
      let step = 2 * BeatGrid.grainsPerStep * Int128(tempo)
      return frames.lowerBound + Int64(truncatingIfNeeded: BeatGrid.floor(distance + step / 2, step))
    }
    // the last frame m with line(m − ½) ≤ the value
    var (low, high) = (Int64(-1), Int64(frames.count) + 2)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      let halves = Int128(2 * middle - 1)
      let value = BeatGrid.grainsPerStep * (4 * Int128(tempo) * halves + Int128(slope) * halves * halves)
      if value <= 4 * distance { low = middle } else { high = middle }
    }
    return frames.lowerBound + low
  }

  /// Returns the distance in frames from `frame`, the nearest frame, to the point at which the line reaches a value: at
  /// least −½ and less than ½.
  package func remainder(ofLine line: Int128, atFrame frame: Int64) -> Double {
    let step = 2 * BeatGrid.grainsPerStep * Int128(max(1, tempo(atFrame: frame)))
    return BeatGrid.number(line - self.line(atFrame: frame)) / BeatGrid.number(step)
  }

  /// Returns the frames on which an event at a value of the line may play, with a tolerance of `error` frames in either
  /// direction.
  package func frames(ofLine line: Int128, within error: Double) -> ClosedRange<Int64> {
    let frame = frame(ofLine: line)
    let rest = remainder(ofLine: line, atFrame: frame)
    return frame + Int64((rest - error + 0.5).rounded(.down))...frame + Int64((rest + error + 0.5).rounded(.down))
  }
}
