import CFluidSynth
import Tactus

// Functions that set the reverb or read its settings.

@_cdecl("fluid_synth_set_reverb_on")
package func fluid_synth_set_reverb_on(_ synth: OpaquePointer?, _ on: Int32) {
  _ = fluid_synth_reverb_on(synth, -1, on)
}

@_cdecl("fluid_synth_reverb_on")
package func fluid_synth_reverb_on(_ synth: OpaquePointer?, _ group: Int32, _ on: Int32) -> Int32 {
  changeEffects(synth, group) { $0.hasReverb = on != 0 }
}

@_cdecl("fluid_synth_set_reverb")
package func fluid_synth_set_reverb(
  _ synth: OpaquePointer?, _ room: Double, _ damping: Double, _ width: Double, _ level: Double
) -> Int32 {
  changeEffects(synth) {
    ($0.roomSize, $0.damping) = (room.limited(to: 0...1), damping.limited(to: 0...1))
    ($0.width, $0.reverbLevel) = (width.limited(to: 0...100), level.limited(to: 0...1))
  }
}

@_cdecl("fluid_synth_set_reverb_roomsize")
package func fluid_synth_set_reverb_roomsize(_ synth: OpaquePointer?, _ value: Double) -> Int32 {
  fluid_synth_set_reverb_group_roomsize(synth, -1, value)
}

@_cdecl("fluid_synth_set_reverb_damp")
package func fluid_synth_set_reverb_damp(_ synth: OpaquePointer?, _ value: Double) -> Int32 {
  fluid_synth_set_reverb_group_damp(synth, -1, value)
}

@_cdecl("fluid_synth_set_reverb_width")
package func fluid_synth_set_reverb_width(_ synth: OpaquePointer?, _ value: Double) -> Int32 {
  fluid_synth_set_reverb_group_width(synth, -1, value)
}

@_cdecl("fluid_synth_set_reverb_level")
package func fluid_synth_set_reverb_level(_ synth: OpaquePointer?, _ value: Double) -> Int32 {
  fluid_synth_set_reverb_group_level(synth, -1, value)
}

@_cdecl("fluid_synth_set_reverb_group_roomsize")
package func fluid_synth_set_reverb_group_roomsize(_ synth: OpaquePointer?, _ group: Int32, _ value: Double) -> Int32 {
  setEffect(synth, value, in: 0...1, \.roomSize, group: group)
}

@_cdecl("fluid_synth_set_reverb_group_damp")
package func fluid_synth_set_reverb_group_damp(_ synth: OpaquePointer?, _ group: Int32, _ value: Double) -> Int32 {
  setEffect(synth, value, in: 0...1, \.damping, group: group)
}

@_cdecl("fluid_synth_set_reverb_group_width")
package func fluid_synth_set_reverb_group_width(_ synth: OpaquePointer?, _ group: Int32, _ value: Double) -> Int32 {
  setEffect(synth, value, in: 0...100, \.width, group: group)
}

@_cdecl("fluid_synth_set_reverb_group_level")
package func fluid_synth_set_reverb_group_level(_ synth: OpaquePointer?, _ group: Int32, _ value: Double) -> Int32 {
  setEffect(synth, value, in: 0...1, \.reverbLevel, group: group)
}

@_cdecl("fluid_synth_get_reverb_roomsize")
package func fluid_synth_get_reverb_roomsize(_ synth: OpaquePointer?) -> Double { readEffects(synth) { $0.roomSize } }

@_cdecl("fluid_synth_get_reverb_damp")
package func fluid_synth_get_reverb_damp(_ synth: OpaquePointer?) -> Double { readEffects(synth) { $0.damping } }

@_cdecl("fluid_synth_get_reverb_width")
package func fluid_synth_get_reverb_width(_ synth: OpaquePointer?) -> Double { readEffects(synth) { $0.width } }

@_cdecl("fluid_synth_get_reverb_level")
package func fluid_synth_get_reverb_level(_ synth: OpaquePointer?) -> Double { readEffects(synth) { $0.reverbLevel } }

@_cdecl("fluid_synth_get_reverb_group_roomsize")
package func fluid_synth_get_reverb_group_roomsize(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Double>?
) -> Int32 { readEffects(synth, group, value) { $0.roomSize } }

@_cdecl("fluid_synth_get_reverb_group_damp")
package func fluid_synth_get_reverb_group_damp(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Double>?
) -> Int32 { readEffects(synth, group, value) { $0.damping } }

@_cdecl("fluid_synth_get_reverb_group_width")
package func fluid_synth_get_reverb_group_width(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Double>?
) -> Int32 { readEffects(synth, group, value) { $0.width } }

@_cdecl("fluid_synth_get_reverb_group_level")
package func fluid_synth_get_reverb_group_level(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Double>?
) -> Int32 { readEffects(synth, group, value) { $0.reverbLevel } }
