/// Reduces the jitter of the host times passed to a render callback, with a least-squares line through the latest 512
/// pairs (points) of frame and host time.
///
/// The sums are integers relative to the newest point, exact in 128 bits, so no error accumulates however long the
/// stream runs. With fewer than 64 points, the line has the nominal slope and passes through the mean of the points.
///
/// Example: at 48 kHz, with cycles of 512 frames, uniformly distributed jitter of ±1 ms is reduced to less than ±0.3
/// ms, with an RMS of 0.06 ms, once there are 512 points.
///
/// The filter restarts if a frame is not later than the previous one, or if three successive host times deviate from
/// the line by more than the tolerance; one or two such times are ignored.
///
///     filter.add(stamp)
///     filter.anchor(&clock)
///
/// Source: the method is that of Ableton Link's host time filter; the arithmetic is our own.
/// - Thread: audio (one thread at a time)
public struct HostTimeFilter {
  struct Point {
    var frame: Int64
    var time: Int64
  }

  private let points: UnsafeMutablePointer<Point>
  private let capacity: Int
  private let ticksPerFrame: Double
  private let tolerance: Int64
  /// The number of points, 0…512.
  public private(set) var count = 0
  /// The number of discontinuities, each of which restarted the filter.
  public private(set) var discontinuities = 0
  /// The number of successive points, up to the latest, that were too far from the line.
  private var strays = 0
  private var newest = Point(frame: 0, time: 0)
  /// The index at which the next point is stored.
  private var next = 0
  /// Sums over the points: Σx, Σy, Σx² and Σxy, where x is the frame and y the host time, both relative to the newest
  /// point.
  private var x: Int128 = 0
  private var y: Int128 = 0
  private var xx: Int128 = 0
  private var xy: Int128 = 0

  init(points: UnsafeMutableBufferPointer<Point>, ticksPerFrame: Double, tolerance: Int64) {
    (self.points, capacity) = (points.baseAddress.unsafelyUnwrapped, points.count)
    (self.ticksPerFrame, self.tolerance) = (ticksPerFrame, tolerance)
  }

  /// Removes all points.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func reset() {
    (count, next, strays) = (0, 0, 0)
    (x, y, xx, xy) = (0, 0, 0, 0)
  }

  /// Adds the host's time stamp for the start of a cycle; ignored if it lacks the frame or the host time.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func add(_ stamp: HostStamp) {
    guard stamp.hasFrame, stamp.hasHostTime else { return }
    let point = Point(frame: stamp.frame, time: stamp.hostTime)
    if count > 0 {
      if !follows(point) {
        restart()
      } else if isStray(point) {
        strays &+= 1
        if strays < 3 { return }
        restart()
      }
    }
    strays = 0
    if count > 0 { move(to: point) }
    insert(point)
  }

  /// Sets a clock's anchor to the newest frame and the line's host time there, and the clock's rate to the line's
  /// slope. Without points, the clock is unchanged.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func anchor(_ clock: inout HostClock) {
    guard count > 0 else { return }
    let offset = offset(atDistance: 0)
    clock.anchor(
      frame: newest.frame, hostTime: Self.sum(newest.time, offset), rateScalar: slope() / ticksPerFrame)
  }

  /// Returns the ticks per frame.
  @_noAllocation @_noLocks
  private func slope() -> Double {
    let n = Int128(count)
    let spread = n * xx - x * x
    guard count >= capacity / 8, spread > 0 else { return ticksPerFrame }
    return WideDivision.double(n * xy - x * y) / WideDivision.double(spread)
  }

  /// Returns the line's host time at a distance in frames from the newest point, relative to that point's host time.
  @_noAllocation @_noLocks
  private func offset(atDistance distance: Int64) -> Double {
    let n = Double(count)
    return WideDivision.double(y) / n + slope() * (Double(distance) - WideDivision.double(x) / n)
  }

  /// Whether a point may belong to the same stream: its frame is later than that of the newest point, and its distances
  /// from that point, in frames and in ticks, are small enough for the sums.
  @_noAllocation @_noLocks
  private func follows(_ point: Point) -> Bool {
    let (frames, isFar) = point.frame.subtractingReportingOverflow(newest.frame)
    let (ticks, isLong) = point.time.subtractingReportingOverflow(newest.time)
    return !isFar && !isLong && frames > 0 && frames <= 1 << 24 && ticks > -(1 << 44) && ticks < 1 << 44
  }

  @_noAllocation @_noLocks
  private func isStray(_ point: Point) -> Bool {
    let expected = offset(atDistance: point.frame &- newest.frame)
    let deviation = Double(point.time &- newest.time) - expected
    return !(deviation <= Double(tolerance) && deviation >= -Double(tolerance))
  }

  @_noAllocation @_noLocks
  private mutating func restart() {
    discontinuities &+= 1
    reset()
  }

  /// Makes a point the new origin of the sums.
  @_noAllocation @_noLocks
  private mutating func move(to point: Point) {
    let n = Int128(count)
    let (a, b) = (Int128(point.frame &- newest.frame), Int128(point.time &- newest.time))
    xx += n * a * a - 2 * a * x
    xy += n * a * b - a * y - b * x
    x -= n * a
    y -= n * b
  }

  /// Adds the newest point, which is the origin and therefore does not change the sums; removes the oldest point if the
  /// memory is full.
  @_noAllocation @_noLocks
  private mutating func insert(_ point: Point) {
    if count == capacity {
      let oldest = points[next]
      let (a, b) = (Int128(oldest.frame) - Int128(point.frame), Int128(oldest.time) - Int128(point.time))
      x -= a
      y -= b
      xx -= a * a
      xy -= a * b
    } else {
      count &+= 1
    }
    points[next] = point
    next = next &+ 1 == capacity ? 0 : next &+ 1
    newest = point
  }

  /// Returns a + b, rounded half up; the result saturates.
  @_noAllocation @_noLocks
  private static func sum(_ a: Int64, _ b: Double) -> Int64 {
    guard b == b else { return a }
    let clamped = b > 0x1p62 ? 0x1p62 : b < -0x1p62 ? -0x1p62 : b + 0.5
    let whole = Int64(clamped)
    let floor = Double(whole) > clamped ? whole &- 1 : whole
    return WideDivision.saturate(Int128(a) + Int128(floor))
  }
}
