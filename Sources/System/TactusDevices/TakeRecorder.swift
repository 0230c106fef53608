import TactusRealtime

/// Records the MIDI input of a session: each message, with the frame on which it was played.
///
///     let take = TakeRecorder()
///     session.record(into: take)
///     try session.start()
///     …
///     for event in take.events() { … }          // several times a second
///
/// - Thread: control
public final class TakeRecorder: @unchecked Sendable {  // the ends of the queue are for one thread each
  private let queue: RingQueue<RecordedEvent>

  /// Creates a recorder for one session at a time.
  ///
  /// - Parameter capacity: the number of messages that can wait; those beyond it are lost and counted.
  public init(capacity: Int = 1 << 14) { queue = RingQueue(capacity: capacity) }

  /// The writer for an audio thread; valid as long as this object lives.
  package var writer: TakeWriter { TakeWriter(queue.producer) }

  /// Removes and returns the messages received since the last call, in order.
  public func events() -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    while let event = queue.consumer.pop() { events.append(event) }
    return events
  }

  /// The number of messages that were lost because nobody collected them in time.
  public var lostCount: Int { queue.refusedCount }
}
