import TactusRender

/// Maps the host's beats to frames, cycle by cycle, by the same rules as the sequencer.
struct BeatFollower: BitwiseCopyable {
  /// Ticks per quarter note. Positions need not be whole numbers of ticks, but with this value common step lengths are.
  static let ticksPerQuarter = 20_160.0

  private var host: HostFollower
  /// The tick map at the end of the last cycle; nil while the transport is stopped.
  private(set) var line: HostTickMap?

  init(sampleRate: Double) { host = HostFollower(sampleRate: sampleRate, ticksPerQuarter: Self.ticksPerQuarter) }

  /// Returns the beat map of a cycle.
  ///
  /// - Parameter now: the cycle's first frame, in a count that ignores the host's jumps.
  mutating func follow(_ context: MusicalContext, now: Int64, frames: Int) -> CycleBeatMap {
    guard frames > 0 else {
      return CycleBeatMap(
        host: host, line: line, now: now, end: now, speed: host.speed(), hasJumped: false, hasStopped: false,
        lineBefore: nil)
    }
    let wasMoving = isMoving
    var hasJumped = false
    host.begin(context, frames: frames)
    let (move, lineBefore) = move(context, now)
    if !context.isContinued { host.hasWrapped = false }
    switch move {
    case .stop: line = nil
    case .keep:
      host.isContinuous = true
      if var line {
        host.align(&line, now: now)
        self.line = line
      }
    case .follow(let tick):
      host.isContinuous = true
      line = host.line(tick: tick, frame: now)
    case .seek(let tick):
      host.isContinuous = false
      hasJumped = true
      line = host.line(tick: tick, frame: now)
    }
    host.end(context, frames: frames)
    let speed = host.speed()
    var beatMap = CycleBeatMap(
      host: host, line: line, now: now, end: now &+ Int64(frames), speed: speed, hasJumped: hasJumped,
      hasStopped: wasMoving && !isMoving, lineBefore: lineBefore)
    // apply this cycle's wraps to find where the next cycle begins
    let first = beatMap
    while beatMap.next() != nil {}
    (host, line) = (beatMap.host, beatMap.line)
    return first
  }

  private var isMoving: Bool {
    if case .some = line { return true }
    return false
  }

  /// Returns the host's move at the cycle's first frame, and the tick map before the wrap if the host wraps at that
  /// frame.
  private mutating func move(_ context: MusicalContext, _ now: Int64) -> (HostFollower.Move, lineBefore: HostTickMap?) {
    switch host.locate(context, position: 0, line: line, isRolling: isMoving) {
    case .known(let move): return (move, nil)
    case .at(let tick, let noise):
      guard var line else { return (.seek(tick), nil) }
      guard host.isWrapDue(context, at: tick, noise: noise, line, now: now) else {
        return (host.move(context, to: tick, noise: noise, line, now: now), nil)
      }
      let before = line
      host.wrap(&line)
      self.line = line
      return (host.move(context, to: tick, noise: noise, line, now: now), before)
    }
  }
}

/// The beat map of one cycle: one part, or several if the host repeats a region whose end lies in this cycle.
struct CycleBeatMap: BitwiseCopyable {
  fileprivate(set) var host: HostFollower
  fileprivate(set) var line: HostTickMap?
  private var now: Int64
  private let end: Int64
  /// The tempo in ticks per frame, and its change per frame; both are valid even while the transport is stopped.
  let speed: (ticksPerFrame: Double, slope: Double)
  /// Whether the transport has started or jumped at the first frame.
  let hasJumped: Bool
  /// Whether the transport has stopped at the first frame.
  let hasStopped: Bool
  /// The tick map before a wrap at the first frame; nil if there is no such wrap, or if the part that ends at
  /// it has already been returned.
  private var lineBefore: HostTickMap?
  /// Whether the next part begins with a wrap.
  private var isWrapped = false

  /// A range of frames with a single tick map.
  struct Part: BitwiseCopyable {
    var firstFrame: Int64
    var endFrame: Int64
    /// The tick map; nil while the transport is stopped.
    var line: HostTickMap?
    /// Whether the part begins at the start of the cycle region, after a wrap.
    var isWrapped: Bool
    /// The start of the cycle region, slightly early to allow for the host's rounding; −∞ if it is not used.
    var startTick = -Double.infinity
    /// The end of the cycle region if the part ends there, slightly early to allow for the host's rounding; otherwise
    /// infinite.
    var endTick = Double.infinity

    /// Whether the part ends at the end of the cycle region. Positions before ``endTick`` belong to the part even if
    /// they round to ``endFrame``.
    var endsAtWrap: Bool { endTick < .infinity }
  }

  fileprivate init(
    host: HostFollower, line: HostTickMap?, now: Int64, end: Int64, speed: (ticksPerFrame: Double, slope: Double),
    hasJumped: Bool, hasStopped: Bool, lineBefore: HostTickMap?
  ) {
    (self.host, self.line, self.now, self.end, self.speed) = (host, line, now, end, speed)
    (self.hasJumped, self.hasStopped, self.lineBefore) = (hasJumped, hasStopped, lineBefore)
  }

  /// Returns the next part, or nil after the last. A cycle of no frames has no parts.
  mutating func next() -> Part? {
    guard now < end else { return nil }
    if case .some = lineBefore {
      var part = Part(firstFrame: now, endFrame: now, line: lineBefore, isWrapped: false)
      part.endTick = host.cycle.end - host.noiseTicks()
      lineBefore = nil
      isWrapped = true
      return part
    }
    var part = Part(firstFrame: now, endFrame: end, line: line, isWrapped: isWrapped)
    part.startTick = host.cycle.start - host.noiseTicks()
    isWrapped = false
    now = end
    guard var line, let wrap = host.nextWrap(line, now: part.firstFrame, before: end) else { return part }
    part.endFrame = wrap
    part.endTick = host.cycle.end - host.noiseTicks()
    now = wrap
    host.wrap(&line)
    self.line = line
    isWrapped = true
    return part
  }

  /// Whether the transport moves.
  var isMoving: Bool {
    if case .some = line { return true }
    return false
  }
}
