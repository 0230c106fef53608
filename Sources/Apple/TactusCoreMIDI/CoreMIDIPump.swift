#if canImport(CoreMIDI)
  import Foundation
  import TactusRealtime
  import TactusRender

  /// A thread that sends messages from audio threads to CoreMIDI every few milliseconds.
  ///
  /// - Thread: control
  public final class CoreMIDIPump: Sendable {
    private let words = SharedWords(0)

    /// Starts the thread. It stops when the pump is deallocated, or with ``stop()``.
    ///
    /// - Parameters:
    ///   - outputs: the outputs to serve; kept alive until the pump stops.
    ///   - interval: the interval in milliseconds, 1…100 (clamped). The host times of the messages must lie further
    ///     ahead than this interval; see `HostTimeOutput.compensation`.
    public init(_ outputs: [CoreMIDIOutput], every interval: Int = 2) {
      let words = words
      let seconds = Double(min(max(1, interval), 100)) / 1_000
      let thread = Thread {
        while words[0].pointee.load(ordering: .acquiring) == 0 {
          for output in outputs { output.pump() }
          Thread.sleep(forTimeInterval: seconds)
        }
        for output in outputs { output.pump() }
      }
      thread.name = "tactus.midi.pump"
      thread.qualityOfService = .userInteractive
      thread.start()
    }

    deinit { stop() }

    /// Stops the thread after it has sent the messages played so far.
    public func stop() { words[0].pointee.store(1, ordering: .releasing) }
  }
#endif
