import Synchronization
import TactusRealtime

/// The storage for a running effect's state, which is kept from one version of a chain to the next.
///
/// - Thread: control; the memory it points to belongs to the audio thread
class StageMemory: @unchecked Sendable {  // subclasses hold pointers only, which are used by the audio thread
  /// The number of the chain's version in which the audio thread has found the effect bypassed and without state; 0 if
  /// the effect is active or has state.
  let idle = SharedWords(0)

  private let outputMemory: OutputMemory
  /// The state of the effect's output.
  var output: UnsafeMutablePointer<EventWriterState> { outputMemory.state }

  init(_ settings: ChainSettings) { outputMemory = OutputMemory(mostPassed: settings.mostHeld) }

  /// Whether an effect that has been bypassed since a given version can be removed.
  func isIdle(since version: Int) -> Bool { idle[0].pointee.load(ordering: .acquiring) >= version }
}
