import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth
import TactusTime

/// The audio side of a ``LiveSequence``.
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
  private let source: TransportSource
  private let sampleRate: Int
  /// The tempo map that converts ticks to frames.
  private var cursor: FrameCursor
  private let buffer: UnsafeMutableBufferPointer<TimedEvent>
  private let clockBuffer: UnsafeMutableBufferPointer<TimedEvent>
  /// Memory for the input of the second part of a cycle.
  private let inputBuffer: UnsafeMutableBufferPointer<TimedEvent>
  /// Memory for the channel pointers of a part of a block.
  private let sides: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  /// The frame that the shared transport will have in the next cycle if it continues; negative if the position must be
  /// determined anew.
  private var expected: Int64 = -1
  /// Whether the sequencer is set to use its internal transport.
  private var usesInternalTransport = true

  init(
    sequencer: UnsafeMutablePointer<SequencerCore>, sampler: SamplerRenderer, hasSound: Bool, hasClock: Bool,
    source: TransportSource, sampleRate: Int, cursor: FrameCursor, buffer: UnsafeMutableBufferPointer<TimedEvent>,
    clockBuffer: UnsafeMutableBufferPointer<TimedEvent>, inputBuffer: UnsafeMutableBufferPointer<TimedEvent>,
    sides: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  ) {
    (self.sequencer, self.sampler, self.hasSound) = (sequencer, sampler, hasSound)
    (clock, self.hasClock, self.source) = (MIDIClockSender(sampleRate: sampleRate), hasClock, source)
    (self.sampleRate, self.cursor, self.buffer, self.clockBuffer) = (sampleRate, cursor, buffer, clockBuffer)
    (self.inputBuffer, self.sides) = (inputBuffer, sides)
  }

  /// The position at which the sequencer starts: the offset in the cycle, and the tick.
  private struct Start {
    var offset: Int
    var tick: Tick
  }

  /// Renders a cycle. For MIDI only, pass a block without channels.
  ///
  /// - Parameter input: events that are played with the sequence, ascending by offset.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func render(
    _ cycle: RenderCycle, transport: LiveTransport, input: EventList = EventList(start: nil, count: 0),
    into block: AudioBlock
  ) -> LiveOutput {
    let frames = min(max(0, cycle.frameCount), 1 << 24)
    var part = cycle
    part.context = transport.context
    let start = follow(transport, frames)
    var (events, clocks, input) = (0, 0, input)
    if let start, start.offset > 0 {
      // the sequencer is stopped until its first tick
      part.frameCount = start.offset
      let early = count(of: input, before: start.offset)
      play(part, EventList(start: input.baseAddress, count: early), at: 0, &events, &clocks)
      part.firstFrame &+= Int64(start.offset)
      part.frameCount = frames &- start.offset
      input = rest(of: input, after: early, from: start.offset)
    }
    if let start { sequencer.pointee.request = .playFrom(start.tick, countIn: 0) }
    play(part, input, at: start?.offset ?? 0, &events, &clocks)
    let output = LiveOutput(
      events: EventList(start: UnsafePointer(buffer.baseAddress), count: events),
      clock: EventList(start: UnsafePointer(clockBuffer.baseAddress), count: clocks))
    if hasSound, block.channelCount > 0 {
      sound(cycle, frames, transport, events, into: block)
    } else {
      block.silence()
    }
    return output
  }

  /// Renders the sampler in parts, one for each reported tempo, because its MIDI effects depend on the tempo.
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

  /// Returns the context of the transport `frames` frames before the end of the cycle, and the number of frames for
  /// which it is valid.
  private mutating func context(framesAgo frames: Int, _ shared: MusicalContext) -> (MusicalContext, Int) {
    guard usesInternalTransport else { return (shared, frames) }
    return sequencer.pointee.context(framesAgo: frames, most: frames, sampleRate: Double(sampleRate))
  }

  // MARK: Following

  /// Follows the shared transport. Returns the position at which the sequencer must restart in this cycle; nil if no
  /// restart is needed.
  private mutating func follow(_ transport: LiveTransport, _ frames: Int) -> Start? {
    if case .sequencer = source { return nil }
    let isInternal = needsInternalTransport(transport)
    if isInternal != usesInternalTransport {
      usesInternalTransport = isInternal
      sequencer.pointee.request = .useInternalTransport(isInternal)
      expected = -1
      return nil  // the internal transport starts in the next cycle
    }
    guard isInternal else { return nil }
    let continues = transport.isRolling && transport.frame == expected
    if expected >= 0, !continues { sequencer.pointee.request = .stop }
    expected = transport.isRolling ? transport.frame &+ Int64(frames) : -1
    guard transport.isRolling, !continues else { return nil }
    let tick = cursor.tick(atFrame: transport.frame &- 1) &+ 1
    let offset = max(0, cursor.frame(atTick: tick) &- transport.frame)
    guard offset < Int64(frames) else {
      expected = -1  // the first tick is in a later cycle
      return nil
    }
    return Start(offset: Int(truncatingIfNeeded: offset), tick: tick)
  }

  /// Whether the tempo map of the sequence applies: always, unless beats are to be followed and the shared transport
  /// reports a tempo and a beat. If one of them is missing and the transport is stopped, the previous choice is kept.
  private func needsInternalTransport(_ transport: LiveTransport) -> Bool {
    guard case .sharedBeats = source else { return true }
    if transport.context.hasBeat, transport.context.hasTempo { return false }
    return transport.isRolling || usesInternalTransport
  }

  private func count(of input: EventList, before offset: Int) -> Int {
    var count = 0
    while count < input.count, input[count].offset < Int32(truncatingIfNeeded: offset) { count &+= 1 }
    return count
  }

  /// Returns the input events after the first `count`, with offsets counted from `offset`. There is room for 4,096.
  private func rest(of input: EventList, after count: Int, from offset: Int) -> EventList {
    let kept = min(input.count &- count, inputBuffer.count)
    for index in 0..<kept { inputBuffer[index] = input[count &+ index] }
    Self.move(inputBuffer, kept, by: 0 &- offset)
    return EventList(start: UnsafePointer(inputBuffer.baseAddress), count: kept)
  }

  /// Runs the sequencer and the clock for a part of the cycle.
  private mutating func play(
    _ part: RenderCycle, _ input: EventList, at offset: Int, _ events: inout Int, _ clocks: inout Int
  ) {
    let free = Self.rest(of: buffer, after: events)
    let count = sequencer.pointee.render(part, input: input, into: free)
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
