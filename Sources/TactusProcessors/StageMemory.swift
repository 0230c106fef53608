import TactusRealtime

/// The memory of a function at work: it goes from version to version of a chain.
///
/// - Thread: control; what it points to belongs to the audio thread
class StageMemory: @unchecked Sendable {  // subclasses hold pointers only, which are used by the audio thread
  /// 1 as long as the audio thread says that a bypassed function remembers nothing.
  let idle = SharedWords(0)

  init(_ settings: ChainSettings) {}

  /// Whether a function that has been bypassed can be taken away.
  var isIdle: Bool { idle[0].pointee.load(ordering: .acquiring) == 1 }
}
