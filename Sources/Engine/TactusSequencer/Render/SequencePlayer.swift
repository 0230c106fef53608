import TactusMIDI
import TactusRender

/// Hands out the events of an ``EventTimeline``, cycle by cycle, each exactly once and in order.
///
/// It keeps a place in the timeline, not a window of frames computed anew: a cycle gets what lies before its end and has
/// not been handed out. What is late (its frame lies before the cycle) comes at offset 0. Only `seek` moves the place
/// otherwise; nothing is chased.
///
/// A buffer may be too small for a cycle. The player then stops at a frame border and says where: the caller renders up
/// to there and asks again from there, and nothing is lost, doubled or moved.
///
/// It borrows the timeline's memory: the timeline must outlive it.
/// - Thread: audio (one thread at a time)
public struct SequencePlayer {
  /// What a cycle got.
  public struct Delivery: Sendable {
    /// Events written to the start of the buffer, ascending by offset.
    public var count: Int
    /// All events before this frame have been handed out; the cycle's end unless the buffer was too small.
    ///
    /// It is after the cycle's first frame if the buffer holds ``EventTimeline/mostEventsInOneFrame`` and nothing was
    /// late. Else it may be the first frame itself: the events written belong to that frame and more are to come, so that
    /// the caller applies them, renders nothing, and asks again.
    public var endFrame: Int64
  }

  private let events: UnsafePointer<TimelineEvent>?
  private let count: Int
  private var next = 0

  /// A player at the timeline's start.
  /// - Thread: control
  public init(_ timeline: EventTimeline) {
    events = timeline.storage.baseAddress
    count = timeline.storage.count
  }

  /// Whether everything has been handed out.
  public var isAtEnd: Bool { next >= count }

  /// Writes the cycle's events to `buffer`: those not yet handed out whose frame lies before the cycle's end.
  ///
  /// - Parameter buffer: where the events go; room for one at least, for more see ``Delivery/endFrame``.
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

  /// Goes to the first event that is not before `frame`, in O(log events).
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

  /// The event's offset in a cycle that begins at `first`; 0 if it is late.
  @_noAllocation @_noLocks
  private static func offset(_ event: TimelineEvent, _ first: Int64) -> Int32 {
    event.frame <= first ? 0 : Int32(truncatingIfNeeded: event.frame &- first)
  }

  /// How many events of a full buffer can stay when the next one, at `offset`, does not fit: those at earlier offsets, so
  /// that no frame is torn; all if they are all at offset 0.
  @_noAllocation @_noLocks
  private static func wholeFrames(_ buffer: UnsafeMutableBufferPointer<TimedEvent>, before offset: Int32) -> Int {
    var kept = buffer.count
    while offset > 0, kept > 0, buffer[kept &- 1].offset == offset { kept &-= 1 }
    return kept
  }
}
