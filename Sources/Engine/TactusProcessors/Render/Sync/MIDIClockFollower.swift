import TactusMIDI
import TactusRender

/// Follows MIDI clock: provides each render cycle with a musical context whose beat advances without jitter.
///
///     follower.begin(cycle)
///     follower.receive(message, at: time)        for each message, in ascending order
///     let context = follower.end()
///
/// - **Position by count.** Each clock (F8) is a 24th of a beat. After start (FA), the first clock is beat 0. After
///   continue (FB), counting resumes where it stopped. After a song position (F2), even during playback, the next clock
///   has that position. The position is never integrated from the tempo.
/// - **Phase by a loop.** Two filters process the arrivals; the one that has predicted them better is used. A line is
///   better for arrivals with jitter; its bandwidth narrows to 0.07 Hz by default. A parabola is better for exact
///   arrivals; it follows tempo ramps.
/// - **No jumps.** The beat at the end of a cycle is the beat at the start of the next cycle: corrections are slewed.
/// - **The start is exact** if the tempo is known from clocks that are sent while the transport is stopped. The cycle
///   that contains the first clock then starts at an earlier beat, so that events at the clock's beat play on the
///   clock's frame.
/// - **Silence**: without clocks, the follower continues for ``SyncSettings/freewheel`` seconds, then stops. If clocks
///   resume within that time, the missing clocks are counted. If they resume later, they only set the tempo until a
///   start or continue arrives.
/// - **One input**: only one port is followed. It is that of ``SyncSettings/port``, or the first port on which a clock,
///   start or continue arrives, until it falls silent.
/// - **Partition law**: the beat at a frame depends on the messages up to that frame, not on how time is divided into
///   cycles.
///
/// No stream of messages causes a trap, whatever the arrival times are.
///
/// Source: MIDI 1.0 Detailed Specification, "System real time messages", "Song position pointer".
/// - Thread: audio (one thread at a time)
public struct MIDIClockFollower: Sendable {
  enum Transport { case stopped, armed, running }

  private var settings: SyncSettings
  private let sampleRate: Double
  private var loop: ArrivalLoop
  private var curve = SyncCurve()
  private var source: SyncSource
  private var transport = Transport.stopped
  /// The song's clock number at arrival 0.
  private var origin: Int64 = 0
  /// The number of the next clock if arrivals do not determine it: before a start and after a song position.
  private var pending: Int64 = 0
  private var isRelocating = false

  /// The current cycle; its positions are in beats, its slope is in clocks per frame.
  private var cycle = SyncCycle()

  /// Creates a follower without any messages.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - settings: the follower's settings.
  public init(sampleRate: Int, settings: SyncSettings = SyncSettings()) {
    self.settings = settings.clamped
    self.sampleRate = Double(max(1, sampleRate))
    loop = Self.loop(self.sampleRate, self.settings)
    source = SyncSource(self.settings.port)
  }

  private static func loop(_ sampleRate: Double, _ settings: SyncSettings) -> ArrivalLoop {
    let beat = 60 * sampleRate / 24
    return ArrivalLoop(
      sampleRate: sampleRate, interval: beat / settings.tempo,
      intervals: (beat / settings.fastest, beat / settings.slowest), bandwidth: settings.bandwidth)
  }

