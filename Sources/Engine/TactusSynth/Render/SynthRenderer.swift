import TactusMIDI
import TactusRealtime
import TactusRender

/// A ``SoundFontSynth`` as audio threads hold it: plain pointers into its memory, which it must outlive.
///
/// - Thread: audio
package struct SynthRenderer {
  let core: UnsafeMutablePointer<SynthCore>
  let output: UnsafeMutablePointer<OutputState>

  /// Renders the next frames, as ``SoundFontSynth/render(_:events:into:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func render(_ frames: Int, events: EventList, into block: AudioBlock) {
    renderSynth(core, output, frames: frames, events: events, into: block)
  }

  /// Takes a message at the next frame to be rendered: the same as an event on its offset.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func receive(_ message: ChannelMessage) { core.pointee.receive(message) }

  /// Sets the channels of a port, and what all ports share, as they were at the beginning; what sounds fades out in 12 ms.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func restart(port: Int) { core.pointee.state.restart(port: port & 15) }

  /// How many voices sound, those fading out not counted.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func voiceCount() -> Int { core.pointee.soundingVoices }

  /// Whether no voice sounds and the effects are below a factor of full scale.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func isQuiet(below level: Float) -> Bool { !core.pointee.hasVoices && output.pointee.level < level }
}
