import TactusRealtime
import TactusRender

/// The audio side of a ``LiveSynth`` without a reference to the object, for code that is proved not to use references.
/// The synthesizer must outlive it.
///
/// - Thread: audio
package struct LiveRenderer: @unchecked Sendable {  // used by the audio thread only
  let core: UnsafeMutablePointer<LiveCore>

  init(core: UnsafeMutablePointer<LiveCore>) { self.core = core }

  /// Renders like ``LiveSynth/render(_:events:into:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func render(_ frames: Int, events: EventList, into block: AudioBlock) {
    core.pointee.render(frames, events, into: block)
  }

  /// Resets like ``LiveSynth/reset()``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func reset() { core.pointee.reset() }

  /// Changes the settings, until the control side sets them.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func set(_ controls: SynthControls) { core.pointee.set(controls) }

  /// Sets a part's preset, as bank select and program change messages do.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func setPreset(_ program: PartProgram, of part: Int) { core.pointee.setPreset(part, program) }

  /// Returns the preset that was selected for a part.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func preset(of part: Int) -> PartProgram { core.pointee.preset(part) }

  /// Whether there has been new work for the control side since the last call: presets have changed, or a former bank
  /// has rung out.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func takesAttention() -> Bool { core.pointee.takesAttention() }

  /// The number of sounding voices.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func voiceCount() -> Int { core.pointee.core.pointee.soundingVoices }
}

extension LiveSynth {
  /// The audio side of the synthesizer.
  package var renderer: LiveRenderer { LiveRenderer(core: core) }
}
