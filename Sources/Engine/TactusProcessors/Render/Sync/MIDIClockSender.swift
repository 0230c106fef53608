import TactusMIDI
import TactusRender

/// Sends MIDI clock in step with a transport: each clock exactly once, on frame ⌊p + ½⌋ for its exact position p.
///
/// - **A cursor** holds the next clock, so that rounding of the reported beats neither repeats nor skips clocks.
/// - **Starts.** At or before the song's start, the sender sends start, then the first clock on beat 0; clocks that
///   ``lead`` would place before the start are sent at once. Elsewhere, it sends the song position of the next
///   sixteenth note and a continue message at once, then the first clock on that sixteenth note.
/// - **Seeks and loops**: the sender sends stop, song position and continue on one frame. If the cycles report the
///   loop, this is the exact frame of the jump back, even inside a cycle. From beat 4,096 onwards, which a song
///   position cannot express, no song position is sent.
/// - **While stopped**, clocks continue at the last tempo if ``sendsWhileStopped``.
/// - **Partition law**: the same bytes are sent on the same frames, however time is divided into cycles.
///
/// Source: MIDI 1.0 Detailed Specification, "System real time messages", "Song position pointer".
/// - Thread: audio (one thread at a time)
public struct MIDIClockSender: Sendable {
  /// Whether clocks continue while the transport is stopped.
  public var sendsWhileStopped = false
  /// The number of frames by which messages are sent early, to compensate for the receiver's latency; negative to send
  /// late. Values beyond ±10⁹ are ignored.
  public var lead = 0.0
  /// The output port, 0…15.
  public var port: UInt8 = 0

  private let sampleRate: Double
  private var host: HostFollower
  /// The tick map of the transport, shifted by ``lead``, in clocks; nil while the transport is stopped.
  private var line: HostTickMap?
  /// The number of the next clock, 24 per beat.
  private var next: Int64 = 0
  /// The number of frames since the first cycle.
  private var now: Int64 = 0
  /// The time in frames of the next clock while the transport is stopped; NaN until it is computed.
  private var idle = Double.nan
  /// The number of starts beyond the range of song positions.
  public private(set) var unreachable = 0

  /// Creates a sender for a stopped transport.
  ///
  /// - Parameter sampleRate: frames per second.
  public init(sampleRate: Int) {
    self.sampleRate = Double(max(1, sampleRate))
    host = HostFollower(sampleRate: self.sampleRate, ticksPerQuarter: 24)
  }