  /// Discards all received messages.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func reset() {
    loop = Self.loop(sampleRate, settings)
    (transport, origin, pending, isRelocating) = (.stopped, 0, 0, false)
    (curve, source) = (SyncCurve(), SyncSource(settings.port))
  }

  // MARK: Results

  /// The tempo in quarter notes per minute that the loop has found. Unlike ``MusicalContext/tempo``, it does not
  /// include slewing.
  public var tempo: Double { 60 * sampleRate / (24 * loop.interval) }
  /// Whether the tempo is known.
  public var hasTempo: Bool { loop.hasInterval }
  /// The number of the latest clock, counted from the song's start at 24 per beat. While it is unknown how many clocks
  /// were lost before it, this is the clock nearest to the playback position.
  public var clock: Int64 {
    guard transport == .running, !isRelocating else { return pending &- 1 }
    guard loop.isAstray else { return loop.index &+ origin }
    let location = curve.position(at: loop.latestTime) + 0.5
    return location > -1e15 && location < 1e15 ? Int64(location) &+ origin : loop.index &+ origin
  }
  /// Whether the transport is running.
  public var isMoving: Bool { transport == .running }
  /// The number of lost clocks minus the number of doubled clocks.
  public var lostClocks: Int64 { loop.lost }
  /// The number of tempo steps.
  public var tempoSteps: Int { loop.steps }
  /// Whether arrivals are exact except for rounding to frames, so that tempo ramps are followed without delay.
  public var isExact: Bool { loop.isExact }

  // MARK: A cycle

  /// Follows a complete cycle, in which messages arrive at the offsets of their events.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func follow(_ cycle: RenderCycle, events: EventList) -> MusicalContext {
    begin(cycle)
    for index in 0..<events.count {
      let event = events[index]
      if event.message.isSystem { receive(event.message, at: self.cycle.firstFrame + Double(event.offset)) }
    }
    return end()
  }

  /// Starts a cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func begin(_ cycle: RenderCycle) {
    self.cycle = SyncCycle(cycle)
    let firstFrame = self.cycle.firstFrame
    stopIfSilent(at: firstFrame)
    guard transport == .running else { return }
    self.cycle.isMoving = true
    self.cycle.position = beat(atFrame: firstFrame)
    self.cycle.slope = curve.slope(at: firstFrame)
  }

  /// Processes a message; all except clock, start, continue, stop and song position are ignored.
  ///
  /// - Parameters:
  ///   - message: the received message.
  ///   - time: the arrival time in frames (fractions allowed), in the same count as the cycles' first frames. Use the
  ///     driver's time stamp if there is one. Times may lie before the cycle, but must not descend; a time after the
  ///     cycle's end counts as its end.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func receive(_ message: ChannelMessage, at time: Double) {
    guard message.isSystem, time - time == 0 else { return }
    let time = cycle.limited(time)
    stopIfSilent(at: time)
    let isPulse = message.status == 0xF8 || message.status == 0xFA || message.status == 0xFB
    guard source.follows(message.port, at: time, isPulse: isPulse, silence: silence) else { return }
    switch message.status {
    case 0xF8: takeClock(at: time)
    case 0xFA:
      pending = 0
      arm()
    case 0xFB: if transport == .stopped { arm() }
    case 0xFC: stop(at: time)
    case 0xF2: locate(6 &* Int64(message.pitchBend))
    default: break
    }
  }

  /// Ends the cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func end() -> MusicalContext {
    var context = MusicalContext()
    (context.hasTempo, context.hasBeat, context.hasTransport) = (true, true, true)
    context.tempo = tempo
    context.isChanged = cycle.isChanged
    if let start = cycle.start, transport == .running {
      // the mean slope from the start to the cycle's end is extrapolated back to the first frame
      let slope = cycle.slope(
        from: start, to: beat(atFrame: cycle.end), short: curve.slope(at: start.time) / 24)
      context.isMoving = true
      context.beat = start.position - slope * (start.time - cycle.firstFrame)
      context.tempo = slope * 60 * sampleRate
    } else if cycle.isMoving {
      context.isMoving = true
      context.beat = cycle.position
      fill(&context)
    } else {
      context.beat = Double(pending) / 24
    }
    return context
  }

  /// Sets the tempo of a cycle during playback, so that the next cycle starts at the beat at which this one ends.
  private mutating func fill(_ context: inout MusicalContext) {
    let frames = cycle.frames
    guard frames > 0 else { return }
    let mean = transport == .running ? (beat(atFrame: cycle.end) - cycle.position) / frames : cycle.slope / 24
    var slope = mean
    if transport == .running, curve.bend != 0 {
      let growth = (curve.slope(at: cycle.end) - cycle.slope) / (24 * frames)
      slope = mean - 0.5 * growth * frames
      context.tempoSlope = growth * 60 * sampleRate
    }
    context.tempo = slope * 60 * sampleRate
  }

  // MARK: Messages

  private mutating func takeClock(at time: Double) {
    let here = time - settings.delay
    loop.arrive(at: here, mayPause: transport != .running)
    let node = curve.node(at: cycle.node(time))
    switch transport {
    case .stopped: return
    case .armed: begin(at: node, arrival: here)
    case .running: if isRelocating { begin(at: node, arrival: here) }
    }
    // until the cause of unexpected arrivals is clear, the curve keeps its slope
    if !loop.isAstray { setTarget(from: node) }
  }

  /// Starts playback, or moves it to another position, at the current clock.
  private mutating func begin(at node: Double, arrival: Double) {
    if loop.isAstray || loop.line.points < 2 { loop.settle(at: arrival) }
    loop.pin()
    origin = pending &- loop.index
    transport = .running
    isRelocating = false
    cycle.start(at: node, position: Double(pending) / 24)
    curve.jump(to: Double(loop.index), at: node, slope: 1 / loop.interval)
  }

  /// Bends the curve towards the clocks that the loop predicts.
  private mutating func setTarget(from node: Double) {
    if curve.setTarget(from: node, along: loop) { return }
    // the target was too far away to catch up, so playback has jumped to it
    cycle.start(at: node, position: beat(atFrame: node))
  }

  private mutating func arm() {
    transport = .armed
    isRelocating = false
  }

  private mutating func stop(at time: Double) {
    if transport == .running {
      if !isRelocating { pending = loop.index &+ origin &+ 1 }
      cycle.isChanged = true
      if time <= cycle.firstFrame { cycle.isMoving = false }
    }
    (transport, isRelocating) = (.stopped, false)
  }

  private mutating func locate(_ clock: Int64) {
    pending = clock
    if transport == .running { isRelocating = true }
  }

  /// The maximum number of frames without a clock.
  private var silence: Double { settings.freewheel * sampleRate + loop.interval }

  private mutating func stopIfSilent(at time: Double) {
    guard transport == .running, time - settings.delay - loop.latestTime > silence else { return }
    if !isRelocating { pending = loop.index &+ origin &+ 1 }
    (transport, isRelocating, cycle.isChanged) = (.stopped, false, true)
  }

  private func beat(atFrame frame: Double) -> Double { (curve.position(at: frame) + Double(origin)) / 24 }
}
