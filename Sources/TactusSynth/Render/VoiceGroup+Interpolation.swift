import CTactusKernels

// Reading samples between their points, one lane at a time, four frames at once where nothing is in the way.

extension VoiceGroup {
  /// Fills the rows with `count` frames of the eight lanes; lanes that do not sound give zeros.
  @inline(__always)
  mutating func interpolate(_ count: Int, samples: UnsafePointer<LaneSample>, cubic: Bool, rows: LaneRows) {
    for lane in 0..<8 {
      if active & Self.bit(lane) == 0 {
        for frame in 0..<count { rows[lane][frame] = 0 }
      } else if cubic {
        readLane(lane, count, samples[lane], cubic: true, into: rows[lane])
      } else {
        readLane(lane, count, samples[lane], cubic: false, into: rows[lane])
      }
    }
  }

  /// One lane: as many frames as possible without looking at edges, the rest one by one.
  @inline(__always)
  private mutating func readLane(
    _ lane: Int, _ count: Int, _ sample: LaneSample, cubic: Bool, into row: UnsafeMutablePointer<Float>
  ) {
    let bit = Self.bit(lane)
    var cursor = LaneCursor(
      phase: phase[lane], increment: increment[lane], step: incrementStep[lane], isLooping: looping & bit != 0,
      wrapped: wrapped & bit != 0)
    var frame = 0
    while frame < count {
      let free = sample.lowBytes != nil ? 0 : cursor.framesWithinEdges(sample, atMost: count &- frame)
      if free >= 4 {
        let whole = free & ~3
        cursor.read(whole, sample.points, cubic: cubic, into: row + frame)
        frame &+= whole
      } else {
        row[frame] = cubic ? cursor.cubicAtEdge(sample) : cursor.linearAtEdge(sample)
        cursor.advance()
        frame &+= 1
      }
      cursor.wrapIfNeeded(sample)
    }
    phase[lane] = cursor.phase
    increment[lane] = cursor.increment
    if cursor.wrapped { wrapped |= bit }
  }
}

/// The moving part of one lane's reading, kept in registers.
struct LaneCursor {
  var phase: SamplePhase
  var increment: Int64
  var step: Int64
  let isLooping: Bool
  var wrapped: Bool

  /// For how many frames from here all four neighbours lie inside what may be read without a look.
  @inline(__always)
  func framesWithinEdges(_ sample: LaneSample, atMost count: Int) -> Int {
    let lowest = isLooping && wrapped ? sample.loopStart : 0
    guard phase.point > lowest else { return 0 }
    let limit = SamplePhase(point: (isLooping ? sample.loopEnd : sample.length) &- 2)
    let room = limit &- phase
    guard room > 0 else { return 0 }
    let n = Int64(count)
    let last = increment &+ n &* step
    // Only forwards is what lies ahead known to be inside.
    guard min(increment, last) > 0 else { return 0 }
    let fastest = max(increment, last)
    if room > n &* fastest { return count }
    return Int(truncatingIfNeeded: min(n, (room &- 1) / fastest &+ 1))
  }

  @inline(__always)
  mutating func advance() {
    phase &+= increment
    increment &+= step
  }

  /// Back to the loop's start once its end is reached, keeping the fraction.
  @inline(__always)
  mutating func wrapIfNeeded(_ sample: LaneSample) {
    guard isLooping else { return }
    let end = SamplePhase(point: sample.loopEnd)
    guard phase >= end else { return }
    let start = SamplePhase(point: sample.loopStart)
    phase = start &+ (phase &- start) % (end &- start)
    wrapped = true
  }

  /// The point at `index` as the ear should meet it: the loop's seam closed, zeros outside the sample.
  @inline(__always)
  private func neighbour(_ index: Int64, _ sample: LaneSample) -> Float {
    guard isLooping else { return sample.point(index) }
    let length = sample.loopEnd &- sample.loopStart
    if index >= sample.loopEnd { return sample.point(sample.loopStart &+ (index &- sample.loopEnd) % length) }
    if wrapped && index < sample.loopStart { return sample.point(index &+ length) }
    return sample.point(index)
  }

  @inline(__always)
  func cubicAtEdge(_ sample: LaneSample) -> Float {
    let at = phase.point
    return cubicInterpolation(
      neighbour(at &- 1, sample), neighbour(at, sample), neighbour(at &+ 1, sample), neighbour(at &+ 2, sample),
      phase.fraction)
  }

  @inline(__always)
  func linearAtEdge(_ sample: LaneSample) -> Float {
    let here = neighbour(phase.point, sample)
    return here + (neighbour(phase.point &+ 1, sample) - here) * phase.fraction
  }
}

/// The Catmull-Rom cubic through four points, between the second and the third; the same operations in the same order
/// as in the kernel, so that a frame's value does not depend on its neighbours in time.
@inline(__always)
func cubicInterpolation(_ a: Float, _ b: Float, _ c: Float, _ d: Float, _ x: Float) -> Float {
  let c1 = (c - a) * 0.5
  let half = (d - b) * 0.5
  let delta = c - b
  let sum = c1 + half
  let c3 = sum - (delta + delta)
  let c2 = delta - c1 - c3
  return ((c3 * x + c2) * x + c1) * x + b
}

extension LaneCursor {
  /// `count` frames, a multiple of four, none near an edge.
  @inline(__always)
  mutating func read(_ count: Int, _ points: UnsafeRawPointer, cubic: Bool, into row: UnsafeMutablePointer<Float>) {
    let frames = Int32(truncatingIfNeeded: count)
    if cubic {
      tactus_read_cubic(points, phase, increment, step, frames, row)
    } else {
      tactus_read_linear(points, phase, increment, step, frames, row)
    }
    let n = Int64(count)
    phase &+= n &* increment &+ step &* (n &* (n &- 1) / 2)
    increment &+= n &* step
  }
}
