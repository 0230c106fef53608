import TactusRealtime
import TactusRender

/// The audio side of a ``LiveSynth`` without the object, which must outlive it: for code that is proved to touch none.
///
/// - Thread: audio
package struct LiveRenderer: @unchecked Sendable {  // used by the audio thread only
  let core: UnsafeMutablePointer<LiveCore>

  init(core: UnsafeMutablePointer<LiveCore>) { self.core = core }

  /// As ``LiveSynth/render(_:events:into:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func render(_ frames: Int, events: EventList, into block: AudioBlock) {
    core.pointee.render(frames, events, into: block)
  }

  /// As ``LiveSynth/reset()``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func reset() { core.pointee.reset() }

  /// Sets the synthesizer, until the control side does.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func set(_ controls: SynthControls) { core.pointee.set(controls) }

  /// Sets a part's preset, as bank selects and a program do.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func setPreset(_ program: PartProgram, of part: Int) { core.pointee.setPreset(part, program) }

  /// The preset that a part has asked for.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func preset(of part: Int) -> PartProgram { core.pointee.preset(part) }

  /// Whether there has been new work for the control side since the last call: presets have changed, or a former bank has
  /// rung out.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func takesAttention() -> Bool { core.pointee.takesAttention() }

  /// How many voices sound.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func voiceCount() -> Int { core.pointee.core.pointee.soundingVoices }
}

extension LiveSynth {
  /// Its audio side.
  package var renderer: LiveRenderer { LiveRenderer(core: core) }
}
