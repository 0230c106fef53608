#if canImport(CoreMIDI)
  import Foundation
  import TactusRealtime

  /// A thread that sends, every few milliseconds, what audio threads have played for CoreMIDI's destinations.
  ///
  /// - Thread: control
  public final class CoreMIDIPump: Sendable {
    private let words = SharedWords(0)

    /// Begins at once; ends when it goes away, or by ``stop()``.
    ///
    /// - Parameters:
    ///   - outputs: kept alive until it ends.
    ///   - interval: in milliseconds, 1…100 (clamped). What is played must lie further ahead: see
    ///     `HostTimeOutput.compensation`.
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

    /// Ends after what has been played by now.
    public func stop() { words[0].pointee.store(1, ordering: .releasing) }
  }
#endif
