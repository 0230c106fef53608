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

/// Sets a group of channels, which are mono or poly. Fails if one of the channels belongs to another group.
@_cdecl("fluid_synth_set_basic_channel")
package func fluid_synth_set_basic_channel(
  _ synth: OpaquePointer?, _ channel: Int32, _ mode: Int32, _ count: Int32
) -> Int32 {
  call(synth, channel: channel) { synth, first in
    guard let group = synth.basicChannels.add(first: first, mode: mode, count: Int(count)) else { return false }
    for channel in group.channels { synth.send(0xB0, channel, group.isMono ? 126 : 127, 1) }
    return true
  }
}

/// Removes the group of a basic channel, or all groups if the number is negative: the channels are then disabled.
@_cdecl("fluid_synth_reset_basic_channel")
package func fluid_synth_reset_basic_channel(_ synth: OpaquePointer?, _ channel: Int32) -> Int32 {
  guard channel < 0 else { return call(synth, channel: channel) { $0.basicChannels.remove(basic: $1) } }
  return call(synth) { synth in
    synth.withLock { synth.basicChannels.removeAll() }
    return true
  }
}

/// Writes the group of a channel; −1 for each value if the channel is disabled. A channel that a message has switched
/// to mono is reported as mono.
@_cdecl("fluid_synth_get_basic_channel")
package func fluid_synth_get_basic_channel(
  _ synth: OpaquePointer?, _ channel: Int32, _ basic: UnsafeMutablePointer<Int32>?,
  _ mode: UnsafeMutablePointer<Int32>?, _ count: UnsafeMutablePointer<Int32>?
) -> Int32 {
  call(synth, channel: channel) { synth, channel in
    let group = synth.basicChannels[channel]
    let isMono: Int32 = synth.synth.core.pointee.isMono(channel) ? 1 : 0
    basic?.pointee = group.map { Int32($0.first) } ?? failed
    mode?.pointee = group.map { $0.mode & 2 | isMono } ?? failed
    count?.pointee = group.map { Int32($0.count) } ?? failed
    return true
  }
}

@_cdecl("fluid_synth_set_legato_mode")
package func fluid_synth_set_legato_mode(_ synth: OpaquePointer?, _ channel: Int32, _ mode: Int32) -> Int32 {
  setMode(synth, channel, mode, in: 0..<2, \.legato, "fluid_synth_set_legato_mode")
}

@_cdecl("fluid_synth_get_legato_mode")
package func fluid_synth_get_legato_mode(
  _ synth: OpaquePointer?, _ channel: Int32, _ mode: UnsafeMutablePointer<Int32>?
) -> Int32 { getMode(synth, channel, mode, \.legato) }

@_cdecl("fluid_synth_set_portamento_mode")
package func fluid_synth_set_portamento_mode(_ synth: OpaquePointer?, _ channel: Int32, _ mode: Int32) -> Int32 {
  setMode(synth, channel, mode, in: 0..<3, \.portamento, "fluid_synth_set_portamento_mode")
}

@_cdecl("fluid_synth_get_portamento_mode")
package func fluid_synth_get_portamento_mode(
  _ synth: OpaquePointer?, _ channel: Int32, _ mode: UnsafeMutablePointer<Int32>?
) -> Int32 { getMode(synth, channel, mode, \.portamento) }

@_cdecl("fluid_synth_set_breath_mode")
package func fluid_synth_set_breath_mode(_ synth: OpaquePointer?, _ channel: Int32, _ mode: Int32) -> Int32 {
  setMode(synth, channel, mode & breathFlags, in: 0..<128, \.breath, "fluid_synth_set_breath_mode")
}

@_cdecl("fluid_synth_get_breath_mode")
package func fluid_synth_get_breath_mode(
  _ synth: OpaquePointer?, _ channel: Int32, _ mode: UnsafeMutablePointer<Int32>?
) -> Int32 { getMode(synth, channel, mode, \.breath) }

/// The flags of FluidSynth's breath modes: poly, mono and sync.
private let breathFlags: Int32 = 0x70

/// Stores a mode, so that the program can read it back. The engine plays legato, portamento and breath in one way only,
/// so a warning is logged unless the mode is the default.
private func setMode(
  _ synth: OpaquePointer?, _ channel: Int32, _ mode: Int32, in range: Range<Int32>,
  _ path: WritableKeyPath<ChannelChoice.Modes, Int32>, _ name: String
) -> Int32 {
  call(synth, channel: channel) { synth, channel in
    guard range.contains(mode) else { return false }
    if mode != ChannelChoice.Modes()[keyPath: path] {
      cfluidsynth_refuse(name, "it only stores the mode; the sound does not change")
    }
    synth.channels[channel].modes[keyPath: path] = mode
    return true
  }
}

private func getMode(
  _ synth: OpaquePointer?, _ channel: Int32, _ mode: UnsafeMutablePointer<Int32>?,
  _ path: WritableKeyPath<ChannelChoice.Modes, Int32>
) -> Int32 {
  call(synth, channel: channel) { synth, channel in
    guard let mode else { return false }
    mode.pointee = synth.channels[channel].modes[keyPath: path]
    return true
  }
}
