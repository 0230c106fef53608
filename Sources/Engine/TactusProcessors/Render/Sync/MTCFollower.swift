import TactusMIDI
import TactusRender
import TactusTime

/// Follows MIDI time code: provides each render cycle with a musical context whose beat is derived from the position in
/// seconds by a tempo or a tempo map.
///
///     follower.begin(cycle)
///     follower.receive(message, at: time)        for each message, in ascending order
///     let context = follower.end()
///
/// - **Running.** Eight consecutive quarter frames define the position, forwards or backwards; the eighth arrives
///   seven quarter frames after the position that they specify. From then on, the position is counted, and every eight
///   quarter frames verify it. Arrivals are processed by the same loop as in ``MIDIClockFollower``, which removes the
///   jitter of speed and phase.
/// - **Locate.** A full-frame message, or an MMC locate, stops the follower at a position until eight quarter frames
///   have arrived again.
/// - **Silence** means that a tape has stopped: after four missing quarter frames the follower continues for
///   ``SyncSettings/timeCodeFreewheel`` seconds, then stops.
/// - **One input**: only one port is followed. It is that of ``SyncSettings/port``, or the first port on which a
///   quarter frame arrives, until it falls silent.
/// - **Backwards**, the position falls and ``MusicalContext/isMoving`` is false, because songs cannot be played
///   backwards.
///
/// Source: MIDI Time Code 1.0 (RP-004/008).
/// - Thread: audio (one thread at a time)
public struct MTCFollower: Sendable {
  /// The tempo that converts seconds to beats without a tempo map, in quarter notes per minute.
  public var tempo: Double
  private let settings: SyncSettings
  private let sampleRate: Double
  private var loop: ArrivalLoop
  private var curve = SyncCurve()
  private var source: SyncSource
  private var quarters = QuarterFrameAssembler()
  private var fullFrames = FullFrameAssembler()

  /// The frame rate of the latest code.
  public private(set) var rate = TimeCodeRate.full30
  /// Whether quarter frames run backwards.
  public private(set) var isReverse = false
  /// Whether time code is running, in either direction.
  public private(set) var isRunning = false
  /// The number of times that a received position differed from the counted position.
  public private(set) var relocations = 0
  /// The position of arrival 0 while time code is running, otherwise the current position, in quarter frames from
  /// 00:00:00:00.
  private var origin: Int64 = 0

  /// The current cycle; its positions are in seconds.
  private var cycle = SyncCycle()

  /// Creates a follower without any messages, at 00:00:00:00.
  ///
  /// - Parameters:
  ///   - sampleRate: frames of audio per second.
  ///   - tempo: see ``tempo``.
  ///   - settings: the follower's settings.
  public init(sampleRate: Int, tempo: Double = 120, settings: SyncSettings = SyncSettings()) {
    (self.settings, self.sampleRate) = (settings.clamped, Double(max(1, sampleRate)))
    self.tempo = tempo
    source = SyncSource(self.settings.port)
    loop = Self.loop(self.sampleRate, self.settings, .full30)
  }

  private static func loop(_ sampleRate: Double, _ settings: SyncSettings, _ rate: TimeCodeRate) -> ArrivalLoop {
    let nominal = sampleRate * secondsPerQuarter(rate)
    return ArrivalLoop(
      sampleRate: sampleRate, interval: nominal, intervals: (nominal / 8, nominal * 8), bandwidth: settings.bandwidth)
  }

  private static func secondsPerQuarter(_ rate: TimeCodeRate) -> Double {
    Double(rate.frameRateDenominator) / Double(4 &* rate.frameRateNumerator)
  }

