import TactusTime

/// The internal transport, for playing without a host.
struct OwnTransport {
  /// Whether the internal transport is used, and not that of the host.
  var isOwn = false
  var isCycling = false
  /// The cycle region.
  private(set) var cycle: (start: Tick, end: Tick) = (0, 0)
  /// The cycle region as it was requested. It is kept, because a coarser resolution can only approximate its beats.
  private var requested: (start: Tick, end: Tick) = (0, 0)
  /// The resolution of the requested region in ticks per quarter; 0 if it was requested before there was a sequence.
  /// The resolution of the first sequence then applies.
  private var requestedTicks: Int64 = 0
  /// The tick at which the transport stops, as it was requested, with its resolution in ticks per quarter; nil if it
  /// does not follow the resolution of the sequence.
  var requestedStop: (tick: Tick, ticksPerQuarter: Int64)?

  /// Sets the cycle region; an empty region clears it.
  ///
  /// - Parameter ticksPerQuarter: the resolution of the sequence; nil if there is no sequence yet.
  mutating func setCycle(_ start: Tick, _ end: Tick, ticksPerQuarter: Int64?) {
    cycle = (TimeSettings.clamp(tick: start), TimeSettings.clamp(tick: end))
    (requested, requestedTicks) = (cycle, ticksPerQuarter ?? 0)
    isCycling = start < end
  }

  /// Keeps the beats of the cycle region in a sequence of another resolution: its start and end become the ticks
  /// nearest to the requested beats, the later tick if two are equally near.
  ///
  /// Law: a return to the resolution of the request returns to the requested region.
  /// - Parameters:
  ///   - old: the ticks per quarter of the former sequence.
  ///   - new: the ticks per quarter of the new sequence.
  mutating func rescaleCycle(from old: Int64, to new: Int64) {
    if requestedTicks == 0 { requestedTicks = old }
    let change = ResolutionChange(from: requestedTicks, to: new)
    cycle = (change.nearestTick(toBeatOf: requested.start), change.nearestTick(toBeatOf: requested.end))
  }

  /// Returns the duration of the cycle region, in units of 1/`numeratorsPerFrame` of a frame.
  func length(_ line: inout PlaybackTickMap) -> Int128 {
    line.cursor.numerator(atTick: cycle.end) - line.cursor.numerator(atTick: cycle.start)
  }
}

/// Requests from the control side, executed in order at the start of the next cycle.
package enum TransportCommand: BitwiseCopyable, Sendable {
  /// Uses the internal transport (true) or follows the host (false).
  case useInternalTransport(Bool)
  /// Plays from the current position.
  case play
  /// Plays from a tick, after a count-in of this many ticks (0 for none).
  case playFrom(Tick, countIn: Tick)
  /// Stops at the current position.
  case stop
  /// Moves to a tick; if playing, continues there.
  case locate(Tick)
  /// Sets the cycle region; an empty region clears it.
  case cycle(start: Tick, end: Tick)
  /// Sets whether steps that play only in fills are played.
  case fill(Bool)
  /// Sets whether the sequencer is bypassed and plays nothing itself.
  case bypass(Bool)
  /// Ends all notes at once.
  case panic
}

extension SequencerCore {
  /// Executes a request from the control side.
  mutating func apply(_ command: TransportCommand, _ output: inout EventOutput) {
    switch command {
    case .useInternalTransport(let isInternal): useInternalTransport(isInternal)
    case .play: if !isRolling { start(from: position, countIn: 0, &output) }
    case .playFrom(let tick, let countIn): start(from: tick, countIn: countIn, &output)
    case .stop: if transport.isOwn { isRolling = false }
    case .locate(let tick):
      guard transport.isOwn else { return }
      if isRolling { start(from: tick, countIn: 0, &output) } else { position = TimeSettings.clamp(tick: tick) }
    case .cycle(let start, let end):
      transport.setCycle(start, end, ticksPerQuarter: header?.pointee.ticksPerQuarter)
    case .fill(let fills): isFilling = fills
    case .bypass(let isBypassed):
      guard self.isBypassed != isBypassed else { return }
      self.isBypassed = isBypassed
      if isBypassed { release(at: 0, &output) } else if isRolling { chase(at: 0, &output) }
    case .panic:
      release(at: 0, &output)
      // the next pass of a cycle region restores the pedals that are down at its start
      hasMoved = true
    }
  }

  private mutating func useInternalTransport(_ isInternal: Bool) {
    guard transport.isOwn != isInternal else { return }
    transport.isOwn = isInternal
    (isRolling, line) = (false, nil)
  }

  private mutating func start(from tick: Tick, countIn: Tick, _ output: inout EventOutput) {
    guard transport.isOwn, let header else { return }
    let tick = TimeSettings.clamp(tick: tick)
    let first = TimeSettings.clamp(tick: tick &- max(0, min(countIn, TimeSettings.tickLimit)))
    line = PlaybackTickMap(own: header.pointee.cursor, tick: first, frame: now)
    lastWrap = (.min, 0)
    firstTick = first < tick ? tick : .min
    isRolling = true
    goTo(first, &output)
  }

  /// Sets the tick at which the internal transport stops. In a sequence of another resolution, it is the first tick at
  /// or after the same beat.
  ///
  /// - Parameter ticksPerQuarter: the resolution in which the tick counts.
  /// - Thread: control, before the first cycle
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func stop(atTick tick: Tick, ticksPerQuarter: Int) {
    transport.requestedStop = (tick: tick, ticksPerQuarter: Int64(ticksPerQuarter))
    stopTick = tick
  }

  /// Moves ``stopTick`` to the requested beat in a new version of the sequence.
  mutating func keepStop(in new: SequenceHeader) {
    guard let stop = transport.requestedStop else { return }
    stopTick = ResolutionChange(from: stop.ticksPerQuarter, to: new.ticksPerQuarter).firstTick(atBeatOf: stop.tick)
  }

  /// Stops the internal transport if there is nothing to play.
  mutating func followTransport(_ output: inout EventOutput) {
    if header == nil || line == nil { isRolling = false }
  }
}
