import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSynth

/// A ``Sampler`` as audio threads hold it: plain pointers into its memory, which it must outlive.
///
/// - Thread: audio
package struct SamplerRenderer {
  let functions: ChainRenderer
  let synth: LiveRenderer

  /// Renders a cycle, as ``Sampler/render(_:events:into:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func render(_ cycle: RenderCycle, events: EventList, into block: AudioBlock) {
    synth.render(cycle.frameCount, events: functions.render(cycle, events: events), into: block)
  }
}