  /// Discards all received messages.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func reset() {
    loop = Self.loop(sampleRate, settings, rate)
    (quarters, fullFrames, curve) = (QuarterFrameAssembler(), FullFrameAssembler(), SyncCurve())
    (isRunning, isReverse, origin, source) = (false, false, 0, SyncSource(settings.port))
  }

  // MARK: Results

  /// The counted position in quarter frames from 00:00:00:00: that of the latest quarter frame, or that at which time
  /// code has stopped.
  public var quarterFrames: Int64 { isRunning ? position(ofArrival: loop.index) : origin }
  /// The current frame of time code.
  public var timeCode: TimeCode {
    let quarter = quarterFrames
    return TimeCode(frameCount: quarter >= 0 ? quarter / 4 : (quarter &- 3) / 4, rate: rate)
  }
  /// The speed relative to the nominal frame rate.
  public var speed: Double { sampleRate * Self.secondsPerQuarter(rate) / loop.interval }

  private func position(ofArrival index: Int64) -> Int64 { isReverse ? origin &- index : origin &+ index }

  private func seconds(atFrame frame: Double) -> Double {
    let location = curve.position(at: frame)
    return (isReverse ? Double(origin) - location : Double(origin) + location) * Self.secondsPerQuarter(rate)
  }

  // MARK: A cycle

  /// Follows a complete cycle, in which messages arrive at the offsets of their events.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func follow(_ cycle: RenderCycle, events: EventList) -> MusicalContext {
    begin(cycle)
    for index in 0..<events.count {
      let event = events[index]
      receive(event.message, at: self.cycle.firstFrame + Double(event.offset))
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
    if isRunning, isSilent(at: firstFrame) { halt() }
    self.cycle.isMoving = isRunning
    self.cycle.position =
      isRunning ? seconds(atFrame: firstFrame) : Double(origin) * Self.secondsPerQuarter(rate)
  }

  /// Processes a message; all except quarter frames, full frames and MMC locate are ignored.
  ///
  /// - Parameters:
  ///   - message: the received message.
  ///   - time: the arrival time in frames of audio, which may have a fraction, in the count of the cycles' frames;
  ///     times after the cycle's end count as its end.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func receive(_ message: ChannelMessage, at time: Double) {
    let isQuarter = message.isSystem && message.status == 0xF1
    guard time - time == 0, isQuarter || message.isSystemExclusive else { return }
    let time = cycle.limited(time)
    guard source.follows(message.port, at: time, isPulse: isQuarter, silence: silence) else { return }
    if isQuarter {
      if loop.hasBegun {
        if isSilent(at: time) { startAnew() }
        // the piece seems to follow if eight have been lost
        if time - settings.delay - loop.latestTime > 7 * loop.interval { quarters.discardPieces() }
      }
      take(quarters.take(message.data1), at: time)
    } else if let fields = fullFrames.take(message) {
      locate(fields)
    }
  }

  /// Returns the seconds from 00:00:00:00 at the cycle's first frame and at its end.
  private func span() -> (from: Double, to: Double) {
    guard isRunning else { return (cycle.position, cycle.position) }
    let to = seconds(atFrame: cycle.end)
    guard let start = cycle.start else { return (cycle.position, to) }
    let perFrame = cycle.slope(from: start, to: to, short: speed / sampleRate)
    return (start.position - perFrame * (start.time - cycle.firstFrame), to)
  }

  /// Ends the cycle, and converts seconds to beats by the constant ``tempo``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func end() -> MusicalContext {
    let (from, to) = span()
    return context(from * tempo / 60, to * tempo / 60, stoppedTempo: tempo)
  }

  /// Ends the cycle, and converts seconds to beats by a tempo map.
  ///
  /// - Parameters:
  ///   - cursor: a cursor of the map's clock, at any sample rate.
  ///   - ticksPerQuarter: the map's resolution.
  ///   - songStart: the position of tick 0, in seconds from 00:00:00:00.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func end(
    along cursor: inout FrameCursor, ticksPerQuarter: Int, songStart: Double = 0
  ) -> MusicalContext {
    let (from, to) = span()
    let perTick = 1 / Double(max(1, ticksPerQuarter))
    let first = cursor.tick(atSeconds: from - songStart) * perTick
    let last = cursor.tick(atSeconds: to - songStart) * perTick
    let second = cursor.tick(atSeconds: from - songStart + 0.001) * perTick
    return context(first, last, stoppedTempo: (second - first) * 60_000)
  }

  private func context(_ from: Double, _ to: Double, stoppedTempo: Double) -> MusicalContext {
    var context = MusicalContext()
    (context.hasTempo, context.hasBeat, context.hasTransport) = (true, true, true)
    context.tempo = stoppedTempo
    context.beat = from
    context.isMoving = isRunning && !isReverse && (cycle.isMoving || cycle.start != nil)
    if context.isMoving, cycle.frames > 0 { context.tempo = (to - from) * 60 * sampleRate / cycle.frames }
    context.isChanged = cycle.isChanged
    return context
  }

  // MARK: Messages

  /// The maximum number of frames of audio without a quarter frame.
  private var silence: Double { settings.timeCodeFreewheel * sampleRate + 4 * loop.interval }

  private func isSilent(at time: Double) -> Bool { time - settings.delay - loop.latestTime > silence }

  private mutating func take(_ update: QuarterFrameAssembler.Update, at time: Double) {
    let here = time - settings.delay
    if update.isReverse != isReverse {
      setDirection(isReverse: update.isReverse)
    }
    loop.arrive(at: here)
    let node = curve.node(at: cycle.node(time))
    if let fields = update.fields { take(fields, at: node, arrival: here) }
    if isRunning, !loop.isAstray { setTarget(from: node) }
  }

  /// Forgets everything before a silence: the pieces before it and after it are not of one time code.
  private mutating func startAnew() {
    if isRunning { halt() }
    quarters = QuarterFrameAssembler()
    loop = Self.loop(sampleRate, settings, rate)
  }

  /// Processes a position that eight quarter frames have defined.
  private mutating func take(_ fields: TimeCodeFields, at node: Double, arrival: Double) {
    guard let code = code(fields) else { return }
    if code.rate != rate {
      rate = code.rate
      isRunning = false
    }
    let location = 4 &* code.frameCount &+ (isReverse ? -7 : 7)
    loop.pin()
    let isThere = isRunning && position(ofArrival: loop.index) == location
    guard !isThere else { return }
    if isRunning { relocations &+= 1 }
    origin = isReverse ? location &+ loop.index : location &- loop.index
    isRunning = true
    let track = loop.track
    let stray = (arrival - track.time) / track.interval
    let arrived = Double(loop.index) + (stray > -0.5 && stray < 0.5 ? stray : 0)
    curve.jump(to: arrived + (node - arrival) / track.interval, at: node, slope: 1 / track.interval)
    cycle.start(at: node, position: seconds(atFrame: node))
  }

  private func code(_ fields: TimeCodeFields) -> TimeCode? {
    TimeCode(
      hours: fields.hours, minutes: fields.minutes, seconds: fields.seconds, frames: fields.frames,
      rate: TimeCodeRate(code: fields.rateCode, isNonDrop: settings.isNonDrop))
  }

  private mutating func setTarget(from node: Double) {
    if curve.setTarget(from: node, along: loop) { return }
    cycle.start(at: node, position: seconds(atFrame: node))
  }

  private mutating func setDirection(isReverse newValue: Bool) {
    if isRunning { halt() }
    isReverse = newValue
    loop = Self.loop(sampleRate, settings, rate)
  }

  private mutating func halt() {
    (origin, isRunning, cycle.isChanged) = (quarterFrames, false, true)
  }

  private mutating func locate(_ fields: TimeCodeFields) {
    guard let code = code(fields) else { return }
    rate = code.rate
    (origin, isRunning, cycle.isChanged) = (4 &* code.frameCount, false, true)
    quarters = QuarterFrameAssembler()
    loop = Self.loop(sampleRate, settings, rate)
  }
}
