import Synchronization
import TactusRealtime

/// What a driver reports about its stream: underruns, its latency, another sample rate, and the end.
///
/// - Thread: any
package final class DeviceWatch: @unchecked Sendable {  // the words are atomic, the sentence is under a lock
  private let words = SharedWords(0, 0, 0, 0, 0)
  private let sentence = Guarded("")

  package init() {}

  /// The number of underruns, for the audio thread to increase.
  package var underruns: UnsafeMutablePointer<Atomic<Int>> { words[0] }
  /// The number of underruns.
  package var underrunCount: Int { words[0].pointee.load(ordering: .relaxed) }
  /// The sample rate, for the audio thread to read.
  package var sampleRateWord: UnsafeMutablePointer<Atomic<Int>> { words[1] }
  /// The sample rate that the driver uses now, in frames per second; 0 if the driver has not reported any.
  package var sampleRate: Int { words[1].pointee.load(ordering: .acquiring) }
  /// The latency, for the audio thread to set.
  package var soundLatencyWord: UnsafeMutablePointer<Atomic<Int>> { words[4] }
  /// The time in nanoseconds from the rendering of the latest frame to its sound, as the server reports it; 0 if it is
  /// unknown.
  package var soundLatency: Int { words[4].pointee.load(ordering: .relaxed) }
  /// The sentence that says why the stream has ended; nil if it runs.
  package var ending: String? { words[2].pointee.load(ordering: .acquiring) == 0 ? nil : sentence.withLock { $0 } }

  package func set(sampleRate: Int) { words[1].pointee.store(sampleRate, ordering: .releasing) }

  /// Ignores later ends, because the session itself stops the stream.
  package func ignoreEnd() { words[3].pointee.store(1, ordering: .releasing) }

  /// Records the end of the stream; only the first reason is kept.
  package func end(_ reason: String) {
    guard words[3].pointee.load(ordering: .acquiring) == 0 else { return }
    sentence.withLock { if $0.isEmpty { $0 = reason } }
    words[2].pointee.store(1, ordering: .releasing)
  }
}
