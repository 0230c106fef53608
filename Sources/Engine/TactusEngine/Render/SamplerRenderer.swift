import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSynth

/// The audio side of a ``Sampler``: plain pointers into its memory. The sampler must outlive it.
///
/// - Thread: audio
package struct SamplerRenderer {
  let midiEffects: UnsafeMutablePointer<ChainCore>
  let synth: UnsafeMutablePointer<LiveCore>

  /// Renders a cycle; see ``Sampler/render(_:events:into:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func render(_ cycle: RenderCycle, events: EventList, into block: AudioBlock) {
    synth.pointee.render(cycle.frameCount, midiEffects.pointee.render(cycle, events), into: block)
  }
}
