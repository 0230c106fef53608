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

/// The reports of a sequencer, as an asynchronous sequence that ends only when its task is cancelled.
///
/// It polls at intervals; the audio thread neither waits for it nor wakes it. Only one consumer at a time may use it.
/// - Thread: control
public struct SequencerFeedback: AsyncSequence, Sendable {
  private let sequencer: Sequencer
  private let interval: Duration

  init(_ sequencer: Sequencer, every interval: Duration) { (self.sequencer, self.interval) = (sequencer, interval) }

  /// Starts polling.
  public func makeAsyncIterator() -> Iterator { Iterator(sequencer, interval) }

  /// Polls until there is something to report.
  public struct Iterator: AsyncIteratorProtocol {
    private let sequencer: Sequencer
    private let interval: Duration
    private var last: Playhead?

    init(_ sequencer: Sequencer, _ interval: Duration) { (self.sequencer, self.interval) = (sequencer, interval) }

    /// Waits for something to report and returns it; nil when the task is cancelled.
    public mutating func next() async -> SequencerReport? {
      while !Task.isCancelled {
        let report = sequencer.report()
        if report.playhead != last || !report.events.isEmpty {
          last = report.playhead
          return report
        }
        do { try await Task.sleep(for: interval) } catch { return nil }
      }
      return nil
    }
  }
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

  /// Returns the reports as an asynchronous sequence that polls at most once per interval.
  /// - Thread: control, one consumer at a time
  public func feedback(every interval: Duration = .milliseconds(10)) -> SequencerFeedback {
    SequencerFeedback(self, every: interval)
  }
}
