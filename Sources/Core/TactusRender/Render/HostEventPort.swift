import Synchronization
import TactusMIDI
import TactusRealtime

/// Assigns the events of a plug-in host or a driver, which have their own time stamps, to render cycles.
///
///     port.begin(cycle)
///     port.receive(message, at: time)            once per event
///     let events = port.end()                    offsets 0 ..< frameCount, ascending
///
/// - **Order.** Events are output in the order of their frames; those of one frame are output in the order of arrival.
///   Late events are assigned to the first frame of the cycle in which they arrive. No event is output before one with
///   an earlier time, except an event beyond the horizon.
/// - **Late** events are output at offset 0. **Early** events wait for their cycle and are output on their own frame.
///   Events beyond the horizon are output on the last frame of the current cycle. All of these are counted.
/// - **System-exclusive** messages stay complete: their packets are output together, in order, at the time of the first
///   packet. A message that is incomplete or does not fit is dropped completely.
/// - **When full**, the port drops new events. But note-offs, and messages that end all notes, replace the last waiting
///   event of any other kind. If there is no such event, the new event is dropped, and its channel receives "all
///   notes off" at the end of the cycle.
/// - **Discontinuous frames.** If the host's frames jump forward, waiting events keep their times and may be late. If
///   the host's frames jump back, waiting events keep their distance from the end of the previous cycle.
///
/// Events received during a cycle are output at the `end` of the same cycle, so a chain of plug-ins adds no latency.
/// Pass events from other threads (such as those of an on-screen keyboard) through a `RingQueue`: after `begin`, pop
/// them from the queue and pass them to `receive` with the time ``HostEventTime/immediate``.
///
/// This value borrows the memory of a ``HostEventPortMemory``.
/// - Thread: audio (one thread at a time)
public struct HostEventPort: @unchecked Sendable {  // its memory is used by its owner only; the counters are atomic
  /// A waiting event. If it is a system-exclusive message of several packets, they are in `chain`.
  struct Waiting: BitwiseCopyable, Sendable {
    var message: ChannelMessage
    var chain = PacketPool.Chain()
  }

  /// A system-exclusive message that is not yet complete.
  struct OpenMessage {
    enum State { case none, open, refused }
    var state = State.none
    var chain = PacketPool.Chain()
    var time: Int64 = 0
  }

  struct Counters {
    let late, carried, clipped, dropped, malformed: UnsafeMutablePointer<Atomic<Int>>
  }

  var queue: EventHeap<Waiting>
  var pool: PacketPool
  /// The incomplete system-exclusive message of each of the sixteen ports.
  let open: UnsafeMutablePointer<OpenMessage>
  let output: UnsafeMutablePointer<TimedEvent>
  let counters: Counters
  private let horizon: Int64
  /// The first frame of the cycle, in the host's count.
  private var firstFrame: Int64 = 0
  /// The first frame of the cycle, counted in frames that have passed through this port; the times in `queue` are in
  /// this count.
  var now: Int64 = 0
  /// The number of frames in the cycle.
  var frames: Int64 = 0
  private var hasBegun = false
  /// The channels on which a note-off was dropped: one bit for each of 16 ports × 16 channels.
  var mustRelease: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  init(
    queue: EventHeap<Waiting>, pool: PacketPool, open: UnsafeMutablePointer<OpenMessage>,
    output: UnsafeMutablePointer<TimedEvent>, counters: Counters, horizon: Int64
  ) {
    (self.queue, self.pool, self.open, self.output) = (queue, pool, open, output)
    (self.counters, self.horizon) = (counters, horizon)
  }

  /// Whether no event waits for a later cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func isEmpty() -> Bool { queue.count == 0 }

