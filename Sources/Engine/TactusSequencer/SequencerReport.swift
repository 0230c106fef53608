import TactusRealtime

/// The position of a sequencer, and the events that it has sent and received since the previous report.
///
/// - Thread: any
public struct SequencerReport: Sendable {
  /// The position.
  public var playhead: Playhead
  /// The events sent and received, in order.
  public var events: [PlayedEvent]
  /// The number of events that could not be reported because the queue was full, since the sequencer was created.
  public var lostEvents: Int
}

extension Sequencer {
  /// Returns the position at the end of the last cycle, and the events since the previous call.
  /// - Thread: control, one thread at a time
  public func report() -> SequencerReport {
    var events: [PlayedEvent] = []
    for _ in 0..<memory.reports.consumer.count {
      if let event = memory.reports.consumer.pop() { events.append(event) }
    }
    return SequencerReport(
      playhead: memory.playhead.reader.acquire(), events: events, lostEvents: memory.reports.refusedCount)
  }
}
