import CFluidSynth
import Tactus

/// What a program has chosen for a channel beyond what MIDI messages can say.
struct ChannelChoice {
  /// The font whose presets the next program changes select; nil for the whole stack.
  var font: Int?
  /// The bank that the next program change selects; nil for the bank of controllers 0 and 32.
  var bank: Int?
  /// The preset that was selected with its font: the number of the font, the bank and the program.
  var selected: (font: Int, bank: Int, program: Int)?
  /// Whether the program has deselected the preset.
  var isUnset = false
  var legatoMode: Int32 = 0
  var portamentoMode: Int32 = 0
  var breathMode: Int32 = 0
}

extension FluidSynth {
  /// Selects a program in the channel's font and bank, or in those that messages have set.
  func changeProgram(_ channel: Int, to program: Int) {
    withLock {
      channels[channel].selected = nil
      channels[channel].isUnset = false
      send(0xC0, channel, UInt8(program), 0)
      if let bank = channels[channel].bank { select(bank: bank, program, channel) }
      if let id = channels[channel].font, let font = fonts[id: id] {
        let bank = synth.core.pointee.selectedPreset(of: channel).bank
        _ = selectProgram(program, bank: bank, of: font, channel)
      }
      prepare(channel)
    }
  }

  /// Selects a preset of one font. Returns false if the font does not have it.
  func selectProgram(_ program: Int, bank: Int, of font: FluidFont, _ channel: Int) -> Bool {
    withLock {
      guard let address = fonts.address(bank: bank, program: program, of: font) else { return false }
      channels[channel].selected = (font.id, bank, program)
      channels[channel].isUnset = false
      select(bank: address, program, channel, isDrums: bank == 128)
      prepare(channel)
      return true
    }
  }

  /// Deselects the preset of a channel: it is silent until the next program change.
  func unsetProgram(_ channel: Int) {
    withLock {
      channels[channel].isUnset = true
      channels[channel].selected = nil
      synth.core.pointee.deselectPreset(of: channel)
    }
  }

  private func select(bank: Int, _ program: Int, _ channel: Int, isDrums: Bool? = nil) {
    synth.core.pointee.setDrums(isDrums ?? (bank == 128), of: channel)
    synth.core.pointee.selectPreset(bank: bank, program: program, of: channel)
  }

  /// Selects the programs of all channels again, by their numbers.
  func resetPrograms() {
    for channel in channels.indices {
      channels[channel].font = nil
      changeProgram(channel, to: synth.core.pointee.selectedPreset(of: channel).program)
    }
  }

  /// Selects again what the program has chosen, after another bank has been published or the engine has been reset.
  func reapplyChoices() {
    for (channel, choice) in channels.enumerated() {
      if choice.isUnset { synth.core.pointee.deselectPreset(of: channel) }
      guard let selected = choice.selected else { continue }
      if let font = fonts[id: selected.font],
        let address = fonts.address(bank: selected.bank, program: selected.program, of: font)
      {
        select(bank: address, selected.program, channel, isDrums: selected.bank == 128)
      } else {
        channels[channel].selected = nil
        select(bank: selected.bank, selected.program, channel)
      }
    }
    applyEffects()
    reapplyTunings()
  }

  /// The preset that a channel plays; nil for none.
  func preset(of channel: Int) -> FluidPreset? {
    withLock {
      guard let played = synth.core.pointee.playedPreset(of: channel) else { return nil }
      return fonts.preset(atBank: played.bank, program: played.program)
    }
  }

  /// The font, bank and program of a channel; the font is 0 for none.
  func program(of channel: Int) -> (font: Int, bank: Int, program: Int) {
    withLock {
      if channels[channel].isUnset { return (0, 0, 0) }
      if let selected = channels[channel].selected { return selected }
      let asked = synth.core.pointee.selectedPreset(of: channel)
      return (preset(of: channel)?.font.id ?? 0, asked.bank, asked.program)
    }
  }

  /// Reads the samples of the channel's preset, so that its notes can sound at once.
  private func prepare(_ channel: Int) {
    guard let played = synth.core.pointee.playedPreset(of: channel) else { return }
    do {
      for failure in try fonts.bank.prepare(bank: played.bank, program: played.program) {
        log(FLUID_WARN, "\(failure)")
      }
    } catch { log(FLUID_ERR, "\(error)") }
  }

  /// Sends a channel message.
  func send(_ status: UInt8, _ channel: Int, _ data1: UInt8, _ data2: UInt8) {
    synth.core.pointee.receive(
      ChannelMessage(status: status | UInt8(channel & 15), data1, data2, port: UInt8(channel >> 4)))
  }
}
