import TactusMIDI
import TactusRealtime
import TactusRender

/// A ``SoundFontSynth`` for audio threads: plain pointers into its memory. The synthesizer must outlive it.
///
/// - Thread: audio
package struct SynthRenderer {
  let core: UnsafeMutablePointer<SynthCore>
  let output: UnsafeMutablePointer<OutputState>

  /// Renders the next frames like ``SoundFontSynth/render(_:events:into:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func render(_ frames: Int, events: EventList, into block: AudioBlock) {
    core.pointee.render(frames, events, output, into: block)
  }

  /// Applies a message at the next frame to be rendered; equivalent to an event on that frame.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func receive(_ message: ChannelMessage) { core.pointee.receive(message) }

  /// Resets the channels of a port and the state shared by all ports to the initial state. Sounding notes of the port
  /// fade out in 12 ms.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func restart(port: Int) { core.pointee.state.restart(port: port & 15) }

  /// The number of sounding voices, without those fading out.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func voiceCount() -> Int { core.pointee.soundingVoices }

  /// Returns whether no voice sounds and the level of the effects is below a given fraction of full scale.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func isQuiet(below level: Float) -> Bool { !core.pointee.hasVoices && output.pointee.level < level }
}
