import CTactusKernels

/// How lanes are read between their points.
enum Reading { case linear, cubic, sinc }

/// A lane's sample and where in it the lane reads; by kernels where nothing is in the way.
///
/// - Thread: audio
struct LaneReader {
  private(set) var sample: LaneSample
  var phase: SamplePhase = 0
  /// Points per frame in 32.32 fixed point, while the pitch stands.
  private(set) var increment: Int64 = 0
  private(set) var isGliding = false
  /// Whether it wraps at the loop's end.
  private(set) var isLooping = false
  /// How many points of the loop have been played before the present pass.
  private(set) var passed: Int64 = 0
  /// Whether the loop's end has been passed, so that it is what precedes the loop's start.
  @inline(__always) private var wrapped: Bool { passed > 0 }
  /// The phases between which all four neighbours may be read without a look: from `lowest`, below `limit`.
  private var lowest = SamplePhase.max
  private var limit = SamplePhase.min

  /// Where the points around the loop's end are laid out as they are met, once it has been reached.
  private let loopWindow: UnsafeMutablePointer<Int16>
  private var isLoopUnrolled = false

  /// Its speed while it glides.
  var slide = TactusGlide()

  /// A reader at the beginning of a sample, with room for a `UnrolledLoopWindow`.
  init(_ sample: LaneSample, loopWindow: UnsafeMutablePointer<Int16>) {
    self.sample = sample
    self.loopWindow = loopWindow
    isLooping = sample.hasLoop
    phase = SamplePhase(point: sample.first)
    findEdges()
  }

  /// Lets the pitch stand.
  @inline(__always)
  mutating func stand(at increment: Int64) {
    self.increment = increment
    isGliding = false
  }

  /// Lets the speed go on from `speed` by a factor each frame.
  @inline(__always)
  mutating func glide(from speed: Double, by factor: Double) {
    tactus_set_glide(&slide, speed, factor)
    isGliding = true
  }

  /// Goes on beyond the loop's end, to the sample's.
  mutating func leaveLoop() {
    isLooping = false
    findEdges()
  }

  /// Whether it is at the sample's end or beyond, and no loop keeps it from there.
  @inline(__always) var hasEnded: Bool { !isLooping && phase >= SamplePhase(point: sample.end) }

  private mutating func findEdges() {
    guard sample.lowBytes == nil else { return }
    let isGuarded = isLooping && sample.isGuarded
    lowest = SamplePhase(point: !wrapped ? sample.first &+ 1 : isGuarded ? sample.loopStart : sample.loopStart &+ 1)
    limit = SamplePhase(point: isGuarded ? sample.loopEnd : (isLooping ? sample.loopEnd : sample.end) &- 2)
    // A short loop is read where it is laid out many times.
    if wrapped, isLooping, sample.hasShortLoop { lowest = SamplePhase.max }
  }

  /// Fills a row with the next `count` frames.
  @inline(__always)
  mutating func read(_ count: Int, _ reading: Reading, _ rows: LaneRows, into row: UnsafeMutablePointer<Float>) {
    if reading == .sinc { return readSinc(count, rows, into: row) }
    let cubic = reading == .cubic
    if isGliding { return glide(count, cubic, rows.phases, into: row) }
    let end = phase &+ Int64(count) &* increment
    guard phase >= lowest, end <= limit else { return readByPieces(count, cubic, into: row) }
    read(count, cubic, open, into: row)
    phase = end
    if isLooping { phase = wrap(end) }
  }

  /// Moves on without reading.
  @inline(__always)
  mutating func skip(_ count: Int, _ rows: LaneRows) {
    if isGliding {
      phase = tactus_glide(&slide, phase, Int32(truncatingIfNeeded: count), rows.phases)
    } else {
      phase &+= Int64(count) &* increment
    }
    phase = wrap(phase)
  }

  /// Where nothing is near: the sample itself, between its edges.
  @inline(__always) private var open: ReadZone {
    ReadZone(points: sample.points, readable: sample.readable, limit: limit)
  }

  /// Reads at a constant speed past the edges of sample and loop.
  private mutating func readByPieces(_ count: Int, _ cubic: Bool, into row: UnsafeMutablePointer<Float>) {
    var frame = 0
    while frame < count {
      let zone = zone(at: phase)
      if phase < zone.limit {
        let room = zone.limit &- phase
        let rest = Int64(count &- frame)
        let free = room > rest &* increment ? rest : min(rest, (room &- 1) / increment &+ 1)
        read(Int(truncatingIfNeeded: free), cubic, zone, into: row + frame)
        phase &+= free &* increment
        frame &+= Int(truncatingIfNeeded: free)
      } else {
        row[frame] = atEdge(phase, cubic)
        phase &+= increment
        frame &+= 1
      }
      phase = wrap(phase)
    }
  }

