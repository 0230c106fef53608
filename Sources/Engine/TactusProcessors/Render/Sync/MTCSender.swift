import TactusMIDI
import TactusRender
import TactusTime

/// Sends MIDI time code in step with a transport: each quarter frame on audio frame ⌊p + ½⌋ for its exact position p.
///
/// - **Time is counted in frames of audio** while the transport runs, exactly and independently of the tempo; the
///   cycles' positions only determine starts and jumps. A tempo change does not affect the time that has already
///   passed.
/// - **Starts and jumps**: a full-frame message is sent at once, and quarter frames begin with the next even frame of
///   time code. The same applies to each jump back in a loop. Its message is sent on the exact frame if there is no
///   tempo map.
/// - **A stop** ends the quarter frames, and a full-frame message sends the position. Another full-frame message
///   follows if the stopped position changes by a quarter frame or more.
/// - **Partition law**: the same bytes are sent on the same frames, however time is divided into cycles.
///
/// Source: MIDI Time Code 1.0 (RP-004/008).
/// - Thread: audio (one thread at a time)
public struct MTCSender: Sendable {
  /// The frame rate of the time code.
  public let rate: TimeCodeRate
  /// The position of the song's start in time code, in time-code frames from 00:00:00:00.
  public var start: Int64 = 0
  /// The number of frames of audio by which messages are sent early; negative to send late. Within ±2³¹ (clamped).
  public var lead: Int64 = 0
  /// The output port, 0…15.
  public var port: UInt8 = 0

  private let sampleRate: Int64
  private var isRunning = false
  /// The number of frames of audio from the first cycle to the current one.
  private var now: Int64 = 0
  /// The frame of audio at which the last start or jump set the position.
  private var anchor: Int64 = 0
  /// The time-code position at ``anchor``, in the units of ``position(at:)``.
  private var anchorPosition: Int128 = 0
  /// The number of the next quarter frame.
  private var next: Int64 = 0
  /// The stopped position that was sent last, in seconds; NaN if none has been sent since the transport last ran.
  private var sentSeconds = Double.nan
  private var host: HostFollower
  /// The tick map of the transport in beats; nil while the transport is stopped, or if there is a tempo map.
  private var line: HostTickMap?

  /// Creates a sender for a stopped transport.
  ///
  /// - Parameters:
  ///   - sampleRate: frames of audio per second.
  ///   - rate: the frame rate of the time code.
  public init(sampleRate: Int, rate: TimeCodeRate) {
    (self.sampleRate, self.rate) = (Int64(max(1, min(sampleRate, 1 << 20))), rate)
    host = HostFollower(sampleRate: Double(self.sampleRate), ticksPerQuarter: 1)
  }

