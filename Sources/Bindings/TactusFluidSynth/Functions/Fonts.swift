import CFluidSynth
import Tactus

// Functions that load SoundFonts and query their contents.

@_cdecl("fluid_synth_sfload")
package func fluid_synth_sfload(_ synth: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ resets: Int32) -> Int32 {
  guard let synth = FluidSynth.object(synth), let path else { return failed }
  return synth.load(FileName.text(of: path), resetsPresets: resets != 0).map { Int32($0) } ?? failed
}

@_cdecl("fluid_synth_sfunload")
package func fluid_synth_sfunload(_ synth: OpaquePointer?, _ id: Int32, _ resets: Int32) -> Int32 {
  onFont(synth, id) { synth, font in
    synth.remove(font, resetsPresets: resets != 0)
    return ok
  }
}

@_cdecl("fluid_synth_sfreload")
package func fluid_synth_sfreload(_ synth: OpaquePointer?, _ id: Int32) -> Int32 {
  onFont(synth, id) { synth, font in synth.reload(font) ? id : failed }
}

@_cdecl("fluid_synth_add_sfont")
package func fluid_synth_add_sfont(_ synth: OpaquePointer?, _ font: OpaquePointer?) -> Int32 {
  guard let synth = FluidSynth.object(synth), let font = FluidFont.object(font) else { return failed }
  guard !synth.withLock({ synth.fonts.fonts.contains { $0 === font } }) else { return failed }
  guard let id = synth.add(font, resetsPresets: true) else { return failed }
  // the synthesizer takes over the program's reference
  FluidFont.release(font.pointer)
  return Int32(id)
}

/// Removes a font without freeing it: the program has a reference to it afterwards.
@_cdecl("fluid_synth_remove_sfont")
package func fluid_synth_remove_sfont(_ synth: OpaquePointer?, _ font: OpaquePointer?) -> Int32 {
  guard let synth = FluidSynth.object(synth), let font = FluidFont.object(font),
    synth.withLock({ synth.fonts.fonts.contains { $0 === font } })
  else { return failed }
  _ = font.retainedPointer
  synth.remove(font, resetsPresets: true)
  return ok
}

@_cdecl("fluid_synth_sfcount")
package func fluid_synth_sfcount(_ synth: OpaquePointer?) -> Int32 {
  FluidSynth.object(synth).map { synth in Int32(synth.withLock { synth.fonts.fonts.count }) } ?? 0
}

/// Returns a font by its index in the stack, 0 for the top.
@_cdecl("fluid_synth_get_sfont")
package func fluid_synth_get_sfont(_ synth: OpaquePointer?, _ index: UInt32) -> OpaquePointer? {
  FluidSynth.object(synth).flatMap { synth in
    synth.withLock { Int(index) < synth.fonts.fonts.count ? synth.fonts.fonts[Int(index)].pointer : nil }
  }
}

@_cdecl("fluid_synth_get_sfont_by_id")
package func fluid_synth_get_sfont_by_id(_ synth: OpaquePointer?, _ id: Int32) -> OpaquePointer? {
  FluidSynth.object(synth).flatMap { synth in synth.withLock { synth.fonts[id: Int(id)]?.pointer } }
}

