import CTactusKernels

/// How samples are interpolated.
enum LaneInterpolation { case linear, cubic, sinc }

/// Reads a lane's sample at a playback rate. Kernels do this wherever no boundary of the sample or the loop is near.
///
/// - Thread: audio
struct LaneReader {
  private(set) var sample: LaneSample
  var phase: SamplePhase = 0
  /// The playback rate in points per frame, 32.32 fixed point, while it is constant.
  private(set) var increment: Int64 = 0
  private(set) var isGliding = false
  /// Whether playback jumps back at the loop's end.
  private(set) var isLooping = false
  /// The number of points of the loop that were played before the current pass.
  private(set) var passed: Int64 = 0
  /// Whether playback has passed the loop's end, so that the points before the loop's start are replaced by those
  /// before its end.
  @inline(__always) private var wrapped: Bool { passed > 0 }
  /// From `lowest` up to `limit` all four neighbors of a phase lie inside the sample or the loop.
  private var lowest = SamplePhase.max
  private var limit = SamplePhase.min

  /// The unrolled points around the loop's end; filled when playback reaches it for the first time.
  private var loopWindow: UnsafeMutablePointer<Int16>
  private var isLoopUnrolled = false

  /// The playback rate while it ramps.
  var slide = TactusGlide()

  /// Creates a reader at the beginning of a sample, with room for an `UnrolledLoopWindow`.
  init(_ sample: LaneSample, loopWindow: UnsafeMutablePointer<Int16>) {
    self.sample = sample
    self.loopWindow = loopWindow
    isLooping = sample.hasLoop
    phase = SamplePhase(point: sample.first)
    findEdges()
  }

  /// Takes over the state of another reader, with a window of its own.
  mutating func take(_ other: LaneReader, loopWindow window: UnsafeMutablePointer<Int16>) {
    self = other
    loopWindow = window
    if isLoopUnrolled { loopWindow.update(from: other.loopWindow, count: UnrolledLoopWindow.points) }
  }

  /// Sets a constant playback rate.
  @inline(__always)
  mutating func stand(at increment: Int64) {
    self.increment = increment
    isGliding = false
  }

  /// Ramps the playback rate from `speed` by a constant factor each frame.
  @inline(__always)
  mutating func glide(from speed: Double, by factor: Double) {
    ctactus_set_glide(&slide, speed, factor)
    isGliding = true
  }

  /// Leaves the loop: playback continues to the sample's end.
  mutating func leaveLoop() {
    isLooping = false
    findEdges()
  }

  /// Whether playback has reached the sample's end and no loop continues it.
  @inline(__always) var hasEnded: Bool { !isLooping && phase >= SamplePhase(point: sample.end) }

  private mutating func findEdges() {
    guard sample.lowBytes == nil else { return }
    let isGuarded = isLooping && sample.isGuarded
    lowest = SamplePhase(point: !wrapped ? sample.first &+ 1 : isGuarded ? sample.loopStart : sample.loopStart &+ 1)
    limit = SamplePhase(point: isGuarded ? sample.loopEnd : (isLooping ? sample.loopEnd : sample.end) &- 2)
    // A short loop is read from the window, which holds it many times.
    if wrapped, isLooping, sample.hasShortLoop { lowest = SamplePhase.max }
  }

  /// Fills a buffer with the next `count` frames.
  @inline(__always)
  mutating func read(
    _ count: Int, _ interpolation: LaneInterpolation, _ buffers: LaneBuffers, into buffer: UnsafeMutablePointer<Float>
  ) {
    if interpolation == .sinc { return readSinc(count, buffers, into: buffer) }
    let cubic = interpolation == .cubic
    if isGliding { return glide(count, cubic, buffers.phases, into: buffer) }
    let end = phase &+ Int64(count) &* increment
    guard phase >= lowest, end <= limit else { return readByPieces(count, cubic, into: buffer) }
    read(count, cubic, open, into: buffer)
    phase = end
    if isLooping { phase = wrap(end) }
  }

  /// Advances without reading.
  @inline(__always)
  mutating func skip(_ count: Int, _ buffers: LaneBuffers) {
    if isGliding {
      phase = ctactus_glide(&slide, phase, Int32(truncatingIfNeeded: count), buffers.phases)
    } else {
      phase &+= Int64(count) &* increment
    }
    phase = wrap(phase)
  }

  /// The zone for phases that are not near a boundary: the sample itself.
  @inline(__always) private var open: ReadZone {
    ReadZone(points: sample.points, readable: sample.readable, limit: limit)
  }

  /// Reads at a constant rate across the boundaries of sample and loop.
  private mutating func readByPieces(_ count: Int, _ cubic: Bool, into buffer: UnsafeMutablePointer<Float>) {
    var frame = 0
    while frame < count {
      let zone = zone(at: phase)
      if phase < zone.limit {
        let room = zone.limit &- phase
        let rest = Int64(count &- frame)
        let free = room > rest &* increment ? rest : min(rest, (room &- 1) / increment &+ 1)
        read(Int(truncatingIfNeeded: free), cubic, zone, into: buffer + frame)
        phase &+= free &* increment
        frame &+= Int(truncatingIfNeeded: free)
      } else {
        buffer[frame] = atEdge(phase, cubic)
        phase &+= increment
        frame &+= 1
      }
      phase = wrap(phase)
    }
  }

