/// The part of a recorded sound that a lane plays.
///
///     points ··· first ──────────── loopEnd ── end      the zone starts before the loop
///     points ··· loopStart ── first ── loopEnd ── end   the zone starts inside the loop
///                    ▲──────────────────┘
///
/// A zone's start and end specify where playback begins and ends. They do not move the loop, which belongs to the
/// sample. A point is one value of the sample, what the SoundFont specification calls a sample data point.
/// - Thread: audio
struct LaneSample {
  /// The address of the point with index 0. The points have 16 bits as in the file, and may be unaligned.
  var points: UnsafeRawPointer
  /// The low bytes of 24-bit points, if the bank has them.
  var lowBytes: UnsafePointer<UInt8>?
  /// The first point that is played. Earlier ones are zero until the loop repeats.
  var first: Int64 = 0
  /// The number of points that may be read: up to the end or the loop's end, whichever is later. All points beyond that
  /// are zero.
  var length: Int64
  /// The point at which the sample ends unless it loops.
  var end: Int64
  /// The first point of the loop.
  var loopStart: Int64
  /// The first point after the loop.
  var loopEnd: Int64
  /// Whether the points around both ends of the loop are equal, as the specification requires. If so, the points in
  /// memory can be read across the loop's end.
  var isGuarded = false
  /// The number of points in memory from `points` onwards, including those of later samples: wide reads load more
  /// points than they use.
  var readable: Int64

  @inline(__always) var hasLoop: Bool { loopEnd > loopStart }

  /// Compares the points that cubic interpolation reads beyond both ends of the loop.
  @inline(__always)
  var hasGuards: Bool {
    guard loopStart > 0, loopEnd &- loopStart >= 4, loopEnd &+ 2 < length, lowBytes == nil else { return false }
    return point(loopStart &- 1) == point(loopEnd &- 1) && point(loopStart) == point(loopEnd)
      && point(loopStart &+ 1) == point(loopEnd &+ 1)
  }

  /// Wraps a phase at or beyond the loop's end back into the loop, keeping its fraction.
  @inline(__always)
  func wrapped(_ phase: SamplePhase) -> SamplePhase {
    let start = SamplePhase(point: loopStart)
    return start &+ (phase &- start) % (SamplePhase(point: loopEnd) &- start)
  }

  /// The point at `index` as a number between −32768 and 32768; zero outside the sample.
  @inline(__always)
  func point(_ index: Int64) -> Float {
    guard index >= 0 && index < length else { return 0 }
    let at = Int(truncatingIfNeeded: index)
    let high = Float(points.loadUnaligned(fromByteOffset: at &* 2, as: Int16.self))
    guard let lowBytes else { return high }
    return high + Float(lowBytes[at]) * (1.0 / 256)
  }
}

extension LaneSample {
  /// Creates the part between two points of a region's pool, with a loop anywhere in the pool; an empty range means no
  /// loop.
  init(_ region: Region, _ loop: Range<Int64>, from start: Int64, to end: Int64) {
    let loops = !loop.isEmpty
    // A start beyond the loop's end wraps into the loop.
    let length = loop.upperBound &- loop.lowerBound
    let isBeyond = loops && start >= loop.upperBound
    let first = isBeyond ? loop.lowerBound &+ (start &- loop.lowerBound) % length : start
    // The part includes the point before the loop, if there is one, because `hasGuards` compares it.
    let base = loops ? min(first, max(0, loop.lowerBound &- 1)) : first
    let position = Int(truncatingIfNeeded: base)
    points = region.pool + position &* 2
    lowBytes = region.lowBytes.map { $0 + position }
    self.first = first &- base
    self.end = end &- base
    self.length = max(end, loop.upperBound) &- base
    loopStart = loops ? loop.lowerBound &- base : 0
    loopEnd = loops ? loop.upperBound &- base : 0
    readable = region.poolLength &- base
    isGuarded = hasGuards
  }
}

/// A position in a sample, in points as a 32.32 fixed-point number. Sums are exact, so positions do not drift and do
/// not depend on the division into blocks.
typealias SamplePhase = Int64

extension SamplePhase {
  @inline(__always) init(point: Int64) { self = point &<< 32 }
  @inline(__always) var point: Int64 { self &>> 32 }
  /// The fraction, 0 ..< 1, in steps of 2⁻²³: the mantissa of a float between 1 and 2.
  @inline(__always) var fraction: Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: self) &>> 9 | 0x3F80_0000) - 1
  }
}