@_cdecl("fluid_synth_get_sfont_by_name")
package func fluid_synth_get_sfont_by_name(_ synth: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> OpaquePointer? {
  guard let synth = FluidSynth.object(synth), let name else { return nil }
  return synth.font(named: FileName.text(of: name))?.pointer
}

@_cdecl("fluid_synth_set_bank_offset")
package func fluid_synth_set_bank_offset(_ synth: OpaquePointer?, _ id: Int32, _ offset: Int32) -> Int32 {
  onFont(synth, id) { synth, font in
    synth.set(bankOffset: Int(offset), of: font)
    return ok
  }
}

@_cdecl("fluid_synth_get_bank_offset")
package func fluid_synth_get_bank_offset(_ synth: OpaquePointer?, _ id: Int32) -> Int32 {
  let offset = onFont(synth, id) { synth, font in Int32(clamping: synth.withLock { font.bankOffset }) }
  return offset == failed ? 0 : offset
}

private func onFont(_ synth: OpaquePointer?, _ id: Int32, _ body: (FluidSynth, FluidFont) -> Int32) -> Int32 {
  guard let synth = FluidSynth.object(synth), let font = synth.withLock({ synth.fonts[id: Int(id)] }) else {
    return failed
  }
  return body(synth, font)
}

extension FluidSynth {
  /// Returns the font that was loaded from a path.
  func font(named name: String) -> FluidFont? {
    withLock { fonts.fonts.first { $0.name.pointer.map { FileName.text(of: $0) } == name } }
  }
}

// MARK: Fonts and presets

/// Frees a font that the program has removed from its synthesizer.
@_cdecl("delete_fluid_sfont")
package func delete_fluid_sfont(_ font: OpaquePointer?) -> Int32 {
  FluidFont.release(font)
  return ok
}

@_cdecl("fluid_sfont_get_id")
package func fluid_sfont_get_id(_ font: OpaquePointer?) -> Int32 { Int32(FluidFont.object(font)?.id ?? 0) }

@_cdecl("fluid_sfont_get_name")
package func fluid_sfont_get_name(_ font: OpaquePointer?) -> UnsafePointer<CChar>? {
  FluidFont.object(font)?.name.pointer.map { UnsafePointer($0) }
}

@_cdecl("fluid_sfont_get_preset")
package func fluid_sfont_get_preset(_ font: OpaquePointer?, _ bank: Int32, _ program: Int32) -> OpaquePointer? {
  FluidFont.object(font)?.preset(bank: Int(bank), program: Int(program))?.pointer
}

@_cdecl("fluid_sfont_iteration_start")
package func fluid_sfont_iteration_start(_ font: OpaquePointer?) { FluidFont.object(font)?.startIteration() }

@_cdecl("fluid_sfont_iteration_next")
package func fluid_sfont_iteration_next(_ font: OpaquePointer?) -> OpaquePointer? {
  FluidFont.object(font)?.nextPreset()?.pointer
}

@_cdecl("fluid_preset_get_name")
package func fluid_preset_get_name(_ preset: OpaquePointer?) -> UnsafePointer<CChar>? {
  FluidPreset.object(preset)?.name.pointer.map { UnsafePointer($0) }
}

@_cdecl("fluid_preset_get_banknum")
package func fluid_preset_get_banknum(_ preset: OpaquePointer?) -> Int32 {
  FluidPreset.object(preset).map { Int32($0.bank) } ?? failed
}

@_cdecl("fluid_preset_get_num")
package func fluid_preset_get_num(_ preset: OpaquePointer?) -> Int32 {
  FluidPreset.object(preset).map { Int32($0.program) } ?? failed
}

@_cdecl("fluid_preset_get_sfont")
package func fluid_preset_get_sfont(_ preset: OpaquePointer?) -> OpaquePointer? {
  FluidPreset.object(preset)?.font.pointer
}

// MARK: Loaders

@_cdecl("new_fluid_defsfloader")
package func new_fluid_defsfloader(_ settings: OpaquePointer?) -> OpaquePointer? {
  settings == nil ? nil : FluidLoader().retainedPointer
}

@_cdecl("delete_fluid_sfloader")
package func delete_fluid_sfloader(_ loader: OpaquePointer?) { FluidLoader.release(loader) }

@_cdecl("fluid_sfloader_set_callbacks")
package func fluid_sfloader_set_callbacks(
  _ loader: OpaquePointer?, _ open: fluid_sfloader_callback_open_t?, _ read: fluid_sfloader_callback_read_t?,
  _ seek: fluid_sfloader_callback_seek_t?, _ tell: fluid_sfloader_callback_tell_t?,
  _ close: fluid_sfloader_callback_close_t?
) -> Int32 {
  guard let loader = FluidLoader.object(loader), let open, let read, let seek, let tell, let close else {
    return failed
  }
  loader.callbacks = .init(open: open, read: read, seek: seek, tell: tell, close: close)
  return ok
}

/// Adds a loader, which is asked before the others; the synthesizer owns it from now on.
@_cdecl("fluid_synth_add_sfloader")
package func fluid_synth_add_sfloader(_ synth: OpaquePointer?, _ loader: OpaquePointer?) {
  guard let synth = FluidSynth.object(synth), let loader = FluidLoader.object(loader) else { return }
  synth.withLock { synth.loaders.insert(loader, at: 0) }
  FluidLoader.release(loader.pointer)
}
