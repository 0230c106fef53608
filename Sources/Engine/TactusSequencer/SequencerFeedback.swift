import TactusRealtime

/// What a sequencer has told since it was asked last.
///
/// - Thread: any
public struct SequencerReport: Sendable {
  /// Where it is.
  public var playhead: Playhead
  /// What it has sent and what came in, in order.
  public var events: [PlayedEvent]
  /// How many events could not be told since it was made, because nobody asked in time.
  public var lostEvents: Int
}

/// The reports of a sequencer as they come: an endless sequence that ends when its task is cancelled.
///
/// It asks in intervals; the audio thread neither waits for it nor wakes it. For one consumer at a time.
/// - Thread: control
public struct SequencerFeedback: AsyncSequence, Sendable {
  private let sequencer: Sequencer
  private let interval: Duration

  init(_ sequencer: Sequencer, every interval: Duration) { (self.sequencer, self.interval) = (sequencer, interval) }

  /// Starts asking.
  public func makeAsyncIterator() -> Iterator { Iterator(sequencer, interval) }

  /// Asks until there is something to tell.
  public struct Iterator: AsyncIteratorProtocol {
    private let sequencer: Sequencer
    private let interval: Duration
    private var last: Playhead?

    init(_ sequencer: Sequencer, _ interval: Duration) { (self.sequencer, self.interval) = (sequencer, interval) }

    /// The next report with news; nil when the task is cancelled.
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
  /// Where it was at the end of the last cycle, and what it has sent since the last call.
  /// - Thread: control, one thread at a time
  public func report() -> SequencerReport {
    var events: [PlayedEvent] = []
    for _ in 0..<memory.reports.consumer.count {
      if let event = memory.reports.consumer.pop() { events.append(event) }
    }
    return SequencerReport(
      playhead: memory.playhead.reader.acquire(), events: events, lostEvents: memory.reports.refusedCount)
  }

  /// Reports as an asynchronous sequence, asked for at most once in an interval.
  /// - Thread: control, one consumer at a time
  public func feedback(every interval: Duration = .milliseconds(10)) -> SequencerFeedback {
    SequencerFeedback(self, every: interval)
  }
}
