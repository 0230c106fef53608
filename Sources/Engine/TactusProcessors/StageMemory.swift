import Synchronization
import TactusRealtime

/// The memory of an effect at work: it goes from version to version of a chain.
///
/// - Thread: control; what it points to belongs to the audio thread
class StageMemory: @unchecked Sendable {  // subclasses hold pointers only, which are used by the audio thread
  /// The number of the version of the chain in which the audio thread last found it bypassed and without memory; 0 for
  /// none.
  let idle = SharedWords(0)

  private let outputMemory: OutputMemory
  /// What is remembered of its output.
  var output: UnsafeMutablePointer<EventWriterState> { outputMemory.state }

  init(_ settings: ChainSettings) { outputMemory = OutputMemory(mostPassed: settings.mostHeld) }

  /// Whether an effect that has been bypassed since a version can be taken away.
  func isIdle(since version: Int) -> Bool { idle[0].pointee.load(ordering: .acquiring) >= version }
}
