import CTactusKernels

// Reading samples between their points, one lane at a time, by kernels where nothing is in the way.

extension VoiceGroup {
  /// Fills the rows with `count` frames of the eight lanes; lanes that do not sound give zeros.
  @inline(__always)
  mutating func interpolate(_ count: Int, samples: UnsafePointer<LaneSample>, cubic: Bool, rows: LaneRows) {
    for lane in 0..<8 {
      let bit = Self.bit(lane)
      if active & bit == 0 {
        for frame in 0..<count { rows[lane][frame] = 0 }
        continue
      }
      var reader = LaneReader(
        sample: samples[lane], isLooping: looping & bit != 0, isCubic: cubic, wrapped: wrapped & bit != 0)
      if gliding & bit != 0 {
        var now = speed[lane]
        let frames = Int32(truncatingIfNeeded: count)
        let end = tactus_glide(phase[lane], &now, speedFactor[lane], frames, rows.phases)
        speed[lane] = now
        phase[lane] = reader.read(count, at: rows.phases, end: end, into: rows[lane])
      } else {
        phase[lane] = reader.read(count, from: phase[lane], increment: increment[lane], into: rows[lane])
      }
      if reader.wrapped { wrapped |= bit }
    }
  }
}

/// Reads one lane's sample.
struct LaneReader {
  let sample: LaneSample
  let isLooping: Bool
  let isCubic: Bool
  /// Whether the loop's end has been passed, so that it is what precedes the loop's start.
  var wrapped: Bool

  /// The phases between which all four neighbours may be read without a look: above `lowest`, below `limit`.
  @inline(__always)
  private var lowest: SamplePhase { SamplePhase(point: (wrapped ? sample.loopStart : 0) &+ 1) }
  @inline(__always)
  private var limit: SamplePhase { SamplePhase(point: (isLooping ? sample.loopEnd : sample.length) &- 2) }

  /// Reads `count` frames at a constant speed; gives the phase after them.
  @inline(__always)
  mutating func read(
    _ count: Int, from start: SamplePhase, increment: Int64, into row: UnsafeMutablePointer<Float>
  ) -> SamplePhase {
    var phase = start
    var frame = 0
    while frame < count {
      let free = framesWithinEdges(phase, increment, atMost: count &- frame) & ~3
      if free > 0 {
        let frames = Int32(truncatingIfNeeded: free)
        if isCubic {
          tactus_read_cubic(sample.points, phase, increment, frames, row + frame)
        } else {
          tactus_read_linear(sample.points, phase, increment, frames, row + frame)
        }
        phase &+= Int64(free) &* increment
        frame &+= free
      } else {
        row[frame] = atEdge(phase)
        phase &+= increment
        frame &+= 1
      }
      phase = wrap(phase)
    }
    return phase
  }

  /// For how many frames from here nothing is near.
  @inline(__always)
  private func framesWithinEdges(_ phase: SamplePhase, _ increment: Int64, atMost count: Int) -> Int {
    guard sample.lowBytes == nil, phase >= lowest else { return 0 }
    let room = limit &- phase
    guard room > 0 else { return 0 }
    if room > Int64(count) &* increment { return count }
    return Int(truncatingIfNeeded: min(Int64(count), (room &- 1) / increment &+ 1))
  }

  /// Reads `count` frames at phases that know of no loop; gives the phase after them.
  @inline(__always)
  mutating func read(
    _ count: Int, at phases: UnsafePointer<Int64>, end: SamplePhase, into row: UnsafeMutablePointer<Float>
  ) -> SamplePhase {
    var shift: Int64 = 0
    var frame = 0
    while frame < count {
      let phase = wrap(phases[frame] &+ shift)
      shift = phase &- phases[frame]
      var free = 0
      if sample.lowBytes == nil, phase >= lowest {
        if phases[count &- 1] &+ shift < limit {
          free = count &- frame
        } else {
          while frame &+ free < count, phases[frame &+ free] &+ shift < limit { free &+= 1 }
        }
      }
      free &= ~3
      if free > 0 {
        let frames = Int32(truncatingIfNeeded: free)
        if isCubic {
          tactus_read_cubic_at(sample.points, phases + frame, shift, frames, row + frame)
        } else {
          tactus_read_linear_at(sample.points, phases + frame, shift, frames, row + frame)
        }
        frame &+= free
      } else {
        row[frame] = atEdge(phase)
        frame &+= 1
      }
    }
    return wrap(end &+ shift)
  }

  /// Back to the loop's start once its end is reached, keeping the fraction.
  @inline(__always)
  private mutating func wrap(_ phase: SamplePhase) -> SamplePhase {
    guard isLooping, phase >= SamplePhase(point: sample.loopEnd) else { return phase }
    wrapped = true
    return sample.wrapped(phase)
  }

  /// One frame, whatever is near.
  private func atEdge(_ phase: SamplePhase) -> Float {
    let at = phase.point
    let here = neighbour(at)
    guard isCubic else { return here + (neighbour(at &+ 1) - here) * phase.fraction }
    return cubicInterpolation(
      neighbour(at &- 1), here, neighbour(at &+ 1), neighbour(at &+ 2), phase.fraction)
  }

  /// The point at `index` as the ear should meet it: the loop's seam closed, zeros outside the sample.
  @inline(__always)
  private func neighbour(_ index: Int64) -> Float {
    let length = sample.loopEnd &- sample.loopStart
    if wrapped, index < sample.loopStart { return sample.point(index &+ length) }
    guard isLooping, index >= sample.loopEnd else { return sample.point(index) }
    return sample.point(sample.loopStart &+ (index &- sample.loopEnd) % length)
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
