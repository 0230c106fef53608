import CFluidSynth
import Tactus

// Functions that select the preset that a channel plays.

/// FluidSynth's number for "no program".
private let unsetProgram: Int32 = 128

@_cdecl("fluid_synth_program_change")
package func fluid_synth_program_change(_ synth: OpaquePointer?, _ channel: Int32, _ program: Int32) -> Int32 {
  if program == unsetProgram { return fluid_synth_unset_program(synth, channel) }
  return callEnabled(synth, channel: channel) { synth, channel in
    guard isData(program) else { return false }
    synth.changeProgram(channel, to: Int(program))
    return true
  }
}

@_cdecl("fluid_synth_bank_select")
package func fluid_synth_bank_select(_ synth: OpaquePointer?, _ channel: Int32, _ bank: Int32) -> Int32 {
  callEnabled(synth, channel: channel) { synth, channel in
    guard (0..<16_384).contains(bank) else { return false }
    synth.channels[channel].bank = Int(bank)
    return true
  }
}

@_cdecl("fluid_synth_sfont_select")
package func fluid_synth_sfont_select(_ synth: OpaquePointer?, _ channel: Int32, _ font: Int32) -> Int32 {
  callEnabled(synth, channel: channel) { synth, channel in
    synth.channels[channel].font = font > 0 ? Int(font) : nil
    return true
  }
}

@_cdecl("fluid_synth_program_select")
package func fluid_synth_program_select(
  _ synth: OpaquePointer?, _ channel: Int32, _ font: Int32, _ bank: Int32, _ program: Int32
) -> Int32 {
  callEnabled(synth, channel: channel) { synth, channel in
    guard let font = synth.fonts[id: Int(font)] else { return false }
    return synth.keepBank(Int(bank), channel) { synth.selectProgram(Int(program), bank: Int(bank), of: font, channel) }
  }
}

@_cdecl("fluid_synth_program_select_by_sfont_name")
package func fluid_synth_program_select_by_sfont_name(
  _ synth: OpaquePointer?, _ channel: Int32, _ name: UnsafePointer<CChar>?, _ bank: Int32, _ program: Int32
) -> Int32 {
  callEnabled(synth, channel: channel) { synth, channel in
    guard let name, let font = synth.font(named: FileName.text(of: name)) else { return false }
    return synth.keepBank(Int(bank), channel) { synth.selectProgram(Int(program), bank: Int(bank), of: font, channel) }
  }
}

@_cdecl("fluid_synth_get_program")
package func fluid_synth_get_program(
  _ synth: OpaquePointer?, _ channel: Int32, _ font: UnsafeMutablePointer<Int32>?,
  _ bank: UnsafeMutablePointer<Int32>?, _ program: UnsafeMutablePointer<Int32>?
) -> Int32 {
  callEnabled(synth, channel: channel) { synth, channel in
    guard let font, let bank, let program else { return false }
    let now = synth.program(of: channel)
    (font.pointee, bank.pointee, program.pointee) = (Int32(now.font), Int32(now.bank), Int32(now.program))
    return true
  }
}

@_cdecl("fluid_synth_unset_program")
package func fluid_synth_unset_program(_ synth: OpaquePointer?, _ channel: Int32) -> Int32 {
  callEnabled(synth, channel: channel) { synth, channel in
    synth.unsetProgram(channel)
    return true
  }
}

@_cdecl("fluid_synth_program_reset")
package func fluid_synth_program_reset(_ synth: OpaquePointer?) -> Int32 {
  call(synth) { synth in
    synth.withLock { synth.resetPrograms() }
    return true
  }
}

/// Returns the channel's preset; valid until its font is unloaded.
@_cdecl("fluid_synth_get_channel_preset")
package func fluid_synth_get_channel_preset(_ synth: OpaquePointer?, _ channel: Int32) -> OpaquePointer? {
  var preset: FluidPreset?
  _ = call(synth, channel: channel) { synth, channel in
    preset = synth.preset(of: channel)
    return true
  }
  return preset?.pointer
}

@_cdecl("fluid_synth_set_channel_type")
package func fluid_synth_set_channel_type(_ synth: OpaquePointer?, _ channel: Int32, _ type: Int32) -> Int32 {
  call(synth, channel: channel) { synth, channel in
    guard type == CHANNEL_TYPE_MELODIC || type == CHANNEL_TYPE_DRUM else { return false }
    synth.synth.core.pointee.setDrums(type == CHANNEL_TYPE_DRUM, of: channel)
    synth.channels[channel].bank = nil
    synth.changeProgram(channel, to: 0)
    return true
  }
}

/// Reads a preset's samples, so that it can be played at once.
@_cdecl("fluid_synth_pin_preset")
package func fluid_synth_pin_preset(_ synth: OpaquePointer?, _ font: Int32, _ bank: Int32, _ program: Int32) -> Int32 {
  call(synth) { synth in
    synth.withLock {
      guard let font = synth.fonts[id: Int(font)],
        let address = synth.fonts.address(bank: Int(bank) - font.bankOffset, program: Int(program), of: font)
      else { return false }
      return (try? synth.fonts.bank.prepare(bank: address, program: Int(program)))?.isEmpty == true
    }
  }
}

/// Samples stay readable as long as their font is loaded.
@_cdecl("fluid_synth_unpin_preset")
package func fluid_synth_unpin_preset(
  _ synth: OpaquePointer?, _ font: Int32, _ bank: Int32, _ program: Int32
) -> Int32 {
  call(synth) { synth in synth.withLock { synth.fonts[id: Int(font)] != nil } }
}
