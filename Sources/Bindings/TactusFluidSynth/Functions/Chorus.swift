import CFluidSynth
import Tactus

// Functions that set the chorus or read its settings.

@_cdecl("fluid_synth_set_chorus_on")
package func fluid_synth_set_chorus_on(_ synth: OpaquePointer?, _ on: Int32) {
  _ = fluid_synth_chorus_on(synth, -1, on)
}

@_cdecl("fluid_synth_chorus_on")
package func fluid_synth_chorus_on(_ synth: OpaquePointer?, _ group: Int32, _ on: Int32) -> Int32 {
  changeEffects(synth, group) { $0.hasChorus = on != 0 }
}

@_cdecl("fluid_synth_set_chorus")
package func fluid_synth_set_chorus(
  _ synth: OpaquePointer?, _ voices: Int32, _ level: Double, _ speed: Double, _ depth: Double, _ shape: Int32
) -> Int32 {
  changeEffects(synth) {
    ($0.voices, $0.shape) = (Int(min(99, max(0, voices))), Int(min(1, max(0, shape))))
    ($0.chorusLevel, $0.speed) = (level.limited(to: 0...10), speed.limited(to: 0.1...5))
    $0.depth = depth.limited(to: 0...256)
  }
}

@_cdecl("fluid_synth_set_chorus_nr")
package func fluid_synth_set_chorus_nr(_ synth: OpaquePointer?, _ value: Int32) -> Int32 {
  fluid_synth_set_chorus_group_nr(synth, -1, value)
}

@_cdecl("fluid_synth_set_chorus_level")
package func fluid_synth_set_chorus_level(_ synth: OpaquePointer?, _ value: Double) -> Int32 {
  fluid_synth_set_chorus_group_level(synth, -1, value)
}

@_cdecl("fluid_synth_set_chorus_speed")
package func fluid_synth_set_chorus_speed(_ synth: OpaquePointer?, _ value: Double) -> Int32 {
  fluid_synth_set_chorus_group_speed(synth, -1, value)
}

@_cdecl("fluid_synth_set_chorus_depth")
package func fluid_synth_set_chorus_depth(_ synth: OpaquePointer?, _ value: Double) -> Int32 {
  fluid_synth_set_chorus_group_depth(synth, -1, value)
}

@_cdecl("fluid_synth_set_chorus_type")
package func fluid_synth_set_chorus_type(_ synth: OpaquePointer?, _ value: Int32) -> Int32 {
  fluid_synth_set_chorus_group_type(synth, -1, value)
}

@_cdecl("fluid_synth_set_chorus_group_nr")
package func fluid_synth_set_chorus_group_nr(_ synth: OpaquePointer?, _ group: Int32, _ value: Int32) -> Int32 {
  setEffect(synth, value, in: 0...99, \.voices, group: group)
}

@_cdecl("fluid_synth_set_chorus_group_level")
package func fluid_synth_set_chorus_group_level(_ synth: OpaquePointer?, _ group: Int32, _ value: Double) -> Int32 {
  setEffect(synth, value, in: 0...10, \.chorusLevel, group: group)
}

@_cdecl("fluid_synth_set_chorus_group_speed")
package func fluid_synth_set_chorus_group_speed(_ synth: OpaquePointer?, _ group: Int32, _ value: Double) -> Int32 {
  setEffect(synth, value, in: 0.1...5, \.speed, group: group)
}

@_cdecl("fluid_synth_set_chorus_group_depth")
package func fluid_synth_set_chorus_group_depth(_ synth: OpaquePointer?, _ group: Int32, _ value: Double) -> Int32 {
  setEffect(synth, value, in: 0...256, \.depth, group: group)
}

@_cdecl("fluid_synth_set_chorus_group_type")
package func fluid_synth_set_chorus_group_type(_ synth: OpaquePointer?, _ group: Int32, _ value: Int32) -> Int32 {
  setEffect(synth, value, in: 0...1, \.shape, group: group)
}

@_cdecl("fluid_synth_get_chorus_nr")
package func fluid_synth_get_chorus_nr(_ synth: OpaquePointer?) -> Int32 { readEffects(synth) { Int32($0.voices) } }

@_cdecl("fluid_synth_get_chorus_level")
package func fluid_synth_get_chorus_level(_ synth: OpaquePointer?) -> Double { readEffects(synth) { $0.chorusLevel } }

@_cdecl("fluid_synth_get_chorus_speed")
package func fluid_synth_get_chorus_speed(_ synth: OpaquePointer?) -> Double { readEffects(synth) { $0.speed } }

@_cdecl("fluid_synth_get_chorus_depth")
package func fluid_synth_get_chorus_depth(_ synth: OpaquePointer?) -> Double { readEffects(synth) { $0.depth } }

@_cdecl("fluid_synth_get_chorus_type")
package func fluid_synth_get_chorus_type(_ synth: OpaquePointer?) -> Int32 { readEffects(synth) { Int32($0.shape) } }

@_cdecl("fluid_synth_get_chorus_group_nr")
package func fluid_synth_get_chorus_group_nr(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Int32>?
) -> Int32 { readEffects(synth, group, value) { Int32($0.voices) } }

@_cdecl("fluid_synth_get_chorus_group_level")
package func fluid_synth_get_chorus_group_level(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Double>?
) -> Int32 { readEffects(synth, group, value) { $0.chorusLevel } }

@_cdecl("fluid_synth_get_chorus_group_speed")
package func fluid_synth_get_chorus_group_speed(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Double>?
) -> Int32 { readEffects(synth, group, value) { $0.speed } }

@_cdecl("fluid_synth_get_chorus_group_depth")
package func fluid_synth_get_chorus_group_depth(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Double>?
) -> Int32 { readEffects(synth, group, value) { $0.depth } }

@_cdecl("fluid_synth_get_chorus_group_type")
package func fluid_synth_get_chorus_group_type(
  _ synth: OpaquePointer?, _ group: Int32, _ value: UnsafeMutablePointer<Int32>?
) -> Int32 { readEffects(synth, group, value) { Int32($0.shape) } }
