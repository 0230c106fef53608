import CFluidSynth
import Tactus

// Functions of audio drivers, MIDI drivers and the renderer that writes files.

@_cdecl("new_fluid_audio_driver")
package func new_fluid_audio_driver(_ settings: OpaquePointer?, _ synth: OpaquePointer?) -> OpaquePointer? {
  guard let settings = FluidSettings.object(settings), let synth = FluidSynth.object(synth) else { return nil }
  return start { try FluidAudioDriver(settings, .synth(synth)) }
}

/// Starts a driver that plays the audio that a function of the program renders.
@_cdecl("new_fluid_audio_driver2")
package func new_fluid_audio_driver2(
  _ settings: OpaquePointer?, _ function: fluid_audio_func_t?, _ data: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  guard let settings = FluidSettings.object(settings), let function else { return nil }
  return start { try FluidAudioDriver(settings, .function(function, data)) }
}

@_cdecl("delete_fluid_audio_driver")
package func delete_fluid_audio_driver(_ driver: OpaquePointer?) {
  FluidAudioDriver.object(driver)?.stop()
  FluidAudioDriver.release(driver)
}

/// Fails if the program's list, which ends with NULL, names a driver that does not exist. The set of drivers is fixed:
/// those that the list omits remain.
@_cdecl("fluid_audio_driver_register")
package func fluid_audio_driver_register(_ names: UnsafePointer<UnsafePointer<CChar>?>?) -> Int32 {
  var names = names
  while let name = names?.pointee {
    guard FluidAudioDriver.names.contains(String(cString: name)) else { return failed }
    names = names?.successor()
  }
  return ok
}

@_cdecl("new_fluid_midi_driver")
package func new_fluid_midi_driver(
  _ settings: OpaquePointer?, _ handler: handle_midi_event_func_t?, _ data: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  guard let settings = FluidSettings.object(settings), let handler else { return nil }
  return start { try FluidMIDIDriver(settings, handler, data) }
}

@_cdecl("delete_fluid_midi_driver")
package func delete_fluid_midi_driver(_ driver: OpaquePointer?) {
  FluidMIDIDriver.object(driver)?.stop()
  FluidMIDIDriver.release(driver)
}

@_cdecl("new_fluid_file_renderer")
package func new_fluid_file_renderer(_ synth: OpaquePointer?) -> OpaquePointer? {
  guard let synth = FluidSynth.object(synth) else { return nil }
  return start { try FluidFileRenderer(synth) }
}

@_cdecl("delete_fluid_file_renderer")
package func delete_fluid_file_renderer(_ renderer: OpaquePointer?) {
  FluidFileRenderer.object(renderer)?.finish()
  FluidFileRenderer.release(renderer)
}

@_cdecl("fluid_file_renderer_process_block")
package func fluid_file_renderer_process_block(_ renderer: OpaquePointer?) -> Int32 {
  result(FluidFileRenderer.object(renderer)?.writeBlock() == true)
}

/// The quality of a compressed file is the codec's default.
@_cdecl("fluid_file_set_encoding_quality")
package func fluid_file_set_encoding_quality(_ renderer: OpaquePointer?, _ quality: Double) -> Int32 {
  cfluidsynth_refuse("fluid_file_set_encoding_quality", "files are written with the codec's default quality")
  return failed
}

/// Returns a new object's pointer, or nil after an error, which is logged.
private func start<Object: PointedObject>(_ make: () throws -> Object) -> OpaquePointer? {
  do { return try make().retainedPointer } catch {
    log(FLUID_ERR, "\(error)")
    return nil
  }
}
