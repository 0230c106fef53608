import Synchronization
import TactusRealtime

/// The memory of a running effect; it is kept from version to version of a chain.
///
/// - Thread: control; the memory it points to belongs to the audio thread
class StageMemory: @unchecked Sendable {  // subclasses hold pointers only, which are used by the audio thread
  /// The number of the version in which the audio thread last found the effect bypassed and without held state; 0 for
  /// none.
  let idle = SharedWords(0)

  private let outputMemory: OutputMemory
  /// The state of its output.
  var output: UnsafeMutablePointer<EventWriterState> { outputMemory.state }

  init(_ settings: ChainSettings) { outputMemory = OutputMemory(mostPassed: settings.mostHeld) }

  /// Whether an effect that has been bypassed since a version can be removed.
  func isIdle(since version: Int) -> Bool { idle[0].pointee.load(ordering: .acquiring) >= version }
}
