/// Determines, from the context that a host reports in each cycle, whether the transport moves and whether the position
/// is as expected.
///
/// Hosts round their beats, omit values, stop while reporting that they play, and jump. The rules and tolerances are
/// those in the section "The rules" of `Documentation/Timing.md`. The follower stores the reported values; the tick map
/// with which they are compared belongs to the caller:
///
///     begin ─► locate ─► [isWrapDue: play up to the wrap, wrap] ─► move ─► end
///
/// - Thread: audio
package struct HostFollower: BitwiseCopyable, Sendable {
  /// The effect of a host's context on playback.
  package enum Move: Sendable {
    /// The transport is stopped.
    case stop
    /// The position is as expected.
    case keep
    /// The position deviates slightly: the tick map is corrected, and played events are not repeated.
    case follow(Double)
    /// Playback continues at another position.
    case seek(Double)
  }

  /// The position that a host reports.
  package enum ReportedPosition: Sendable {
    /// The effect is already known; no comparison is needed.
    case known(Move)
    /// A position in ticks that must be compared with the tick map, and its possible rounding error.
    case at(Double, noise: Double)
  }

  /// The largest deviation of a host's beat from the expected beat that counts as rounding, in beats, in addition to
  /// half a frame.
  @inlinable package static var noise: Double { 2e-6 }
  /// The largest deviation that is corrected without a seek, in beats.
  @inlinable package static var drift: Double { 1.0 / 128 }
  /// The distance, in beats, by which the tick map may advance while a moving host keeps reporting the same beat: hosts
  /// count in steps of 1/960 beat or finer.
  @inlinable package static var repeatedBeat: Double { 1.0 / 960 }
  /// The number of consecutive cycles in which a host's "position changed" flag is trusted. A host that sets it in more
  /// consecutive cycles is assumed to set it in every cycle.
  @inlinable package static var mostChanges: Int { 4 }
  /// The slowest tempo that is accepted, in quarter notes per minute. Below it, the transport counts as stopped.
  @inlinable package static var slowest: Double { 0.01 }
  /// The fastest tempo that is accepted, in quarter notes per minute.
  @inlinable package static var fastest: Double { 100_000 }

  private let sampleRate: Double
  /// The amount by which the host rounds its beats, in quarter notes, if the user knows it; otherwise 0.
  private let rounding: Double
  /// The unit of positions; it may change while the transport is stopped.
  package var ticksPerQuarter: Double
  /// The last accepted tempo in quarter notes per minute; 0 for none.
  private var tempo = 0.0
  /// The increase of the tempo per frame.
  private var tempoSlope = 0.0
  /// The difference from the tempo of the previous cycle.
  private var change = 0.0
  /// The last reported position; NaN for none.
  private var beat = Double.nan
  /// The number of frames in the previous cycle.
  private var frames = 0
  /// The number of consecutive cycles in which the host has reported a changed position.
  private var changes = 0
  /// Whether the host reports that it plays while its position does not change.
  private var isFrozen = false
  /// Whether playback continues in this cycle after the position was frozen.
  private var hasThawed = false
  /// Whether, because of rounding, the host has reported a position beyond the end of the cycle region before the tick
  /// map has reached this end.
  private var isBeyond = false
  /// Whether the host reports in this cycle that it is stopped.
  private var hasReportedStop = false
  /// Whether the host reported in the previous cycle that it was stopped.
  private var hadReportedStop = false
  /// Whether playback has reached this cycle without a jump, so that a wrap on the cycle's first frame must still be
  /// played.
  package var isContinuous = false
  /// The cycle region in ticks; empty if there is none.
  package private(set) var cycle: (start: Double, end: Double) = (0, 0)
  /// Whether a wrap was played in the previous cycle.
  package var hasWrapped = false

  /// Creates a follower that has not received a context.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(sampleRate: Double, ticksPerQuarter: Double, rounding: Double = 0) {
    (self.sampleRate, self.ticksPerQuarter, self.rounding) = (sampleRate, ticksPerQuarter, rounding)
  }

  /// Returns ``noise`` in ticks.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func noiseTicks() -> Double { Self.noise * ticksPerQuarter }

  /// Returns how many ticks, in addition to half a frame, an event may be before the target of a jump and still be
  /// played.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func seekTicks() -> Double { (Self.noise + rounding) * ticksPerQuarter }

  /// Returns how many ticks an event may be after the target of a jump and still count as already played. The result is
  /// greater than 0 after a freeze, when the tick map may have passed the host's position.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func playedTicks() -> Double { hasThawed ? (Self.repeatedBeat + Self.noise + rounding) * ticksPerQuarter : 0 }

  /// Returns the speed of the tick map in ticks per frame, and its increase per frame. Until a tempo is reported, the
  /// tempo is 120.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func speed() -> (ticksPerFrame: Double, slope: Double) {
    let perFrame = ticksPerQuarter / (60 * sampleRate)
    return ((tempo > 0 ? tempo : 120) * perFrame, tempoSlope * perFrame)
  }

  /// Adopts the host's tempo and cycle region if they are plausible.
  ///
  /// - Parameter frames: the number of frames in this cycle. A tempo slope is ignored if the tempo at the end of the
  ///   cycle would be above ``fastest``, and limited if that tempo would be below ``slowest``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func begin(_ context: MusicalContext, frames: Int) {
    tempoSlope = 0
    (hasThawed, isBeyond) = (false, false)
    let before = tempo
    if context.hasTempo, Self.isTempo(context.tempo) {
      tempo = context.tempo
      let length = Double(max(1, frames))
      if context.tempoSlope.isFinite, context.tempo + context.tempoSlope * length <= Self.fastest {
        tempoSlope = max(context.tempoSlope, (Self.slowest - context.tempo) / length)
      }
    }
    if !context.isContinued { change = before > 0 ? abs(tempo - before) : 0 }
    let oldCycle = cycle
    takeCycle(context)
    // a wrap in another cycle region does not explain a position in this one
    if cycle != oldCycle { hasWrapped = false }
  }

  private mutating func takeCycle(_ context: MusicalContext) {
    guard context.hasTransport, context.isCycling, context.cycleStart.isFinite, context.cycleEnd.isFinite,
      abs(context.cycleStart) < 1e9, abs(context.cycleEnd) < 1e9
    else {
      cycle = (0, 0)
      return
    }
    cycle = (context.cycleStart * ticksPerQuarter, context.cycleEnd * ticksPerQuarter)
  }

  private static func isTempo(_ tempo: Double) -> Bool { tempo >= slowest && tempo <= fastest }

  /// Interprets the position that the host reports.
  ///
  /// - Parameters:
  ///   - position: the current position, for a host that moves but reports no position.
  ///   - line: the tick map in use; nil if playback is stopped or does not follow a host.
  ///   - isRolling: whether playback runs, in any mode.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func locate(
    _ context: MusicalContext, position: Double, line: HostTickMap?, isRolling: Bool
  ) -> ReportedPosition {
    if context.isContinued { return .known(isRolling ? .keep : .stop) }
    hadReportedStop = hasReportedStop
    hasReportedStop = context.hasTempo && !Self.isTempo(context.tempo) || context.hasTransport && !context.isMoving
    if hasReportedStop { return .known(.stop) }
    guard context.hasBeat, context.beat.isFinite, abs(context.beat) < 1e11 else {
      // no position reported: continue, or start from the last position if the host reports that it plays
      if isRolling { return .known(.keep) }
      return .known(context.hasTransport ? .seek(position) : .stop)
    }
    let tick = context.beat * ticksPerQuarter
    guard line != nil else {
      if context.beat == beat, !hadReportedStop, isFrozen || !context.hasTransport { return .known(.stop) }
      (hasThawed, isFrozen) = (isFrozen, false)
      return .known(.seek(tick))
    }
    return .at(tick, noise: 0.5 * speed().ticksPerFrame + seekTicks() + abs(tick) * 0x1p-50)
  }

  /// Returns whether the host's position shows that the host has wrapped exactly at the boundary between the previous
  /// render cycle and this one.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func isWrapDue(
    _ context: MusicalContext, at tick: Double, noise: Double, _ line: HostTickMap, now: Int64
  ) -> Bool {
    let (expected, length) = (line.tick(atFrame: now), cycle.end - cycle.start)
    var near = line.ticksPerFrame + noise
    // a host with imprecise beats may wrap slightly earlier than the tick map
    if !isBelieved(context), isLong() { near = max(near, Self.drift * ticksPerQuarter) }
    return length >= 0.999 * line.ticksPerFrame && abs(expected - cycle.end) <= near
      && abs(tick - (expected - length)) < abs(tick - expected)
  }

  /// Returns the effect of a reported position on playback.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func move(
    _ context: MusicalContext, to tick: Double, noise: Double, _ line: HostTickMap, now: Int64
  ) -> Move {
    let expected = line.tick(atFrame: now)
    let difference = abs(tick - expected)
    if difference <= noise { return .keep }
    let explained = change * Double(frames) * ticksPerQuarter / (60 * sampleRate)
    let near = Self.drift * ticksPerQuarter + explained
    // a beat stored as a 32-bit float stays the same for several frames
    let single = noise + abs(tick) * 0x1p-22
    if isBelieved(context) {
      let isExplained = difference <= single || difference <= near && (explained > 0 || !context.hasTempo)
      if changes == 0 || !isExplained { return .seek(tick) }
    }
    let length = cycle.end - cycle.start
    // a host with imprecise beats may wrap slightly later than the tick map
    let wrapped = abs(tick - length - expected)
    let isBehind = isLong() && abs(expected - cycle.start) <= near && wrapped <= near
    if context.beat == beat {
      let ahead = isBehind ? min(difference, wrapped) : difference
      if ahead <= max(single, noise + Self.repeatedBeat * ticksPerQuarter) { return .keep }
      isFrozen = true
      return .stop
    }
    isFrozen = false
    if difference <= near {
      // the tolerance of half a frame covers a wrap on the boundary between the previous render cycle and this one
      let isBefore = expected < cycle.end + 0.5 * line.ticksPerFrame
      isBeyond = isLong() && isBefore && tick >= cycle.end && tick < cycle.end + length
      return .follow(tick)
    }
    guard !isBelieved(context) else { return .seek(tick) }
    if isBehind { return .follow(tick - length) }
    // some hosts report a wrap only at the start of the next render cycle, after the wrap has been played within the
    // previous one
    if hasWrapped, tick >= cycle.start - noise, tick < expected, expected < cycle.end { return .follow(tick) }
    return .seek(tick)
  }

  /// Returns whether the host's "position changed" flag is set and trusted.
  private func isBelieved(_ context: MusicalContext) -> Bool {
    context.hasTransport && context.isChanged && changes < Self.mostChanges
  }

  /// Returns whether the cycle region is so long that the tolerances around its start and its end do not overlap.
  private func isLong() -> Bool { cycle.end - cycle.start > 2 * Self.drift * ticksPerQuarter }

  /// Stores the values that the host has reported for a cycle with this many frames.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func end(_ context: MusicalContext, frames: Int) {
    if context.isContinued { return self.frames &+= frames }
    beat = context.hasBeat ? context.beat : .nan
    self.frames = frames
    changes = context.hasTransport && context.isChanged ? min(changes &+ 1, Self.mostChanges) : 0
  }

  /// Discards the last reported position, so that the next position does not count as repeated.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func forgetPosition() { beat = .nan }

  /// Returns the frame on which playback next reaches the end of the cycle region, if this is before the frame `end`;
  /// otherwise nil.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func nextWrap(_ line: HostTickMap, now: Int64, before end: Int64) -> Int64? {
    // a wrap that rounding has moved to the boundary of two render cycles is played in the second cycle
    let late = isContinuous ? 0.5 * line.ticksPerFrame : 0
    // there is at most one wrap per frame, even if the tempo rises within the render cycle
    let fastest = max(line.ticksPerFrame, line.speed(at: end))
    guard cycle.end - cycle.start >= 0.999 * fastest, isBeyond || line.tick(atFrame: now) < cycle.end + late else {
      return nil
    }
    let frame = max(now, line.frame(at: cycle.end))
    return frame < end ? frame : nil
  }

  /// Moves the tick map back by the exact length of the cycle region, which need not be a whole number of frames.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func wrap(_ line: inout HostTickMap) {
    line.anchorTick -= cycle.end - cycle.start
    (hasWrapped, isBeyond) = (true, false)
  }
}
