// Reading samples between their points, one lane at a time, four frames at once where nothing is in the way.

extension VoiceGroup {
  /// Fills the rows with `count` frames of the eight lanes; lanes that do not sound give zeros.
  @inline(__always)
  mutating func interpolate(_ count: Int, samples: UnsafePointer<LaneSample>, cubic: Bool, rows: LaneRows) {
    for lane in 0..<8 {
      if active & Self.bit(lane) == 0 {
        rows.clear(lane, count)
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
    let fastest = max(increment, increment &+ n &* step)
    guard fastest > 0 else { return count }
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

/// Four frames' worth of neighbouring points, two to a word, as they lie in memory.
///
/// Sample points become floats without a conversion instruction: added to the bits of 1.5 · 2²³ they are the low digits
/// of a float, from which 1.5 · 2²³ is taken away again. Exact, and it stays in vector registers.
private struct PointPairs {
  private let words: SIMD4<Int32>

  @inline(__always)
  init(_ points: UnsafeRawPointer, _ at0: Int64, _ at1: Int64, _ at2: Int64, _ at3: Int64, offset: Int64) {
    words = SIMD4(
      Self.word(points, at0, offset), Self.word(points, at1, offset), Self.word(points, at2, offset),
      Self.word(points, at3, offset))
  }

  @inline(__always)
  private static func word(_ points: UnsafeRawPointer, _ at: SamplePhase, _ offset: Int64) -> Int32 {
    (points + Int(truncatingIfNeeded: (at &>> 32 &+ offset) &* 2)).loadUnaligned(as: Int32.self)
  }

  /// The pairs' first points.
  @inline(__always) var first: SIMD4<Float> { Self.float((words &<< 16) &>> 16) }
  /// The pairs' second points.
  @inline(__always) var second: SIMD4<Float> { Self.float(words &>> 16) }

  @inline(__always)
  private static func float(_ points: SIMD4<Int32>) -> SIMD4<Float> {
    let magnet = SIMD4<Int32>(repeating: 0x4B40_0000)
    return unsafeBitCast(points &+ magnet, to: SIMD4<Float>.self) - SIMD4(repeating: 12_582_912)
  }
}

extension LaneCursor {
  /// The fractions of four phases, as `SamplePhase.fraction` gives them.
  @inline(__always)
  private static func fractions(_ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64) -> SIMD4<Float> {
    let low = SIMD4(
      UInt32(truncatingIfNeeded: a), UInt32(truncatingIfNeeded: b), UInt32(truncatingIfNeeded: c),
      UInt32(truncatingIfNeeded: d))
    return unsafeBitCast(low &>> 9 | 0x3F80_0000, to: SIMD4<Float>.self) - 1
  }

  /// `count` frames, a multiple of four, none near an edge.
  @inline(__always)
  mutating func read(
    _ count: Int, _ points: UnsafeRawPointer, cubic: Bool, into row: UnsafeMutablePointer<Float>
  ) {
    var at0 = phase
    var speed = increment
    var frame = 0
    while frame < count {
      let at1 = at0 &+ speed
      let at2 = at1 &+ speed &+ step
      let at3 = at2 &+ speed &+ step &+ step
      let x = Self.fractions(at0, at1, at2, at3)
      let y: SIMD4<Float>
      if cubic {
        let before = PointPairs(points, at0, at1, at2, at3, offset: -1)
        let after = PointPairs(points, at0, at1, at2, at3, offset: 1)
        y = cubicInterpolation(before.first, before.second, after.first, after.second, x)
      } else {
        let pair = PointPairs(points, at0, at1, at2, at3, offset: 0)
        y = pair.first + (pair.second - pair.first) * x
      }
      UnsafeMutableRawPointer(row + frame).storeBytes(of: y, as: SIMD4<Float>.self)
      at0 = at3 &+ speed &+ step &+ step &+ step
      speed &+= step &<< 2
      frame &+= 4
    }
    phase = at0
    increment = speed
  }
}
