import TactusRender

/// The state of a transport that several programs share, as the audio system reports it for the first frame of a cycle.
///
/// - Thread: audio
package struct LiveTransport: BitwiseCopyable, Sendable {
  /// Whether the transport is running.
  package var isRolling = false
  /// The frame that the transport has reached.
  package var frame: Int64 = 0
  /// The transport's tempo and musical position, if a program provides them.
  package var context = MusicalContext()

  /// Creates a transport that is stopped at frame 0.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init() {}
}

/// The transport that a ``LiveSequence`` follows.
///
/// - Thread: any
public enum TransportSource: BitwiseCopyable, Sendable {
  /// The sequencer's internal transport, which the control side starts and stops.
  case sequencer
  /// The frames of the shared transport, with the tempo map of the sequence: frame 0 is tick 0.
  case sharedFrames
  /// The tempo and beats of the shared transport, or its frames if it reports no beats.
  case sharedBeats
}
