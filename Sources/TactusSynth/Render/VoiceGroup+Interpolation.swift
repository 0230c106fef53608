// Reading samples between their points, one lane at a time, four frames at once where nothing is in the way.

extension VoiceGroup {
  /// Fills `scratch` with `count` frames of the eight lanes; lanes that do not sound give zeros.
  @inline(__always)
  mutating func interpolate(
    _ count: Int, samples: UnsafePointer<LaneSample>, cubic: Bool, scratch: UnsafeMutablePointer<SIMD8<Float>>
  ) {
    if active != 0xFF { for frame in 0..<count { scratch[frame] = .zero } }
    let out = UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: Float.self)
    for lane in 0..<8 where active & (1 &<< lane) != 0 {
      readLane(lane, count, samples[lane], cubic: cubic, into: out + lane)
    }
  }

  /// One lane: as many frames as possible without looking at edges, the rest one by one.
  ///
  /// - Parameter out: the lane's first value; the next frame's lies eight values further.
  @inline(__always)
  private mutating func readLane(
    _ lane: Int, _ count: Int, _ sample: LaneSample, cubic: Bool, into out: UnsafeMutablePointer<Float>
  ) {
    let bit: UInt8 = 1 &<< lane
    let isLooping = looping & bit != 0
    var cursor = LaneCursor(
      phase: phase[lane], increment: increment[lane], step: incrementStep[lane], isLooping: isLooping,
      wrapped: wrapped & bit != 0)
    var frame = 0
    while frame < count {
      let free = deep & bit != 0 ? 0 : cursor.framesWithinEdges(sample, atMost: count &- frame)
      if free >= 4 {
        let whole = free & ~3
        if cubic {
          cursor.readCubic(whole, sample.points, into: out + frame &* 8)
        } else {
          cursor.readLinear(whole, sample.points, into: out + frame &* 8)
        }
        frame &+= whole
      } else {
        out[frame &* 8] = cubic ? cursor.cubicAtEdge(sample) : cursor.linearAtEdge(sample)
        cursor.advance(sample)
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
    let fastest = max(increment, increment &+ n &* step)
    guard fastest > 0 else { return count }
    if room > n &* fastest { return count }
    return Int(truncatingIfNeeded: min(n, (room &- 1) / fastest &+ 1))
  }

  @inline(__always)
  mutating func advance(_ sample: LaneSample) {
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
/// for one frame and for four, so that a frame's value does not depend on its neighbours in time.
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

/// The same, four frames at a time.
@inline(__always)
func cubicInterpolation(
  _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>, _ x: SIMD4<Float>
) -> SIMD4<Float> {
  let c1 = (c - a) * 0.5
  let half = (d - b) * 0.5
  let delta = c - b
  let sum = c1 + half
  let c3 = sum - (delta + delta)
  let c2 = delta - c1 - c3
  return ((c3 * x + c2) * x + c1) * x + b
}

extension LaneCursor {
  /// Four neighbours of a phase as they lie in memory.
  @inline(__always)
  private func four(_ points: UnsafeRawPointer, _ at: SamplePhase) -> SIMD4<Int16> {
    (points + Int(truncatingIfNeeded: (at &>> 32) &* 2 &- 2)).loadUnaligned(as: SIMD4<Int16>.self)
  }

  @inline(__always)
  private func two(_ points: UnsafeRawPointer, _ at: SamplePhase) -> SIMD2<Int16> {
    (points + Int(truncatingIfNeeded: (at &>> 32) &* 2)).loadUnaligned(as: SIMD2<Int16>.self)
  }

  @inline(__always)
  private static func half(_ phase: SamplePhase) -> Int32 {
    Int32(truncatingIfNeeded: (phase &>> 1) & 0x7FFF_FFFF)
  }

  /// `count` frames, a multiple of four, none near an edge.
  @inline(__always)
  mutating func readCubic(_ count: Int, _ points: UnsafeRawPointer, into out: UnsafeMutablePointer<Float>) {
    var at0 = phase
    var speed = increment
    var frame = 0
    while frame < count {
      let at1 = at0 &+ speed
      let at2 = at1 &+ speed &+ step
      let at3 = at2 &+ speed &+ step &+ step
      let n0 = four(points, at0)
      let n1 = four(points, at1)
      let n2 = four(points, at2)
      let n3 = four(points, at3)
      let a = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: SIMD4(n0[0], n1[0], n2[0], n3[0])))
      let b = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: SIMD4(n0[1], n1[1], n2[1], n3[1])))
      let c = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: SIMD4(n0[2], n1[2], n2[2], n3[2])))
      let d = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: SIMD4(n0[3], n1[3], n2[3], n3[3])))
      let x = SIMD4<Float>(SIMD4(Self.half(at0), Self.half(at1), Self.half(at2), Self.half(at3))) * 0x1p-31
      let y = cubicInterpolation(a, b, c, d, x)
      out[frame &* 8] = y[0]
      out[frame &* 8 &+ 8] = y[1]
      out[frame &* 8 &+ 16] = y[2]
      out[frame &* 8 &+ 24] = y[3]
      at0 = at3 &+ speed &+ step &+ step &+ step
      speed &+= step &<< 2
      frame &+= 4
    }
    phase = at0
    increment = speed
  }

  /// `count` frames, a multiple of four, none near an edge.
  @inline(__always)
  mutating func readLinear(_ count: Int, _ points: UnsafeRawPointer, into out: UnsafeMutablePointer<Float>) {
    var at0 = phase
    var speed = increment
    var frame = 0
    while frame < count {
      let at1 = at0 &+ speed
      let at2 = at1 &+ speed &+ step
      let at3 = at2 &+ speed &+ step &+ step
      let n0 = two(points, at0)
      let n1 = two(points, at1)
      let n2 = two(points, at2)
      let n3 = two(points, at3)
      let a = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: SIMD4(n0[0], n1[0], n2[0], n3[0])))
      let b = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: SIMD4(n0[1], n1[1], n2[1], n3[1])))
      let x = SIMD4<Float>(SIMD4(Self.half(at0), Self.half(at1), Self.half(at2), Self.half(at3))) * 0x1p-31
      let y = a + (b - a) * x
      out[frame &* 8] = y[0]
      out[frame &* 8 &+ 8] = y[1]
      out[frame &* 8 &+ 16] = y[2]
      out[frame &* 8 &+ 24] = y[3]
      at0 = at3 &+ speed &+ step &+ step &+ step
      speed &+= step &<< 2
      frame &+= 4
    }
    phase = at0
    increment = speed
  }
}