  /// Where a frame can be read by a kernel, and those after it; a zone that ends before the frame if it cannot.
  @inline(__always)
  private mutating func zone(at phase: SamplePhase) -> ReadZone {
    if phase >= lowest, phase < limit { return open }
    guard isLooping, sample.canUnrollLoop, phase >= limit && phase >= lowest || wrapped else {
      return ReadZone(points: sample.points)
    }
    if !isLoopUnrolled {
      sample.unroll(into: loopWindow)
      isLoopUnrolled = true
    }
    // What precedes the loop's start in later passes is laid out behind its end.
    let isBefore = wrapped && phase < limit
    let ahead = isBefore ? sample.loopEnd &- sample.loopStart : 0
    return ReadZone(
      points: UnsafeRawPointer(loopWindow), readable: Int64(UnrolledLoopWindow.points),
      shift: SamplePhase(point: ahead &- sample.loopEnd &+ UnrolledLoopWindow.before),
      limit: SamplePhase(point: sample.loopEnd &+ UnrolledLoopWindow.after &- 3 &- ahead))
  }

  @inline(__always)
  private func read(_ count: Int, _ cubic: Bool, _ zone: ReadZone, into row: UnsafeMutablePointer<Float>) {
    let frames = Int32(truncatingIfNeeded: count)
    if cubic {
      tactus_read_cubic(zone.points, zone.readable, phase &+ zone.shift, increment, frames, row)
    } else {
      tactus_read_linear(zone.points, zone.readable, phase &+ zone.shift, increment, frames, row)
    }
  }

  /// Reads at a changing speed.
  private mutating func glide(
    _ count: Int, _ cubic: Bool, _ phases: UnsafeMutablePointer<Int64>, into row: UnsafeMutablePointer<Float>
  ) {
    // Where it would be if there were no loop, and how far from there it is.
    let end = tactus_glide(&slide, phase, Int32(truncatingIfNeeded: count), phases)
    var shift: Int64 = 0
    var frame = 0
    while frame < count {
      let here = wrap(phases[frame] &+ shift)
      shift = here &- phases[frame]
      let zone = zone(at: here)
      guard here < zone.limit else {
        row[frame] = atEdge(here, cubic)
        frame &+= 1
        continue
      }
      var next = count
      if phases[count &- 1] &+ shift >= zone.limit {
        next = frame &+ 1
        while phases[next] &+ shift < zone.limit { next &+= 1 }
      }
      read(next &- frame, cubic, zone, at: phases + frame, shift &+ zone.shift, into: row + frame)
      frame = next
    }
    phase = wrap(end &+ shift)
  }

  @inline(__always)
  private func read(
    _ count: Int, _ cubic: Bool, _ zone: ReadZone, at phases: UnsafePointer<Int64>, _ shift: Int64,
    into row: UnsafeMutablePointer<Float>
  ) {
    let frames = Int32(truncatingIfNeeded: count)
    if cubic {
      tactus_read_cubic_at(zone.points, zone.readable, phases, shift, frames, row)
    } else {
      tactus_read_linear_at(zone.points, zone.readable, phases, shift, frames, row)
    }
  }

  /// Back to the loop's start once its end is reached, keeping the fraction.
  @inline(__always)
  mutating func wrap(_ phase: SamplePhase) -> SamplePhase {
    guard isLooping, phase >= SamplePhase(point: sample.loopEnd) else { return phase }
    let isFirst = !wrapped
    let wrapped = sample.wrapped(phase)
    passed &+= (phase &- wrapped) &>> 32
    if isFirst { findEdges() }
    return wrapped
  }

  /// One frame, whatever is near.
  private func atEdge(_ phase: SamplePhase, _ cubic: Bool) -> Float {
    let at = phase.point
    let here = neighbour(at)
    guard cubic else { return here + (neighbour(at &+ 1) - here) * phase.fraction }
    return cubicInterpolation(
      neighbour(at &- 1), here, neighbour(at &+ 1), neighbour(at &+ 2), phase.fraction)
  }

  /// The point at `index` as playback meets it: the loop repeats, and what is not played is zero.
  @inline(__always)
  private func neighbour(_ index: Int64) -> Float {
    let length = sample.loopEnd &- sample.loopStart
    if wrapped, index < sample.loopStart { return sample.point(index &+ length) }
    if !wrapped, index < sample.first { return 0 }
    guard isLooping else { return index < sample.end ? sample.point(index) : 0 }
    guard index >= sample.loopEnd else { return sample.point(index) }
    return sample.point(sample.loopStart &+ (index &- sample.loopEnd) % length)
  }
}

/// Points that a kernel may read from: where they lie, how far a phase is moved to count among them, and the phase from
/// which on something is near.
private struct ReadZone {
  var points: UnsafeRawPointer
  var readable: Int64 = 0
  var shift: SamplePhase = 0
  var limit = SamplePhase.min
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
