import TactusRender

/// What an audio system says of a transport that several programs share, at the first frame of a cycle.
///
/// - Thread: audio
package struct LiveTransport: BitwiseCopyable, Sendable {
  /// Whether it runs.
  package var isRolling = false
  /// Its frame.
  package var frame: Int64 = 0
  /// Its tempo and place in music, where somebody says them.
  package var context = MusicalContext()

  /// One that stands at frame 0.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init() {}
}

/// Whom a ``LiveSequence`` follows.
///
/// - Thread: any
public enum LiveLead: BitwiseCopyable, Sendable {
  /// Nobody: its sequencer's own transport leads, as the control side asks.
  case own
  /// The frames of the shared transport, by the sequence's own tempo map: frame 0 is tick 0.
  case frames
  /// The tempo and the beats of the shared transport; its frames, where it has none.
  case beats
}