  /// Discards the position without sending anything.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func reset() {
    host = HostFollower(sampleRate: sampleRate, ticksPerQuarter: 24)
    (line, idle, now) = (nil, .nan, 0)
  }

  /// Writes the messages of a cycle, ascending by offset; clocks that do not fit follow in the next cycle.
  ///
  /// - Returns: the number of messages.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func render(_ cycle: RenderCycle, into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int {
    let frames = Int64(max(0, min(cycle.frameCount, 1 << 30)))
    guard frames > 0 else { return 0 }
    var output = SyncOutput(buffer, from: now, frames: frames)
    follow(cycle.context, Int(frames), &output)
    if line != nil { run(until: now &+ frames, &output) }
    if line == nil, sendsWhileStopped { tick(until: now &+ frames, &output) }
    now &+= frames
    return output.count
  }

  private func message(_ status: UInt8) -> ChannelMessage { ChannelMessage(system: status, port: port) }

  // MARK: Position

  private var isShifted: Bool { lead != 0 && lead > -1e9 && lead < 1e9 }

  /// Returns the number of clocks by which the shifted tick map is ahead of the transport, and the tempo and its slope
  /// at the shifted position.
  private func ahead() -> (clocks: Double, ticksPerFrame: Double, slope: Double) {
    let (speed, slope) = host.speed()
    guard isShifted else { return (0, speed, slope) }
    let there = speed + slope * lead
    // a slope that would stop the transport before that point is invalid
    return there > 0.01 * speed ? ((speed + 0.5 * slope * lead) * lead, there, slope) : (speed * lead, speed, 0)
  }

  private func line(at clock: Double) -> HostTickMap {
    let (_, speed, slope) = ahead()
    return HostTickMap(tick: clock, frame: now, ticksPerFrame: speed, slope: slope)
  }

  /// Changes the tempo at the transport's position, and not at the position of the shifted tick map, which is ahead of
  /// it.
  private mutating func takeTempo() {
    guard isShifted, let line else { return }
    let (clocks, speed, slope) = ahead()
    guard line.ticksPerFrame != speed || line.slope != slope else { return }
    let frames = Double(now &- line.anchorFrame) - lead
    let here = line.anchorTick + (line.ticksPerFrame + 0.5 * line.slope * frames) * frames
    self.line = self.line(at: here + clocks)
  }

  /// Returns the host's context as it is expected after the lead has elapsed.
  private func early(_ hostContext: MusicalContext) -> MusicalContext {
    var context = hostContext
    guard isShifted, context.hasBeat else { return context }
    context.beat += ahead().clocks / 24
    let length = context.cycleEnd - context.cycleStart
    guard context.hasTransport, context.isCycling, length > 0, hostContext.beat < context.cycleEnd else {
      return context
    }
    if let line {
      // move the beat by a loop length if that brings it closer to the position that the tick map predicts
      let expected = line.tick(atFrame: now) / 24
      if abs(context.beat - length - expected) < abs(context.beat - expected) { context.beat -= length }
      if abs(context.beat + length - expected) < abs(context.beat - expected) { context.beat += length }
    } else if context.beat >= context.cycleEnd {
      context.beat -= length
    }
    return context
  }

  private mutating func follow(_ hostContext: MusicalContext, _ frames: Int, _ output: inout SyncOutput) {
    host.begin(hostContext, frames: frames)
    takeTempo()
    let context = early(hostContext)
    switch move(context, &output) {
    case .stop: if line != nil { stop(&output) }
    case .keep:
      host.isContinuous = true
      if var line {
        let (_, speed, slope) = ahead()
        line.align(to: (speed, slope), at: now)
        self.line = line
      }
    case .follow(let clock):
      host.isContinuous = true
      line = line(at: clock)
    case .seek(let clock):
      host.isContinuous = false
      if line != nil { output.write(message(0xFC), at: now) }
      line = line(at: clock)
      // if the transport starts at the song's beginning, so does the receiver, although the tick map is ahead by `lead`
      let isEarly = isShifted && lead > 0 && hostContext.hasBeat && hostContext.beat * 24 <= lateness && clock > 0
      begin(at: isEarly ? 0 : clock, on: now, &output)
    }
    host.end(context, frames: frames)
  }

  /// The greatest lateness, in clocks, at which a clock still counts as on time: half a frame, plus the host's
  /// rounding.
  private var lateness: Double { 0.5 * host.speed().ticksPerFrame + host.noiseTicks() }

  private mutating func move(_ context: MusicalContext, _ output: inout SyncOutput) -> HostFollower.Move {
    switch host.locate(context, position: Double(next), line: line, isRolling: line != nil) {
    case .known(let move): return move
    case .at(let clock, let noise):
      if let line, host.isWrapDue(context, at: clock, noise: noise, line, now: now) {
        send(before: host.cycle.end, until: .max, &output)
        wrap(on: now, &output)
      }
      guard let line else { return .seek(clock) }
      return host.move(context, to: clock, noise: noise, line, now: now)
    }
  }

  /// Makes the receiver start with the next sixteenth note, or at the song's start.
  private mutating func begin(at clock: Double, on frame: Int64, _ output: inout SyncOutput) {
    idle = .nan
    let sixteenth = 0 &- HostTickMap.floor((lateness - clock) / 6)
    guard sixteenth > 0 else {
      next = 0
      output.write(message(0xFA), at: frame)
      return
    }
    next = 6 &* sixteenth
    if sixteenth < 16_384 {
      let (low, high) = (UInt8(sixteenth & 127), UInt8(sixteenth &>> 7))
      output.write(ChannelMessage(system: 0xF2, low, high, port: port), at: frame)
    } else {
      unreachable &+= 1
    }
    output.write(message(0xFB), at: frame)
  }

  private mutating func stop(_ output: inout SyncOutput) {
    output.write(message(0xFC), at: now)
    if let line { idle = Double(line.anchorFrame) + line.frames(to: Double(next)) }
    line = nil
  }

  // MARK: Clocks

  /// Sends the clocks before a frame, and the messages for the jumps back between them.
  private mutating func run(until end: Int64, _ output: inout SyncOutput) {
    host.hasWrapped = false
    while let line, output.hasRoom(4) {
      guard let jump = host.nextWrap(line, now: now, before: end) else { break }
      send(before: host.cycle.end, until: end, &output)
      wrap(on: jump, &output)
    }
    send(before: .infinity, until: end, &output)
  }

  /// Sends the clocks before a position and before a frame.
  private mutating func send(before limit: Double, until end: Int64, _ output: inout SyncOutput) {
    guard let line else { return }
    while output.hasRoom(4), Double(next) < limit - host.noiseTicks() {
      let frame = line.frame(at: Double(next))
      guard frame < end else { return }
      output.write(message(0xF8), at: frame)
      next &+= 1
    }
  }

  private mutating func wrap(on frame: Int64, _ output: inout SyncOutput) {
    guard var line else { return }
    host.wrap(&line)
    self.line = line
    output.write(message(0xFC), at: frame)
    begin(at: host.cycle.start, on: frame, &output)
  }

  /// Sends the clocks of a stopped transport.
  private mutating func tick(until end: Int64, _ output: inout SyncOutput) {
    let interval = 1 / host.speed().ticksPerFrame
    if !(idle >= Double(now) - interval && idle < Double(now) + interval) { idle = Double(now) }
    while idle < Double(end) - 0.5, output.hasRoom() {
      output.write(message(0xF8), at: Int64(idle + 0.5))
      idle += interval
    }
  }
}
