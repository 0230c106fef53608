import Synchronization
import TactusMIDI
import TactusRealtime

/// Where the events of a plug-in or a driver, with times of their own, become events of render cycles.
///
///     port.begin(cycle)
///     port.receive(message, at: time)            as often as events come
///     let events = port.end()                    offsets 0 ..< frameCount, ascending
///
/// - **Order.** Events come out by their frame; those of one frame in the order in which they came in. Late ones belong to
///   the first frame of the cycle in which they come. Nothing overtakes anything else, unless it lay beyond the horizon.
/// - **Late** events come at offset 0. **Early** ones wait for their cycle and come at their own frame. What is further
///   ahead than the horizon comes on the cycle's last frame. All of these are counted.
/// - **System-exclusive** messages stay whole: their packets come together, in order, at the time of the first; a message
///   that is not whole or finds no room is left out whole.
/// - **Full**, it leaves out what came last, but note-offs, and what ends all notes, last of all: these push out the
///   latest event that is none. If there is nothing else and one more finds no room, its channel is told to release all notes at the end of
///   the cycle.
/// - **Frames that do not follow.** If the host's frames leap forward, what waits stays at its time, and may be late. If
///   they leap back, what waits keeps its distance from the end of the last cycle.
///
/// What came in during a cycle comes out at the `end` of the same cycle, so that a chain of plug-ins has it at once. Events
/// of other threads (a keyboard on the screen) come through a `RingQueue`: popped after `begin`, received as "now".
///
/// It is a value over the memory of a ``HostEventPortMemory``.
/// - Thread: audio (one thread at a time)
public struct HostEventPort: @unchecked Sendable {  // its memory is used by its owner only; the counters are atomic
  /// An event that waits; a system-exclusive message of several packets is a chain.
  struct Waiting: BitwiseCopyable, Sendable {
    var message: ChannelMessage
    var chain = PacketPool.Chain()
  }

  /// A system-exclusive message of which not all packets have come.
  struct OpenMessage {
    enum State { case none, open, refused }
    var state = State.none
    var chain = PacketPool.Chain()
    var time: Int64 = 0
  }

  struct Counters {
    let late, carried, clipped, dropped, malformed: UnsafeMutablePointer<Atomic<Int>>
  }

  private var queue: EventHeap<Waiting>
  var pool: PacketPool
  /// The message that is open on each of the sixteen ports.
  let open: UnsafeMutablePointer<OpenMessage>
  let output: UnsafeMutablePointer<TimedEvent>
  let counters: Counters
  private let horizon: Int64
  /// The host's number of the cycle's first frame.
  private var firstFrame: Int64 = 0
  /// The same as frames that have gone through this port: what `queue` counts in.
  var now: Int64 = 0
  var frames: Int64 = 0
  private var hasBegun = false
  /// Channels of which a note-off has been lost: a bit for each of 16 ports × 16 channels.
  var mustRelease: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  init(
    queue: EventHeap<Waiting>, pool: PacketPool, open: UnsafeMutablePointer<OpenMessage>,
    output: UnsafeMutablePointer<TimedEvent>, counters: Counters, horizon: Int64
  ) {
    (self.queue, self.pool, self.open, self.output) = (queue, pool, open, output)
    (self.counters, self.horizon) = (counters, horizon)
  }

  /// Whether nothing waits for a later cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func isEmpty() -> Bool { queue.count == 0 }

  /// Forgets all that waits; the counters stay.
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

  /// Begins a cycle, to which the times of what comes from now on refer.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func begin(_ cycle: RenderCycle) {
    if hasBegun, cycle.firstFrame > firstFrame { now &+= Self.distance(from: firstFrame, to: cycle.firstFrame) }
    firstFrame = cycle.firstFrame
    frames = Int64(max(0, min(cycle.frameCount, 1 << 30)))
    hasBegun = true
  }

  /// Takes an event; a packet of a system-exclusive message waits until the last one of its message has come.
  ///
  /// - Parameter time: its frame in the host's counting, or "now": see ``HostEventTime``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func receive(_ message: ChannelMessage, at time: Int64) {
    guard message.isSystemExclusive else { return insert(Waiting(message: message), at: place(of: time)) }
    switch message.packetForm {
    case .whole:
      insert(Waiting(message: message), at: place(of: time))
    case .start:
      forgetOpen(message.port)
      open[Int(message.port)].state = .open
      open[Int(message.port)].time = place(of: time)
      add(message)
    case .middle: add(message)
    case .end:
      add(message)
      close(message.port)
    case nil: counters.malformed.pointee.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// Takes the messages of an array of bytes, which is copied.
  ///
  /// - Parameters:
  ///   - bytes: whole messages of MIDI 1.0; running status, and real-time bytes anywhere, are understood.
  ///   - count: how many.
  ///   - time: when all of them are due, see ``HostEventTime``.
  ///   - port: 0…15, masked.
  /// - Returns: whether there was nothing else in the array.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @discardableResult public mutating func receive(
    _ bytes: UnsafePointer<UInt8>, count: Int, at time: Int64, port: UInt8 = 0
  ) -> Bool {
    let place = place(of: time)
    var splitter = PacketSplitter(bytes, count: count, port: port)
    while let part = splitter.next() {
      switch part {
      case .message(let message): insert(Waiting(message: message), at: place)
      case .systemExclusive(let start, let end, let dataCount):
        insertExclusive(bytes + start, count: end &- start, dataCount: dataCount, port: port, at: place)
      }
    }
    let isWhole = !splitter.isIncomplete && splitter.strayBytes == 0 && splitter.cutMessages == 0
    if !isWhole { counters.malformed.pointee.wrappingAdd(1, ordering: .relaxed) }
    return isWhole
  }

  /// Ends the cycle.
  ///
  /// - Returns: its events, with offsets 0 ..< frameCount that ascend; none where there are no frames. Valid until the
  ///   next call of `end`.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func end() -> EventList {
    var count = 0
    guard frames > 0 else { return EventList(start: output, count: 0) }
    while let time = queue.firstTime, var event = queue.pop(before: now &+ frames) {
      if time < now { counters.late.pointee.wrappingAdd(1, ordering: .relaxed) }
      let offset = Int32(truncatingIfNeeded: max(0, time &- now))
      if event.chain.first < 0 {
        (output + count).initialize(to: TimedEvent(offset: offset, message: event.message))
        count &+= 1
      }
      while let packet = pool.removeFirst(of: &event.chain) {
        (output + count).initialize(to: TimedEvent(offset: offset, message: packet))
        count &+= 1
      }
    }
    releaseChannels(&count)
    now &+= frames
    let (next, isBeyond) = firstFrame.addingReportingOverflow(frames)
    firstFrame = isBeyond ? .max : next
    frames = 0
    return EventList(start: output, count: count)
  }

  /// The frame at which an event of this time comes, counted as ``now`` is; counts what is odd about it.
  private mutating func place(of time: Int64) -> Int64 {
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

  /// From one frame to another, clamped to ±2⁴⁰.
  private static func distance(from first: Int64, to second: Int64) -> Int64 {
    let (difference, isBeyond) = second.subtractingReportingOverflow(first)
    if isBeyond { return second < first ? -(1 << 40) : 1 << 40 }
    return max(-(1 << 40), min(difference, 1 << 40))
  }

  mutating func insert(_ event: Waiting, at place: Int64) {
    let isEssential = event.message.endsNote || event.message.endsAllNotes
    switch queue.push(event, time: place, isEssential: isEssential) {
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
