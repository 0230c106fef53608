import TactusRealtime
import TactusRender

/// A ``LiveSynth`` as audio threads hold it: a plain pointer into its memory, which it must outlive.
///
/// - Thread: audio
package struct LiveRenderer {
  let core: UnsafeMutablePointer<LiveCore>

  /// Renders a cycle, as ``LiveSynth/render(_:events:into:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func render(_ frames: Int, events: EventList, into block: AudioBlock) {
    core.pointee.render(frames, events, into: block)
  }
}
