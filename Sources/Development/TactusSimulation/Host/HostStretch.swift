/// Frames on which a host's position is one function of the frame, exactly: what really happens, whatever the host says.
///
/// With n frames since its beginning, the *line* is start + 20,160 · (2·tempo·n + slope·n²) grains. Where the host repeats
/// a region, the position is that line folded into it.
package struct HostStretch: Hashable, Sendable {
  package let grid: BeatGrid
  /// Frames since the host was made; those of its sample time may begin anew.
  package var frames: Range<Int64>
  /// The position at its first frame, in grains.
  package var start: Int128
  /// At its first frame, in 10⁻⁹ quarter notes per minute.
  package var tempo: Int64
  /// By how much the tempo changes with each frame, in the same unit.
  package var slope: Int64 = 0
  package var isMoving = true
  /// Whether the position goes on where the stretch before has ended.
  package var continues = false
  /// What is repeated, in grains.
  package var region: Range<Int128>?

  /// The line's value at a frame, in grains.
  package func line(atFrame frame: Int64) -> Int128 {
    guard isMoving else { return start }
    let n = Int128(frame - frames.lowerBound)
    return start + BeatGrid.grainsPerStep * (2 * Int128(tempo) * n + Int128(slope) * n * n)
  }

  /// The line's end.
  package var end: Int128 { line(atFrame: frames.upperBound) }

  /// The position that belongs to a value of the line.
  package func position(ofLine line: Int128) -> Int128 {
    guard let region, start < region.upperBound, line >= region.upperBound else { return line }
    let length = region.upperBound - region.lowerBound
    return region.lowerBound + (line - region.lowerBound) % length
  }

  /// The tempo at a frame, in 10⁻⁹ quarter notes per minute.
  package func tempo(atFrame frame: Int64) -> Int64 { tempo + slope * (frame - frames.lowerBound) }

  /// The frame nearest to where the line has a value, half rounded up; for values outside the stretch too.
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

  /// How far a value of the line lies from its nearest frame: −½ …< ½ frames.
  package func remainder(ofLine line: Int128, atFrame frame: Int64) -> Double {
    let step = 2 * BeatGrid.grainsPerStep * Int128(max(1, tempo(atFrame: frame)))
    return BeatGrid.number(line - self.line(atFrame: frame)) / BeatGrid.number(step)
  }

  /// The frames on which something at a value of the line may be, if up to `error` frames either way are allowed.
  package func frames(ofLine line: Int128, within error: Double) -> ClosedRange<Int64> {
    let frame = frame(ofLine: line)
    let rest = remainder(ofLine: line, atFrame: frame)
    return frame + Int64((rest - error + 0.5).rounded(.down))...frame + Int64((rest + error + 0.5).rounded(.down))
  }
}
