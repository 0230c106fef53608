import CFluidSynth
import Tactus

// Functions that create a synthesizer or affect it as a whole.

@_cdecl("new_fluid_synth")
package func new_fluid_synth(_ settings: OpaquePointer?) -> OpaquePointer? {
  FluidSettings.object(settings).map { FluidSynth($0).retainedPointer }
}

@_cdecl("delete_fluid_synth")
package func delete_fluid_synth(_ synth: OpaquePointer?) {
  FluidSynth.object(synth)?.end()
  FluidSynth.release(synth)
}

@_cdecl("fluid_synth_get_settings")
package func fluid_synth_get_settings(_ synth: OpaquePointer?) -> OpaquePointer? {
  FluidSynth.object(synth)?.settings.pointer
}

@_cdecl("fluid_synth_error")
package func fluid_synth_error(_ synth: OpaquePointer?) -> UnsafePointer<CChar>? { noError.pointer.map { .init($0) } }

private let noError = CallerText("")

@_cdecl("fluid_synth_get_cpu_load")
package func fluid_synth_get_cpu_load(_ synth: OpaquePointer?) -> Double {
  FluidSynth.object(synth).map { synth in synth.withLock { synth.load.percent } } ?? 0
}

@_cdecl("fluid_synth_system_reset")
package func fluid_synth_system_reset(_ synth: OpaquePointer?) -> Int32 {
  call(synth) {
    $0.reset()
    return true
  }
}

@_cdecl("fluid_synth_set_gain")
package func fluid_synth_set_gain(_ synth: OpaquePointer?, _ gain: Float) {
  FluidSynth.object(synth)?.set(gain: Double(gain))
}

@_cdecl("fluid_synth_get_gain")
package func fluid_synth_get_gain(_ synth: OpaquePointer?) -> Float {
  FluidSynth.object(synth).map { synth in Float(synth.withLock { synth.output.gain }) } ?? 0
}

@_cdecl("fluid_synth_set_polyphony")
package func fluid_synth_set_polyphony(_ synth: OpaquePointer?, _ polyphony: Int32) -> Int32 {
  call(synth) { $0.set(polyphony: Int(polyphony)) }
}

@_cdecl("fluid_synth_get_polyphony")
package func fluid_synth_get_polyphony(_ synth: OpaquePointer?) -> Int32 {
  FluidSynth.object(synth).map { synth in Int32(synth.withLock { synth.output.polyphony }) } ?? failed
}

@_cdecl("fluid_synth_get_active_voice_count")
package func fluid_synth_get_active_voice_count(_ synth: OpaquePointer?) -> Int32 {
  FluidSynth.object(synth).map { synth in
    Int32(synth.withLock { synth.synth.core.pointee.soundingVoices() })
  } ?? failed
}

@_cdecl("fluid_synth_get_internal_bufsize")
package func fluid_synth_get_internal_bufsize(_ synth: OpaquePointer?) -> Int32 { 64 }

@_cdecl("fluid_synth_set_interp_method")
package func fluid_synth_set_interp_method(_ synth: OpaquePointer?, _ channel: Int32, _ method: Int32) -> Int32 {
  call(synth) {
    guard channel >= -1, Int(channel) < $0.channelCount else { return false }
    $0.set(interpolation: Int(method))
    return true
  }
}

@_cdecl("fluid_synth_set_sample_rate")
package func fluid_synth_set_sample_rate(_ synth: OpaquePointer?, _ rate: Float) {
  guard rate.isFinite else { return }
  FluidSynth.object(synth)?.set(sampleRate: Int(min(768_000, max(8_000, rate.rounded()))))
}

@_cdecl("fluid_synth_count_midi_channels")
package func fluid_synth_count_midi_channels(_ synth: OpaquePointer?) -> Int32 {
  FluidSynth.object(synth).map { Int32($0.channelCount) } ?? 0
}

@_cdecl("fluid_synth_count_audio_channels")
package func fluid_synth_count_audio_channels(_ synth: OpaquePointer?) -> Int32 {
  FluidSynth.object(synth).map { Int32($0.audioChannels) } ?? 0
}

@_cdecl("fluid_synth_count_audio_groups")
package func fluid_synth_count_audio_groups(_ synth: OpaquePointer?) -> Int32 {
  FluidSynth.object(synth).map { Int32($0.audioGroups) } ?? 0
}

@_cdecl("fluid_synth_count_effects_channels")
package func fluid_synth_count_effects_channels(_ synth: OpaquePointer?) -> Int32 {
  FluidSynth.object(synth) == nil ? 0 : 2
}

@_cdecl("fluid_synth_count_effects_groups")
package func fluid_synth_count_effects_groups(_ synth: OpaquePointer?) -> Int32 {
  FluidSynth.object(synth) == nil ? 0 : 1
}

/// The synthesizer has no list of voices that a program may change: the list is empty.
@_cdecl("fluid_synth_get_voicelist")
package func fluid_synth_get_voicelist(
  _ synth: OpaquePointer?, _ buffer: UnsafeMutablePointer<OpaquePointer?>?, _ size: Int32, _ id: Int32
) {
  if size > 0 { buffer?[0] = nil }
  cfluidsynth_refuse("fluid_synth_get_voicelist", "voices cannot be changed one by one, so none is listed")
}
