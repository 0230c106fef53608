import TactusBuiltins
import TactusFiles
import TactusSynth
import TactusVorbis

/// Opens a SoundFont from bytes, which it takes over; null if it cannot be read.
@_cdecl("web_bank_open")
package func openBank(_ bytes: UnsafeMutableRawPointer, _ count: Int32) -> UnsafeMutableRawPointer? {
  do throws(SoundFontError) {
    let font = try SoundFont(FileBytes(taking: bytes, count))
    return hold(SoundBank(font, decoder: VorbisDecoder.shared))
  } catch { return fail(error.description) }
}

/// Returns the built-in bank, whose samples are generated when a song first plays them.
@_cdecl("web_bank_builtin")
package func builtInBank() -> UnsafeMutableRawPointer { hold(SoundBank(Builtins.onDemandFont)) }

/// Stacks banks. `layers` is an array of banks from the bottom to the top of the stack; `offsets` are the numbers that
/// are added to their presets' bank numbers.
@_cdecl("web_bank_stack")
package func stackBanks(
  _ layers: UnsafePointer<UnsafeMutableRawPointer>, _ offsets: UnsafePointer<Int32>, _ count: Int32
) -> UnsafeMutableRawPointer {
  let stack = (0..<Int(count)).flatMap { index in
    held(layers[index], SoundBank.self).layers.map { $0.raised(by: Int(offsets[index])) }
  }
  return hold(SoundBank(stack, decoder: VorbisDecoder.shared))
}

/// Writes the bank's presets as a JSON array to the text that ``text()`` returns. Each preset has a bank, a program,
/// the index of its SoundFont in the stack (`layer`) and a name.
@_cdecl("web_bank_presets")
package func describePresets(_ bank: UnsafeMutableRawPointer) {
  let presets = held(bank, SoundBank.self).presets.map { preset in
    JSON.object([
      .init(name: "bank", value: JSON(preset.bank)), .init(name: "program", value: JSON(preset.program)),
      .init(name: "layer", value: JSON(preset.layer)), .init(name: "name", value: .string(preset.name)),
    ])
  }
  give(JSON.array(presets).text)
}