  /// Discards the position without sending anything.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func reset() {
    (isRunning, now, sentSeconds, line) = (false, 0, .nan, nil)
    host = HostFollower(sampleRate: Double(sampleRate), ticksPerQuarter: 1)
  }

  /// Writes the messages of a cycle, ascending by offset. When the transport starts, jumps or stops, the beat is
  /// converted to seconds by the reported tempo; from then on, time advances with the frames.
  ///
  /// - Returns: the number of messages.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func render(_ cycle: RenderCycle, into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int {
    let frames = Int64(max(0, min(cycle.frameCount, 1 << 30)))
    guard frames > 0 else { return 0 }
    var output = SyncOutput(buffer, from: now, frames: frames)
    let context = cycle.context
    host.begin(context, frames: Int(frames))
    switch move(context, &output) {
    case .stop: stand(context.hasBeat ? seconds(context.beat) : nil, &output)
    case .keep:
      host.isContinuous = true
      if var line {
        host.align(&line, now: now)
        self.line = line
      }
    case .follow(let beat):
      host.isContinuous = true
      line = host.line(tick: beat, frame: now)
    case .seek(let beat):
      host.isContinuous = false
      seek(beat, &output)
    }
    host.end(context, frames: Int(frames))
    if isRunning { run(through: now &+ frames, &output) }
    now &+= frames
    return output.count
  }

  private mutating func move(_ context: MusicalContext, _ output: inout SyncOutput) -> HostFollower.Move {
    switch host.locate(context, position: 0, line: line, isRolling: line != nil) {
    case .known(let move): return move
    case .at(let beat, let noise):
      if let line, host.isWrapDue(context, at: beat, noise: noise, line, now: now) { wrap(on: now, &output) }
      guard let line else { return .seek(beat) }
      return host.move(context, to: beat, noise: noise, line, now: now)
    }
  }

  /// Converts a beat to seconds at the current tempo; nil beyond the representable range.
  private func seconds(_ beat: Double) -> Double? {
    let seconds = beat / (host.speed().ticksPerFrame * Double(sampleRate))
    return seconds > -1e8 && seconds < 1e8 ? seconds : nil
  }

  private mutating func seek(_ beat: Double, _ output: inout SyncOutput) {
    guard let seconds = seconds(beat) else { return stand(nil, &output) }
    line = host.line(tick: beat, frame: now)
    start(at: seconds, on: now, &output)
  }

  private mutating func stand(_ seconds: Double?, _ output: inout SyncOutput) {
    (isRunning, line) = (false, nil)
    guard let seconds else { return }
    // a change smaller than a quarter frame may only be the host's rounding
    let quarter = Double(rate.frameRateDenominator) / Double(4 &* rate.frameRateNumerator)
    if abs(seconds - sentSeconds) < quarter { return }
    sendFullFrame(parts(seconds, early: 0), on: now, &output)
    sentSeconds = seconds
  }

  /// Sends the messages before a frame, including those for loops.
  private mutating func run(through end: Int64, _ output: inout SyncOutput) {
    host.hasWrapped = false
    while let line, output.hasRoom(4) {
      guard let jump = host.nextWrap(line, now: now, before: end) else { break }
      run(until: jump, &output)
      wrap(on: jump, &output)
    }
    run(until: end, &output)
  }

  private mutating func wrap(on frame: Int64, _ output: inout SyncOutput) {
    guard var line else { return }
    host.wrap(&line)
    guard let seconds = seconds(line.tick(atFrame: frame)) else { return }
    self.line = line
    start(at: seconds, on: frame, &output)
  }

  /// Writes the messages of a cycle, and takes positions from a tempo map; a difference of up to 10 ms from the map
  /// does not count as a jump.
  ///
  /// - Parameters:
  ///   - cycle: the frames and the musical context.
  ///   - cursor: a cursor of the map's clock, at any sample rate.
  ///   - ticksPerQuarter: the map's resolution.
  ///   - buffer: receives the messages.
  /// - Returns: the number of messages.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func render(
    _ cycle: RenderCycle, along cursor: inout FrameCursor, ticksPerQuarter: Int,
    into buffer: UnsafeMutableBufferPointer<TimedEvent>
  ) -> Int {
    let seconds = cursor.seconds(atTick: cycle.context.beat * Double(max(1, ticksPerQuarter)))
    return render(cycle, seconds: seconds, into: buffer)
  }

  private mutating func render(
    _ cycle: RenderCycle, seconds: Double, into buffer: UnsafeMutableBufferPointer<TimedEvent>
  ) -> Int {
    let frames = Int64(max(0, min(cycle.frameCount, 1 << 30)))
    guard frames > 0 else { return 0 }
    var output = SyncOutput(buffer, from: now, frames: frames)
    let context = cycle.context
    let isKnown = context.hasBeat && seconds > -1e8 && seconds < 1e8
    line = nil
    if isKnown, !context.hasTransport || context.isMoving {
      follow(seconds, &output)
      run(until: now &+ frames, &output)
    } else {
      stand(isKnown ? seconds : nil, &output)
    }
    now &+= frames
    return output.count
  }

  // Positions are integers: their unit is chosen so that a quarter frame of time code is `sampleRate · denominator`
  // units, and a frame of audio is `4 · numerator` units.
  private var partsPerQuarter: Int128 { Int128(sampleRate) * Int128(rate.frameRateDenominator) }
  private var partsPerFrame: Int128 { 4 * Int128(rate.frameRateNumerator) }

  /// Returns the position at a frame of audio, in units from 00:00:00:00.
  private func position(at frame: Int64) -> Int128 { anchorPosition + Int128(frame &- anchor) * partsPerFrame }

  private func parts(_ seconds: Double, early lead: Int64) -> Int128 {
    let frames = seconds * Double(sampleRate) + Double(max(-1 << 31, min(lead, 1 << 31)))
    // round to 1/1024 of a frame, which removes rounding errors of the reported position
    let whole = Int64(frames * 1_024 + (frames < 0 ? -0.5 : 0.5))
    return Int128(whole) * partsPerFrame / 1_024 + 4 * Int128(start) * partsPerQuarter
  }

  private mutating func follow(_ seconds: Double, _ output: inout SyncOutput) {
    if isRunning {
      let gap = parts(seconds, early: lead) - position(at: now)
      let tolerance = partsPerFrame * Int128(sampleRate) / 100
      if gap <= tolerance, gap >= 0 - tolerance { return }
    }
    start(at: seconds, on: now, &output)
  }

  /// Starts counting time from a position.
  private mutating func start(at seconds: Double, on frame: Int64, _ output: inout SyncOutput) {
    let target = parts(seconds, early: lead)
    (anchor, anchorPosition, isRunning, sentSeconds) = (frame, target, true, .nan)
    sendFullFrame(target, on: frame, &output)
    // the first even frame of time code that starts no more than half a frame of audio before the position
    let unit = 8 * partsPerQuarter
    let wanted = target - partsPerFrame / 2
    var number = wanted / unit
    if number * unit < wanted { number += 1 }
    next = Int64(truncatingIfNeeded: 8 * number)
  }

  /// Sends a full-frame message.
  private func sendFullFrame(_ target: Int128, on frame: Int64, _ output: inout SyncOutput) {
    let location = target + partsPerFrame / 2
    var number = location / (4 * partsPerQuarter)
    if number * 4 * partsPerQuarter > location { number -= 1 }
    guard output.hasRoom(2) else { return }
    let packets = fields(Int64(truncatingIfNeeded: number)).fullFrame(port: port)
    output.write(packets.0, at: frame)
    output.write(packets.1, at: frame)
  }

  private func fields(_ frame: Int64) -> TimeCodeFields {
    let code = TimeCode(frameCount: frame, rate: rate)
    return TimeCodeFields(
      rateCode: rate.code, hours: code.hours, minutes: code.minutes, seconds: code.seconds, frames: code.frames)
  }

  private mutating func run(until end: Int64, _ output: inout SyncOutput) {
    while output.hasRoom() {
      // ⌊p + ½⌋ frames after the anchor
      let distance = 2 * (Int128(next) * partsPerQuarter - anchorPosition) + partsPerFrame
      var frames = distance / (2 * partsPerFrame)
      if frames * 2 * partsPerFrame > distance { frames -= 1 }
      let frame = anchor &+ Int64(truncatingIfNeeded: frames)
      guard frame < end else { return }
      let group = next >= 0 ? next / 8 : (next &- 7) / 8
      output.write(
        fields(2 &* group).quarterFrame(UInt8(truncatingIfNeeded: next &- 8 &* group), port: port), at: frame)
      next &+= 1
    }
  }
}