  /// Discards all waiting events; the counters keep their values.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func reset() {
    queue.reset()
    pool.reset()
    for port in 0..<16 { open[port] = OpenMessage() }
    mustRelease = (0, 0, 0, 0)
    hasBegun = false
  }

  /// Starts a cycle. The times of all events received after this call refer to this cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func begin(_ cycle: RenderCycle) {
    if hasBegun, cycle.firstFrame > firstFrame { now &+= Self.distance(from: firstFrame, to: cycle.firstFrame) }
    firstFrame = cycle.firstFrame
    frames = Int64(max(0, min(cycle.frameCount, 1 << 30)))
    hasBegun = true
  }

  /// Receives an event. A packet of a system-exclusive message waits until its message is complete.
  ///
  /// - Parameters:
  ///   - message: the message, or a packet of a system-exclusive message.
  ///   - time: the frame in the host's count, or "now": see ``HostEventTime``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func receive(_ message: ChannelMessage, at time: Int64) {
    guard message.isSystemExclusive else { return insert(Waiting(message: message), at: position(of: time)) }
    switch message.packetForm {
    case .whole:
      insert(Waiting(message: message), at: position(of: time))
    case .start:
      forgetOpen(message.port)
      open[Int(message.port)].state = .open
      open[Int(message.port)].time = position(of: time)
      add(message)
    case .middle: add(message)
    case .end:
      add(message)
      close(message.port)
    case nil: counters.malformed.pointee.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// Receives the messages in an array of bytes, which is copied.
  ///
  /// - Parameters:
  ///   - bytes: complete MIDI 1.0 messages; running status, and real-time bytes at any position, are supported.
  ///   - count: the number of bytes.
  ///   - time: the time of all messages; see ``HostEventTime``.
  ///   - port: 0…15, masked.
  /// - Returns: whether the array contained only complete messages.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @discardableResult public mutating func receive(
    _ bytes: UnsafePointer<UInt8>, count: Int, at time: Int64, port: UInt8 = 0
  ) -> Bool {
    let position = position(of: time)
    var splitter = PacketSplitter(bytes, count: count, port: port)
    while let part = splitter.next() {
      switch part {
      case .message(let message): insert(Waiting(message: message), at: position)
      case .systemExclusive(let start, let end, let dataCount):
        insertExclusive(bytes + start, count: end &- start, dataCount: dataCount, port: port, at: position)
      }
    }
    let isWhole = !splitter.isIncomplete && splitter.strayBytes == 0 && splitter.truncatedMessages == 0
    if !isWhole { counters.malformed.pointee.wrappingAdd(1, ordering: .relaxed) }
    return isWhole
  }

  /// Ends the cycle.
  ///
  /// - Returns: the cycle's events, with ascending offsets 0 ..< frameCount; empty if there are no frames. Valid until
  ///   the next call of `end`.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func end() -> EventList { end(from: 0, to: Int(frames)) }

  /// Returns the events of the next sub-block, for units that render a cycle in several sub-blocks. For the last
  /// sub-block, call ``end(from:to:)`` instead.
  ///
  /// - Parameters:
  ///   - start: the sub-block's first frame, counted from the start of the cycle: the end of the previous sub-block, or
  ///     0.
  ///   - end: the frame after the sub-block's last frame.
  /// - Returns: the sub-block's events, with ascending offsets that are counted from `start`; valid until the next
  ///   sub-block.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func events(from start: Int, to end: Int) -> EventList {
    EventList(start: output, count: take(before: Int64(end), start, end))
  }

  /// Ends the cycle with its last sub-block. If the sub-block ends before the cycle does, the remaining events are
  /// output on the sub-block's last frame.
  ///
  /// - Parameters: as with ``events(from:to:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func end(from start: Int, to end: Int) -> EventList {
    guard frames > 0 else { return EventList(start: output, count: 0) }
    var count = take(before: frames, start, end)
    releaseChannels(at: Int32(truncatingIfNeeded: max(0, end &- 1 &- start)), &count)
    now &+= frames
    let (next, isBeyond) = firstFrame.addingReportingOverflow(frames)
    firstFrame = isBeyond ? .max : next
    frames = 0
    return EventList(start: output, count: count)
  }

  /// Moves the waiting events before frame `limit` of the cycle to the output. Their offsets are counted from `start`
  /// and clamped to the sub-block `start ..< end`.
  ///
  /// - Returns: the number of output events.
  mutating func take(before limit: Int64, _ start: Int, _ end: Int) -> Int {
    var count = 0
    while let time = queue.firstTime, var event = queue.pop(before: now &+ limit) {
      if time < now { counters.late.pointee.wrappingAdd(1, ordering: .relaxed) }
      let offset = Int32(truncatingIfNeeded: max(0, min(time &- now, Int64(end) &- 1) &- Int64(start)))
      if event.chain.first < 0 {
        (output + count).initialize(to: TimedEvent(offset: offset, message: event.message))
        count &+= 1
      }
      while let packet = pool.removeFirst(of: &event.chain) {
        (output + count).initialize(to: TimedEvent(offset: offset, message: packet))
        count &+= 1
      }
    }
    return count
  }

  /// Returns the frame for an event with this time, in the count that ``now`` uses; increments the counters of
  /// irregular times.
  private mutating func position(of time: Int64) -> Int64 {
    let offset = HostEventTime.offset(ofImmediate: time) ?? Self.distance(from: firstFrame, to: time)
    if offset < 0 {
      counters.late.pointee.wrappingAdd(1, ordering: .relaxed)
      return now
    }
    if offset < frames { return now &+ offset }
    if offset &- frames < horizon {
      counters.carried.pointee.wrappingAdd(1, ordering: .relaxed)
      return now &+ offset
    }
    counters.clipped.pointee.wrappingAdd(1, ordering: .relaxed)
    return now &+ max(0, frames &- 1)
  }

  /// Returns the distance between two frames, clamped to ±2⁴⁰.
  private static func distance(from first: Int64, to second: Int64) -> Int64 {
    let (difference, isBeyond) = second.subtractingReportingOverflow(first)
    if isBeyond { return second < first ? -(1 << 40) : 1 << 40 }
    return max(-(1 << 40), min(difference, 1 << 40))
  }

  mutating func insert(_ event: Waiting, at position: Int64) {
    let isEssential = event.message.endsNote || event.message.endsAllNotes
    switch queue.push(event, time: position, isEssential: isEssential) {
    case .accepted: break
    case .refused:
      drop(event)
      if isEssential { releaseLater(event.message) }
    case .displaced(let other): drop(other)
    }
  }

  private mutating func drop(_ event: Waiting) {
    counters.dropped.pointee.wrappingAdd(1, ordering: .relaxed)
    pool.release(event.chain)
  }
}
