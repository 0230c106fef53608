import Synchronization
import TactusRealtime

/// The memory of a function at work: it goes from version to version of a chain.
///
/// - Thread: control; what it points to belongs to the audio thread
class StageMemory: @unchecked Sendable {  // subclasses hold pointers only, which are used by the audio thread
  /// The number of the version of the chain in which the audio thread last found it bypassed and without memory; 0 for
  /// none.
  let idle = SharedWords(0)

  /// What it has lost of system-exclusive messages.
  let gate: UnsafeMutablePointer<ExclusiveGate>

  init(_ settings: ChainSettings) {
    gate = .allocate(capacity: 1)
    gate.initialize(to: ExclusiveGate())
  }

  deinit { gate.deallocate() }

  /// Whether a function that has been bypassed since a version can be taken away.
  func isIdle(since version: Int) -> Bool { idle[0].pointee.load(ordering: .acquiring) >= version }
}
