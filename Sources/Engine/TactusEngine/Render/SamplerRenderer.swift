import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSynth

/// The audio side of a ``Sampler``: plain pointers into its memory. The sampler must outlive it.
///
/// - Thread: audio
package struct SamplerRenderer {
  let midiEffects: ChainRenderer
  let synth: LiveRenderer

  /// Renders a cycle; see ``Sampler/render(_:events:into:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func render(_ cycle: RenderCycle, events: EventList, into block: AudioBlock) {
    synth.render(cycle.frameCount, events: midiEffects.render(cycle, events: events), into: block)
  }
}
