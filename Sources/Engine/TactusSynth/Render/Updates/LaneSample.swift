/// What a lane reads: one recorded sound inside the bank's pool.
///
///     points ··· first ──────────── loopEnd ── end      the zone's start before the loop's
///     points ··· loopStart ── first ── loopEnd ── end   the zone's start inside the loop
///                    ▲──────────────────┘
///
/// A zone's start and end say where playing begins and ends. They leave the loop alone, which is the sample's.
/// - Thread: audio
struct LaneSample {
  /// The point from which all others are counted; 16-bit points as in the file, aligned or not.
  var points: UnsafeRawPointer
  /// The low bytes of 24-bit points, where the bank has them.
  var lowBytes: UnsafePointer<UInt8>?
  /// The point that sounds first; those before it are zero until the loop brings them.
  var first: Int64 = 0
  /// How many points may be read, up to the end or the loop's, whichever comes later; all beyond are zero.
  var length: Int64
  /// The point at which the sample ends where no loop keeps it from there.
  var end: Int64
  /// The first point of the loop.
  var loopStart: Int64
  /// The first point after the loop.
  var loopEnd: Int64
  /// Whether the points around the loop's ends are alike, as the format asks for: then what lies there may be read as it
  /// is: it equals what lies at the other end of the loop.
  var isGuarded = false
  /// How many points follow `points` in memory, the sample's own or not: wide reads look at more than they use.
  var readable: Int64

  @inline(__always) var hasLoop: Bool { loopEnd > loopStart }

  /// Compares the points that a cubic reaches beyond the loop's ends.
  @inline(__always)
  var hasGuards: Bool {
    guard loopStart > 0, loopEnd &- loopStart >= 4, loopEnd &+ 2 < length, lowBytes == nil else { return false }
    return point(loopStart &- 1) == point(loopEnd &- 1) && point(loopStart) == point(loopEnd)
      && point(loopStart &+ 1) == point(loopEnd &+ 1)
  }

  /// A phase at or beyond the loop's end, brought back into the loop with its fraction.
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
  /// What is between two points of a region's pool, with its loop, which may lie anywhere; empty for none.
  init(_ region: Region, _ loop: Range<Int64>, from start: Int64, to end: Int64) {
    let loops = !loop.isEmpty
    // A start beyond the loop's end is where the loop comes to from there.
    let length = loop.upperBound &- loop.lowerBound
    let isBeyond = loops && start >= loop.upperBound
    let first = isBeyond ? loop.lowerBound &+ (start &- loop.lowerBound) % length : start
    // With the point before the loop, if there is one, so that it can be compared.
    let base = loops ? min(first, max(0, loop.lowerBound &- 1)) : first
    let place = Int(truncatingIfNeeded: base)
    points = region.pool + place &* 2
    lowBytes = region.lowBytes.map { $0 + place }
    self.first = first &- base
    self.end = end &- base
    self.length = max(end, loop.upperBound) &- base
    loopStart = loops ? loop.lowerBound &- base : 0
    loopEnd = loops ? loop.upperBound &- base : 0
    readable = region.poolLength &- base
    isGuarded = hasGuards
  }
}

/// A point of a sample in 32.32 fixed point: exact sums, no drift, and the same in any partition.
typealias SamplePhase = Int64

extension SamplePhase {
  @inline(__always) init(point: Int64) { self = point &<< 32 }
  @inline(__always) var point: Int64 { self &>> 32 }
  /// The fraction as 0 ..< 1, in steps of 2⁻²³: what fits a float between 1 and 2.
  @inline(__always) var fraction: Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: self) &>> 9 | 0x3F80_0000) - 1
  }
}
