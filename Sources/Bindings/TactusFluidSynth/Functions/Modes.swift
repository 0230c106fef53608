import CFluidSynth
import Tactus

// Functions that apply system-exclusive messages or set the modes of channels.

/// Applies a system-exclusive message: the bytes between F0 and F7.
@_cdecl("fluid_synth_sysex")
package func fluid_synth_sysex(
  _ synth: OpaquePointer?, _ data: UnsafePointer<CChar>?, _ length: Int32, _ response: UnsafeMutablePointer<CChar>?,
  _ responseLength: UnsafeMutablePointer<Int32>?, _ handled: UnsafeMutablePointer<Int32>?, _ dryRun: Int32
) -> Int32 {
  handled?.pointee = 0
  let room = Int(responseLength?.pointee ?? 0)
  responseLength?.pointee = 0
  return call(synth) { synth in
    guard let data, length > 0 else { return false }
    let bytes = (0..<Int(length)).map { UInt8(bitPattern: data[$0]) }
    let (isKnown, reply) = synth.apply(bytes, isDryRun: dryRun != 0)
    handled?.pointee = isKnown ? 1 : 0
    guard let reply else { return true }
    guard let response, reply.count <= room else {
      responseLength?.pointee = Int32(reply.count)  // the room that it needs
      return false
    }
    for (index, byte) in reply.enumerated() { response[index] = CChar(bitPattern: byte) }
    responseLength?.pointee = Int32(reply.count)
    return true
  }
}

/// Sets a group of channels. In this library, each channel is a separate basic channel in mono or poly mode.
@_cdecl("fluid_synth_set_basic_channel")
package func fluid_synth_set_basic_channel(
  _ synth: OpaquePointer?, _ channel: Int32, _ mode: Int32, _ count: Int32
) -> Int32 {
  call(synth, channel: channel) { synth, first in
    guard (0..<4).contains(mode), count >= 0, first + Int(count) <= synth.channelCount else { return false }
    for channel in first..<first + max(1, Int(count)) { synth.send(0xB0, channel, mode & 1 != 0 ? 126 : 127, 1) }
    return true
  }
}

@_cdecl("fluid_synth_reset_basic_channel")
package func fluid_synth_reset_basic_channel(_ synth: OpaquePointer?, _ channel: Int32) -> Int32 {
  callEach(synth, channel: channel) { $0.send(0xB0, $1, 127, 0) }
}

@_cdecl("fluid_synth_get_basic_channel")
package func fluid_synth_get_basic_channel(
  _ synth: OpaquePointer?, _ channel: Int32, _ basic: UnsafeMutablePointer<Int32>?,
  _ mode: UnsafeMutablePointer<Int32>?, _ count: UnsafeMutablePointer<Int32>?
) -> Int32 {
  call(synth, channel: channel) { synth, channel in
    basic?.pointee = Int32(channel)
    mode?.pointee = synth.synth.core.pointee.isMono(channel) ? 3 : 2
    count?.pointee = 1
    return true
  }
}

@_cdecl("fluid_synth_set_legato_mode")
package func fluid_synth_set_legato_mode(_ synth: OpaquePointer?, _ channel: Int32, _ mode: Int32) -> Int32 {
  setMode(synth, channel, mode, in: 0..<2, \.legatoMode, "fluid_synth_set_legato_mode")
}

@_cdecl("fluid_synth_get_legato_mode")
package func fluid_synth_get_legato_mode(
  _ synth: OpaquePointer?, _ channel: Int32, _ mode: UnsafeMutablePointer<Int32>?
) -> Int32 { getMode(synth, channel, mode, \.legatoMode) }

@_cdecl("fluid_synth_set_portamento_mode")
package func fluid_synth_set_portamento_mode(_ synth: OpaquePointer?, _ channel: Int32, _ mode: Int32) -> Int32 {
  setMode(synth, channel, mode, in: 0..<3, \.portamentoMode, "fluid_synth_set_portamento_mode")
}

@_cdecl("fluid_synth_get_portamento_mode")
package func fluid_synth_get_portamento_mode(
  _ synth: OpaquePointer?, _ channel: Int32, _ mode: UnsafeMutablePointer<Int32>?
) -> Int32 { getMode(synth, channel, mode, \.portamentoMode) }

@_cdecl("fluid_synth_set_breath_mode")
package func fluid_synth_set_breath_mode(_ synth: OpaquePointer?, _ channel: Int32, _ mode: Int32) -> Int32 {
  setMode(synth, channel, mode, in: 0..<128, \.breathMode, "fluid_synth_set_breath_mode")
}

@_cdecl("fluid_synth_get_breath_mode")
package func fluid_synth_get_breath_mode(
  _ synth: OpaquePointer?, _ channel: Int32, _ mode: UnsafeMutablePointer<Int32>?
) -> Int32 { getMode(synth, channel, mode, \.breathMode) }

/// Stores a mode, so that the program can read it back. The engine plays legato, portamento and breath in one way only,
/// so a mode other than 0 is stored, and a warning is logged.
private func setMode(
  _ synth: OpaquePointer?, _ channel: Int32, _ mode: Int32, in range: Range<Int32>,
  _ path: WritableKeyPath<ChannelChoice, Int32>, _ name: String
) -> Int32 {
  call(synth, channel: channel) { synth, channel in
    guard range.contains(mode) else { return false }
    if mode != 0 { cfluidsynth_refuse(name, "it only stores the mode; the sound does not change") }
    synth.channels[channel][keyPath: path] = mode
    return true
  }
}

private func getMode(
  _ synth: OpaquePointer?, _ channel: Int32, _ mode: UnsafeMutablePointer<Int32>?,
  _ path: WritableKeyPath<ChannelChoice, Int32>
) -> Int32 {
  call(synth, channel: channel) { synth, channel in
    guard let mode else { return false }
    mode.pointee = synth.channels[channel][keyPath: path]
    return true
  }
}
