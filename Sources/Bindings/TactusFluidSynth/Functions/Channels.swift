import CFluidSynth
import Tactus

// Functions that send channel messages.

@_cdecl("fluid_synth_noteon")
package func fluid_synth_noteon(_ synth: OpaquePointer?, _ channel: Int32, _ key: Int32, _ velocity: Int32) -> Int32 {
  if velocity == 0 { return fluid_synth_noteoff(synth, channel, key) }
  return callEnabled(synth, channel: channel) { synth, channel in
    guard isData(key), isData(velocity), synth.synth.core.pointee.playedPreset(of: channel) != nil else { return false }
    synth.shortNotes?.begin(channel, UInt8(key))
    synth.send(0x90, channel, UInt8(key), UInt8(velocity))
    return true
  }
}

/// Fails if the key does not sound.
@_cdecl("fluid_synth_noteoff")
package func fluid_synth_noteoff(_ synth: OpaquePointer?, _ channel: Int32, _ key: Int32) -> Int32 {
  callEnabled(synth, channel: channel) { synth, channel in
    guard isData(key) else { return false }
    let sounds = synth.synth.core.pointee.holds(key: UInt8(key), on: channel)
    if let shortNotes = synth.shortNotes {
      guard !shortNotes.isWaiting(channel, UInt8(key)) else { return false }
      shortNotes.end(channel, UInt8(key))
    } else {
      synth.send(0x80, channel, UInt8(key), 0)
    }
    return sounds
  }
}

@_cdecl("fluid_synth_cc")
package func fluid_synth_cc(_ synth: OpaquePointer?, _ channel: Int32, _ number: Int32, _ value: Int32) -> Int32 {
  callEnabled(synth, channel: channel) { synth, channel in
    guard isData(number), isData(value) else { return false }
    if synth.selectsBank(number, channel) { synth.channels[channel].bank = nil }
    if number == 0 { synth.channels[channel].bankSelectValue = UInt8(value) }
    synth.send(0xB0, channel, UInt8(number), number == 0 ? synth.bankController(UInt8(value), channel) : UInt8(value))
    return true
  }
}

@_cdecl("fluid_synth_get_cc")
package func fluid_synth_get_cc(
  _ synth: OpaquePointer?, _ channel: Int32, _ number: Int32, _ value: UnsafeMutablePointer<Int32>?
) -> Int32 {
  callEnabled(synth, channel: channel) { synth, channel in
    guard isData(number), let value else { return false }
    let own = number == 0 ? synth.channels[channel].bankSelectValue : nil
    value.pointee = Int32(own ?? synth.synth.core.pointee.controller(Int(number), of: channel))
    return true
  }
}

@_cdecl("fluid_synth_pitch_bend")
package func fluid_synth_pitch_bend(_ synth: OpaquePointer?, _ channel: Int32, _ value: Int32) -> Int32 {
  callEnabled(synth, channel: channel) { synth, channel in
    guard (0..<16_384).contains(value) else { return false }
    synth.send(0xE0, channel, UInt8(value & 127), UInt8(value >> 7))
    return true
  }
}

@_cdecl("fluid_synth_get_pitch_bend")
package func fluid_synth_get_pitch_bend(
  _ synth: OpaquePointer?, _ channel: Int32, _ value: UnsafeMutablePointer<Int32>?
) -> Int32 {
  callEnabled(synth, channel: channel) { synth, channel in
    guard let value else { return false }
    value.pointee = Int32(synth.synth.core.pointee.pitchBend(of: channel))
    return true
  }
}

/// Sets the range of the pitch bend, 0…72 semitones.
@_cdecl("fluid_synth_pitch_wheel_sens")
package func fluid_synth_pitch_wheel_sens(_ synth: OpaquePointer?, _ channel: Int32, _ semitones: Int32) -> Int32 {
  callEnabled(synth, channel: channel) { synth, channel in
    guard (0...72).contains(semitones) else { return false }
    synth.synth.core.pointee.setBendRange(Double(semitones) * 100, of: channel)
    return true
  }
}

@_cdecl("fluid_synth_get_pitch_wheel_sens")
package func fluid_synth_get_pitch_wheel_sens(
  _ synth: OpaquePointer?, _ channel: Int32, _ semitones: UnsafeMutablePointer<Int32>?
) -> Int32 {
  callEnabled(synth, channel: channel) { synth, channel in
    guard let semitones else { return false }
    semitones.pointee = Int32(synth.synth.core.pointee.bendRange(of: channel) / 100)
    return true
  }
}

@_cdecl("fluid_synth_channel_pressure")
package func fluid_synth_channel_pressure(_ synth: OpaquePointer?, _ channel: Int32, _ value: Int32) -> Int32 {
  callEnabled(synth, channel: channel) { synth, channel in
    guard isData(value) else { return false }
    synth.send(0xD0, channel, UInt8(value), 0)
    return true
  }
}

@_cdecl("fluid_synth_key_pressure")
package func fluid_synth_key_pressure(
  _ synth: OpaquePointer?, _ channel: Int32, _ key: Int32, _ value: Int32
) -> Int32 {
  callEnabled(synth, channel: channel) { synth, channel in
    guard isData(key), isData(value) else { return false }
    synth.send(0xA0, channel, UInt8(key), UInt8(value))
    return true
  }
}

@_cdecl("fluid_synth_all_notes_off")
package func fluid_synth_all_notes_off(_ synth: OpaquePointer?, _ channel: Int32) -> Int32 {
  callEach(synth, channel: channel) { $0.send(0xB0, $1, 123, 0) }
}

@_cdecl("fluid_synth_all_sounds_off")
package func fluid_synth_all_sounds_off(_ synth: OpaquePointer?, _ channel: Int32) -> Int32 {
  callEach(synth, channel: channel) { $0.send(0xB0, $1, 120, 0) }
}

/// Sets the amount, in the generator's unit, that the channel adds to a generator of its voices.
@_cdecl("fluid_synth_set_gen")
package func fluid_synth_set_gen(_ synth: OpaquePointer?, _ channel: Int32, _ generator: Int32, _ value: Float) -> Int32
{
  call(synth, channel: channel) { synth, channel in
    guard generator >= 0, generator < 60, value.isFinite else { return false }
    synth.synth.core.pointee.setGeneratorOffset(Double(value), generator: Int(generator), of: channel)
    return true
  }
}

@_cdecl("fluid_synth_get_gen")
package func fluid_synth_get_gen(_ synth: OpaquePointer?, _ channel: Int32, _ generator: Int32) -> Float {
  var value = Float(failed)
  _ = call(synth, channel: channel) { synth, channel in
    guard generator >= 0, generator < 60 else { return false }
    value = Float(synth.synth.core.pointee.generatorOffset(Int(generator), of: channel))
    return true
  }
  return value
}