  /// Returns the zone in which a kernel can read a frame and those after it. If there is no such zone, the returned one
  /// ends before the frame.
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
    // After the first pass, the points around the loop's start are read from the window as the points around its end.
    let isBefore = wrapped && phase < limit
    let ahead = isBefore ? sample.loopEnd &- sample.loopStart : 0
    return ReadZone(
      points: UnsafeRawPointer(loopWindow), readable: Int64(UnrolledLoopWindow.points),
      shift: SamplePhase(point: ahead &- sample.loopEnd &+ UnrolledLoopWindow.before),
      limit: SamplePhase(point: sample.loopEnd &+ UnrolledLoopWindow.after &- 3 &- ahead))
  }

  @inline(__always)
  private func read(_ count: Int, _ cubic: Bool, _ zone: ReadZone, into buffer: UnsafeMutablePointer<Float>) {
    let frames = Int32(truncatingIfNeeded: count)
    if cubic {
      ctactus_read_cubic(zone.points, zone.readable, phase &+ zone.shift, increment, frames, buffer)
    } else {
      ctactus_read_linear(zone.points, zone.readable, phase &+ zone.shift, increment, frames, buffer)
    }
  }

  /// Reads at a changing rate.
  private mutating func glide(
    _ count: Int, _ cubic: Bool, _ phases: UnsafeMutablePointer<Int64>, into buffer: UnsafeMutablePointer<Float>
  ) {
    // `end` is the phase as if there were no loop; `shift` is the distance from such a phase to the actual one.
    let end = ctactus_glide(&slide, phase, Int32(truncatingIfNeeded: count), phases)
    var shift: Int64 = 0
    var frame = 0
    while frame < count {
      let here = wrap(phases[frame] &+ shift)
      shift = here &- phases[frame]
      let zone = zone(at: here)
      guard here < zone.limit else {
        buffer[frame] = atEdge(here, cubic)
        frame &+= 1
        continue
      }
      var next = count
      if phases[count &- 1] &+ shift >= zone.limit {
        next = frame &+ 1
        while phases[next] &+ shift < zone.limit { next &+= 1 }
      }
      read(next &- frame, cubic, zone, at: phases + frame, shift &+ zone.shift, into: buffer + frame)
      frame = next
    }
    phase = wrap(end &+ shift)
  }

  @inline(__always)
  private func read(
    _ count: Int, _ cubic: Bool, _ zone: ReadZone, at phases: UnsafePointer<Int64>, _ shift: Int64,
    into buffer: UnsafeMutablePointer<Float>
  ) {
    let frames = Int32(truncatingIfNeeded: count)
    if cubic {
      ctactus_read_cubic_at(zone.points, zone.readable, phases, shift, frames, buffer)
    } else {
      ctactus_read_linear_at(zone.points, zone.readable, phases, shift, frames, buffer)
    }
  }

  /// Returns to the loop's start when the end is reached, keeping the fractional part of the phase.
  @inline(__always)
  mutating func wrap(_ phase: SamplePhase) -> SamplePhase {
    guard isLooping, phase >= SamplePhase(point: sample.loopEnd) else { return phase }
    let isFirst = !wrapped
    let wrapped = sample.wrapped(phase)
    passed &+= (phase &- wrapped) &>> 32
    if isFirst { findEdges() }
    return wrapped
  }

  /// Reads one frame, which may be near any boundary.
  private func atEdge(_ phase: SamplePhase, _ cubic: Bool) -> Float {
    let at = phase.point
    let here = neighbour(at)
    guard cubic else { return linearInterpolation(here, neighbour(at &+ 1), phase) }
    return cubicInterpolation(
      neighbour(at &- 1), here, neighbour(at &+ 1), neighbour(at &+ 2), phase.fraction)
  }

  /// Returns the point at `index` in playback order: the loop repeats, and points that are not played are zero.
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

/// Points that a kernel may read. The members are their address, the offset that converts a phase in the sample to a
/// phase in these points, and the phase up to which no boundary is near.
private struct ReadZone {
  var points: UnsafeRawPointer
  var readable: Int64 = 0
  var shift: SamplePhase = 0
  var limit = SamplePhase.min
}

/// The line between two points, at the upper 15 bits of a phase's fraction. The kernels compute the sum exactly, with
/// integers; here, it is exact for points of 24 bits too.
@inline(__always)
func linearInterpolation(_ b: Float, _ c: Float, _ phase: SamplePhase) -> Float {
  let part = Double(UInt32(truncatingIfNeeded: phase) &>> 17)
  return Float(Double(b) * (32_767 - part) + Double(c) * part) * (1 / 32_767)
}

/// The Catmull-Rom cubic through four points, between the second and the third. It performs the kernel's operations in
/// the same order, so a frame's value does not depend on whether this function or the kernel computes it.
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
