import TactusMIDI
import TactusRender

/// Returns the events of an ``EventTimeline``, cycle by cycle, each exactly once and in order.
///
/// It stores a position in the timeline instead of computing a window of frames for each cycle: a cycle gets all events
/// before its end that have not been returned. Late events (with frames before the cycle) have offset 0. Apart from
/// cycles, only `seek` moves the position; it does not chase any state.
///
/// If the buffer is too small for a cycle, the player stops at a frame boundary and reports it: the caller renders up
/// to that frame and continues from there, and no event is lost, doubled or moved.
///
/// The player borrows the timeline's memory: the timeline must outlive it.
/// - Thread: audio (one thread at a time)
public struct SequencePlayer {
  /// The result for one cycle.
  public struct Delivery: Sendable {
    /// The number of events written to the start of the buffer, ascending by offset.
    public var count: Int
    /// The frame before which all events have been returned: the end of the cycle, unless the buffer was too small.
    ///
    /// This frame is after the cycle's first frame if the buffer has room for ``EventTimeline/mostEventsInOneFrame``
    /// events and none was late. Otherwise it may be the first frame itself: the written events then belong to that
    /// frame, and more of its events follow. The caller applies the events, renders no frames, and calls again.
    public var endFrame: Int64
  }

  private let events: UnsafePointer<TimelineEvent>?
  private let count: Int
  private var next = 0

  /// Creates a player at the start of the timeline.
  /// - Thread: control
  public init(_ timeline: EventTimeline) {
    events = timeline.storage.baseAddress
    count = timeline.storage.count
  }

  /// Whether all events have been returned.
  public var isAtEnd: Bool { next >= count }

  /// Writes the cycle's events to `buffer`: all events before the end of the cycle that have not been returned yet.
  ///
  /// - Parameters:
  ///   - cycle: the frames to play.
  ///   - buffer: room for at least one event; if it is too small for the cycle, see ``Delivery/endFrame``.
  @_noAllocation @_noLocks
  public mutating func render(
    _ cycle: RenderCycle, into buffer: UnsafeMutableBufferPointer<TimedEvent>
  ) -> Delivery {
    let first = cycle.firstFrame
    let frames = min(max(0, cycle.frameCount), Int(Int32.max))
    let (sum, isBeyond) = first.addingReportingOverflow(Int64(frames))
    let end = isBeyond ? .max : sum
    guard let events else { return Delivery(count: 0, endFrame: end) }
    var written = 0
    while next &+ written < count {
      let event = events[next &+ written]
      if event.frame >= end { break }
      let offset = Self.offset(event, first)
      if written == buffer.count {
        let kept = Self.wholeFrames(buffer, before: offset)
        next &+= kept
        return Delivery(count: kept, endFrame: first &+ Int64(offset))
      }
      buffer[written] = TimedEvent(offset: offset, message: event.message)
      written &+= 1
    }
    next &+= written
    return Delivery(count: written, endFrame: end)
  }

  /// Moves to the first event at or after `frame`, in O(log events).
  @_noAllocation @_noLocks
  public mutating func seek(toFrame frame: Int64) {
    guard let events else { return }
    var (low, high) = (0, count)
    while low < high {
      let middle = low &+ (high &- low) / 2
      if events[middle].frame < frame { low = middle &+ 1 } else { high = middle }
    }
    next = low
  }

  /// Returns the event's offset in a cycle that starts at `first`; 0 if it is late.
  @_noAllocation @_noLocks
  private static func offset(_ event: TimelineEvent, _ first: Int64) -> Int32 {
    event.frame <= first ? 0 : Int32(truncatingIfNeeded: event.frame &- first)
  }

  /// Returns how many events of a full buffer can stay when the next event, at `offset`, does not fit. Events at the
  /// same offset are removed, so that no frame is split; but if all are at offset 0, all stay.
  @_noAllocation @_noLocks
  private static func wholeFrames(_ buffer: UnsafeMutableBufferPointer<TimedEvent>, before offset: Int32) -> Int {
    var kept = buffer.count
    while offset > 0, kept > 0, buffer[kept &- 1].offset == offset { kept &-= 1 }
    return kept
  }
}
