import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth
import TactusTime

/// A ``LiveSequence`` on the audio thread.
///
///     shared transport ─► sequencer ─► events ─┬─► sampler ─► block
///                             │                └─► MIDI out
///                             └─► clock sender ──► clock out
/// - Thread: audio
package struct LiveSequenceCore {
  private let sequencer: UnsafeMutablePointer<SequencerCore>
  private let sampler: SamplerRenderer
  private let hasSound: Bool
  private var clock: MIDIClockSender
  private let hasClock: Bool
  private let lead: LiveLead
  private let sampleRate: Int
  /// The tempo map, by which frames are found.
  private var cursor: FrameCursor
  private let buffer: UnsafeMutableBufferPointer<TimedEvent>
  private let clockBuffer: UnsafeMutableBufferPointer<TimedEvent>
  /// Room for the channels of a part of a block.
  private let sides: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  /// The shared transport's frame at the next cycle if it goes on; negative where it has to be found.
  private var expected: Int64 = -1
  /// Whether the sequencer leads, as it has been asked.
  private var isLeading = true

  init(
    sequencer: UnsafeMutablePointer<SequencerCore>, sampler: SamplerRenderer, hasSound: Bool, hasClock: Bool,
    lead: LiveLead, sampleRate: Int, cursor: FrameCursor, buffer: UnsafeMutableBufferPointer<TimedEvent>,
    clockBuffer: UnsafeMutableBufferPointer<TimedEvent>, sides: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  ) {
    (self.sequencer, self.sampler, self.hasSound) = (sequencer, sampler, hasSound)
    (clock, self.hasClock, self.lead) = (MIDIClockSender(sampleRate: sampleRate), hasClock, lead)
    (self.sampleRate, self.cursor, self.buffer, self.clockBuffer) = (sampleRate, cursor, buffer, clockBuffer)
    self.sides = sides
  }

  /// What a cycle has given; valid until the next one.
  package struct Output {
    /// What the sequencer has sent.
    package var events: EventList
    /// MIDI clock.
    package var clock: EventList
  }

  /// Where in a cycle the sequencer begins, and with which tick.
  private struct Start {
    var offset: Int
    var tick: Tick
  }

  /// Renders a cycle. A block without channels is for MIDI only.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func render(_ cycle: RenderCycle, transport: LiveTransport, into block: AudioBlock) -> Output {
    let frames = min(max(0, cycle.frameCount), 1 << 24)
    var part = cycle
    part.context = transport.context
    let start = follow(transport, frames)
    var (events, clocks) = (0, 0)
    if let start, start.offset > 0 {
      // until its first tick it stands
      part.frameCount = start.offset
      play(part, at: 0, &events, &clocks)
      part.firstFrame &+= Int64(start.offset)
      part.frameCount = frames &- start.offset
    }
    if let start { sequencer.pointee.request = .playFrom(start.tick, countIn: 0) }
    play(part, at: start?.offset ?? 0, &events, &clocks)
    let output = Output(
      events: EventList(start: UnsafePointer(buffer.baseAddress), count: events),
      clock: EventList(start: UnsafePointer(clockBuffer.baseAddress), count: clocks))
    guard hasSound, block.channelCount > 0 else { return output }
    sound(cycle, frames, transport, events, into: block)
    return output
  }

  /// Plays the events in as many parts as have a tempo of their own, for functions in front of the sampler.
  private mutating func sound(
    _ cycle: RenderCycle, _ frames: Int, _ transport: LiveTransport, _ events: Int, into block: AudioBlock
  ) {
    var (part, start, first) = (cycle, 0, 0)
    while start < frames {
      part.firstFrame = cycle.firstFrame &+ Int64(start)
      (part.context, part.frameCount) = context(framesAgo: frames &- start, transport.context)
      let end = start &+ part.frameCount
      var last = first
      while last < events, end >= frames || buffer[last].offset < Int32(truncatingIfNeeded: end) { last &+= 1 }
      let own = Self.slice(of: buffer, first..<last)
      Self.move(own, last &- first, by: 0 &- start)
      let list = EventList(start: UnsafePointer(own.baseAddress), count: last &- first)
      sampler.render(part, events: list, into: self.part(start..<end, of: block))
      Self.move(own, last &- first, by: start)
      (start, first) = (end, last)
    }
  }

  private func part(_ frames: Range<Int>, of block: AudioBlock) -> AudioBlock {
    guard let base = sides.baseAddress, frames.count < block.frameCount else { return block }
    let count = min(block.channelCount, sides.count)
    for channel in 0..<count { base[channel] = block[channel] + frames.lowerBound }
    return AudioBlock(channels: UnsafePointer(base), channelCount: count, frameCount: frames.count)
  }

  /// What the transport says so many frames before the cycle's end, and for how many frames it holds.
  private mutating func context(framesAgo frames: Int, _ shared: MusicalContext) -> (MusicalContext, Int) {
    guard isLeading else { return (shared, frames) }
    return sequencer.pointee.context(framesAgo: frames, most: frames, sampleRate: Double(sampleRate))
  }

  // MARK: Following

  /// Follows the shared transport: says where the sequencer has to begin anew, nil for nowhere.
  private mutating func follow(_ transport: LiveTransport, _ frames: Int) -> Start? {
    if case .own = lead { return nil }
    let leads = leads(transport)
    if leads != isLeading {
      isLeading = leads
      sequencer.pointee.request = .lead(leads)
      expected = -1
      return nil  // who leads again begins in the next cycle
    }
    guard leads else { return nil }
    let continues = transport.isRolling && transport.frame == expected
    if expected >= 0, !continues { sequencer.pointee.request = .stop }
    expected = transport.isRolling ? transport.frame &+ Int64(frames) : -1
    guard transport.isRolling, !continues else { return nil }
    let tick = cursor.tick(atFrame: transport.frame &- 1) &+ 1
    let offset = max(0, cursor.frame(atTick: tick) &- transport.frame)
    guard offset < Int64(frames) else {
      expected = -1  // its first tick is in a later cycle
      return nil
    }
    return Start(offset: Int(truncatingIfNeeded: offset), tick: tick)
  }

  /// Whether the sequencer's own tempo map leads: it does not where somebody says tempo and place.
  private func leads(_ transport: LiveTransport) -> Bool {
    guard case .beats = lead else { return true }
    if transport.context.hasBeat, transport.context.hasTempo { return false }
    return transport.isRolling || isLeading
  }

  /// Runs the sequencer and the clock over a part of the cycle.
  private mutating func play(_ part: RenderCycle, at offset: Int, _ events: inout Int, _ clocks: inout Int) {
    let free = Self.rest(of: buffer, after: events)
    let count = sequencer.pointee.render(part, input: EventList(start: nil, count: 0), into: free)
    Self.move(free, count, by: offset)
    events &+= count
    guard hasClock else { return }
    var (piece, start) = (part, 0)
    while start < part.frameCount {
      (piece.context, piece.frameCount) = context(framesAgo: part.frameCount &- start, part.context)
      piece.firstFrame = part.firstFrame &+ Int64(start)
      let room = Self.rest(of: clockBuffer, after: clocks)
      let sent = clock.render(piece, into: room)
      Self.move(room, sent, by: offset &+ start)
      clocks &+= sent
      start &+= piece.frameCount
    }
  }

  private static func rest(
    of buffer: UnsafeMutableBufferPointer<TimedEvent>, after count: Int
  ) -> UnsafeMutableBufferPointer<TimedEvent> {
    slice(of: buffer, count..<buffer.count)
  }

  private static func slice(
    of buffer: UnsafeMutableBufferPointer<TimedEvent>, _ range: Range<Int>
  ) -> UnsafeMutableBufferPointer<TimedEvent> {
    UnsafeMutableBufferPointer(start: buffer.baseAddress.map { $0 + range.lowerBound }, count: range.count)
  }

  private static func move(_ events: UnsafeMutableBufferPointer<TimedEvent>, _ count: Int, by offset: Int) {
    guard offset != 0 else { return }
    for index in 0..<count { events[index].offset &+= Int32(truncatingIfNeeded: offset) }
  }
}
