import TactusMIDI
import TactusRender

/// Sends MIDI clock along a transport: each clock on the frame of its exact position, ⌊p + ½⌋, and exactly once.
///
/// - **A cursor.** It knows which clock comes next; rounding in what the cycles say of the beat repeats and skips nothing.
/// - **Starts.** At the song's beginning, or before it: start, and the first clock on beat 0. Elsewhere: song position and
///   continue at once, and the first clock on the next sixteenth, whose position that is.
/// - **Seeks and repeats**: stop, song position, continue on one frame; where the cycles say what is repeated, on the exact
///   frame of the jump back, also inside a cycle. Beyond 4,096 beats, which a song position cannot say, continue alone.
/// - **While stopped** clocks go on at the last tempo if ``sendsWhileStopped``.
/// - **Partition law**: the same bytes on the same frames, whatever the cycles.
///
/// Source: MIDI 1.0 Detailed Specification, "System real time messages", "Song position pointer".
/// - Thread: audio (one thread at a time)
public struct MIDIClockSender: Sendable {
  /// Whether clocks go on while the transport stands.
  public var sendsWhileStopped = false
  /// By how many frames it sends early, for a receiver that is so much late; negative: late. Within ±10⁹.
  public var lead = 0.0
  /// The port of what it sends, 0…15.
  public var port: UInt8 = 0

  private let sampleRate: Double
  private var tempo = 120.0
  private var line = SenderLine(beat: 0, frame: 0, beatsPerFrame: 1, slope: 0)
  private var isRunning = false
  private var hasWrapped = false
  /// The next clock, 24 a beat.
  private var next: Int64 = 0
  /// Frames since the first cycle.
  private var now: Int64 = 0
  /// Where the next clock of a standing transport is due; not a number: it has not been thought of.
  private var idle = Double.nan
  /// How many starts were beyond what a song position can say.
  public private(set) var unreachable = 0

  /// A sender of a transport that stands.
  ///
  /// - Parameter sampleRate: frames per second.
  public init(sampleRate: Int) { self.sampleRate = Double(max(1, sampleRate)) }

  /// Forgets where it was; nothing is sent for it.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func reset() { (isRunning, hasWrapped, idle, now) = (false, false, .nan, 0) }

  /// Writes the messages of a cycle, ascending by offset; what finds no room comes in the next cycle.
  ///
  /// - Returns: how many.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func render(_ cycle: RenderCycle, into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int {
    let frames = Int64(max(0, min(cycle.frameCount, 1 << 30)))
    guard frames > 0 else { return 0 }
    var output = SyncOutput(buffer, from: now, frames: frames)
    let context = cycle.context
    if context.hasTempo, context.tempo >= 1, context.tempo <= 10_000 { tempo = context.tempo }
    if let reading = SenderLine.reading(context, tempo: tempo, sampleRate: sampleRate) {
      follow(reading, context, frames, &output)
      run(context, until: now &+ frames, &output)
    } else {
      if isRunning { stop(&output) }
      if sendsWhileStopped { tick(until: now &+ frames, &output) }
    }
    now &+= frames
    return output.count
  }

  private func message(_ status: UInt8) -> ChannelMessage { ChannelMessage(system: status, port: port) }

  private var boundedLead: Double { lead > -1e9 && lead < 1e9 ? lead : 0 }

  // MARK: Where it is

  private mutating func follow(
    _ reading: SenderLine.Reading, _ context: MusicalContext, _ frames: Int64, _ output: inout SyncOutput
  ) {
    let beat = reading.beat + boundedLead * reading.beatsPerFrame
    defer { hasWrapped = false }
    if isRunning {
      let gap = abs(beat - line.beat(at: now))
      let noise = 0.5 * reading.beatsPerFrame + 2e-6 + abs(beat) * 0x1p-50
      if gap <= noise {
        line.turn(at: now, beatsPerFrame: reading.beatsPerFrame, slope: reading.slope)
        return
      }
      let isNear = gap <= 1.0 / 128 || hasWrapped && gap <= Double(frames) * reading.beatsPerFrame
      if isNear, !(context.hasTransport && context.isChanged) {
        line = SenderLine(beat: beat, frame: now, beatsPerFrame: reading.beatsPerFrame, slope: reading.slope)
        return
      }
      output.write(message(0xFC), at: now)
    }
    line = SenderLine(beat: beat, frame: now, beatsPerFrame: reading.beatsPerFrame, slope: reading.slope)
    begin(at: beat, on: now, &output)
  }

  /// Lets the receiver begin at the next sixteenth of a beat, or at the song's beginning.
  private mutating func begin(at beat: Double, on frame: Int64, _ output: inout SyncOutput) {
    (isRunning, idle) = (true, .nan)
    // half a frame late is not late
    let place = 4 * (beat - 0.5 * line.beatsPerFrame - 2e-6)
    guard place > 0 else {
      next = 0
      output.write(message(0xFA), at: frame)
      return
    }
    let whole = Int64(place)
    let sixteenth = Double(whole) < place ? whole &+ 1 : whole
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
    isRunning = false
    output.write(message(0xFC), at: now)
    idle = Double(line.frame &- now) + line.distance(to: Double(next) / 24)
    if !(idle > -1 && idle < 1e9) { idle = 0 }
    idle += Double(now)
  }

  // MARK: Clocks

  /// Sends the clocks before a frame, and the jumps back between them.
  private mutating func run(_ context: MusicalContext, until end: Int64, _ output: inout SyncOutput) {
    let isCycling =
      context.hasTransport && context.isCycling && context.cycleEnd - context.cycleStart > 1e-6
      && abs(context.cycleStart) < 1e9 && abs(context.cycleEnd) < 1e9
    let early = boundedLead * line.beatsPerFrame
    // what begins behind the region does not jump
    let wraps = isCycling && line.beat(at: now) < context.cycleEnd + early - 0.5 * line.beatsPerFrame
    while output.hasRoom(4) {
      let beat = Double(next) / 24
      if wraps, beat >= context.cycleEnd - 1e-9 {
        let jump = line.frame(of: context.cycleEnd)
        guard jump < end else { return }
        wrap(context, on: jump, &output)
        continue
      }
      let frame = line.frame(of: beat)
      guard frame < end else { return }
      output.write(message(0xF8), at: frame)
      next &+= 1
    }
  }

  private mutating func wrap(_ context: MusicalContext, on frame: Int64, _ output: inout SyncOutput) {
    hasWrapped = true
    let exact = line.distance(to: context.cycleEnd)
    let over = Double(frame &- line.frame) - exact
    line = SenderLine(
      beat: context.cycleStart + over * line.beatsPerFrame, frame: frame,
      beatsPerFrame: line.beatsPerFrame + line.slope * exact, slope: line.slope)
    output.write(message(0xFC), at: frame)
    begin(at: context.cycleStart, on: frame, &output)
  }

  /// Sends the clocks of a standing transport.
  private mutating func tick(until end: Int64, _ output: inout SyncOutput) {
    let interval = 60 * sampleRate / (24 * tempo)
    if !(idle >= Double(now) - interval) { idle = Double(now) }
    while idle < Double(end) - 0.5, output.hasRoom() {
      output.write(message(0xF8), at: Int64(idle + 0.5))
      idle += interval
    }
  }
}
