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

    /// Waits until there is a report, and returns it; nil when the task is cancelled.
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
  /// Returns the reports as an asynchronous sequence that polls at most once per interval.
  /// - Thread: control, one consumer at a time
  public func feedback(every interval: Duration = .milliseconds(10)) -> SequencerFeedback {
    SequencerFeedback(self, every: interval)
  }
}
