import CFluidSynth
import Tactus

/// The settings of a channel that a program makes through functions, in addition to what MIDI messages can select.
struct ChannelChoice {
  /// The font whose presets the next program changes select; nil for the whole stack.
  var font: Int?
  /// The bank that the next program change selects; nil for the bank of controllers 0 and 32.
  var bank: Int?
  /// The value that the program has set for controller 0; nil since the last reset. In XG mode, the synthesizer converts
  /// this value to 0 or 127.
  var bankSelectValue: UInt8?
  /// The preset that was selected together with its font, or that was kept when the fonts changed.
  var selected: FontPreset?
  /// The reason why the channel has no preset; nil if it has one.
  var silence: Silence?
  /// The tuning program that the program has selected; nil for equal temperament.
  var tuning: TuningTable.Address?
  var modes = Modes()

  /// The modes of legato, portamento and breath, by FluidSynth's constants and with its defaults. They are only stored.
  struct Modes {
    var legato: Int32 = 1
    var portamento: Int32 = 1
    var breath: Int32 = 0
  }
}

extension ChannelChoice {
  /// Why a channel has no preset: the program has deselected it, or has unloaded its font.
  enum Silence { case unset, lostFont }
}

/// A preset of a certain font.
struct FontPreset {
  /// The number of the font.
  var font: Int
  /// The bank and the program as the font's file numbers them.
  var bank: Int
  var program: Int
  /// The bank and the program that the caller requested.
  var asked: (bank: Int, program: Int)
}

extension FluidSynth {
  /// Selects a program in the channel's font and bank, or in those that messages have set.
  func changeProgram(_ channel: Int, to program: Int) {
    withLock {
      channels[channel].selected = nil
      channels[channel].silence = nil
      send(0xC0, channel, UInt8(program), 0)
      let isDrums = synth.core.pointee.isDrums(channel)
      if let bank = channels[channel].bank, !isDrums { select(bank: bank, program, channel) }
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
      let own = bank - font.bankOffset
      guard let address = fonts.address(bank: own, program: program, of: font) else { return false }
      channels[channel].selected = FontPreset(font: font.id, bank: own, program: program, asked: (bank, program))
      channels[channel].silence = nil
      select(bank: address, program, channel)
      prepare(channel)
      return true
    }
  }

  /// Selects a preset by its font and bank; if that succeeds, the next program changes keep the bank.
  func keepBank(_ bank: Int, _ channel: Int, _ select: () -> Bool) -> Bool {
    guard select() else { return false }
    channels[channel].bank = bank
    return true
  }

  /// Deselects the preset of a channel: it is silent until the next program change.
  func unsetProgram(_ channel: Int) {
    withLock {
      // the engine may have a private bank of the preset's font
      if let asked = channels[channel].selected?.asked { select(bank: asked.bank, asked.program, channel) }
      channels[channel].silence = .unset
      channels[channel].selected = nil
      synth.core.pointee.deselectPreset(of: channel)
    }
  }

  /// Selects a preset. A drum channel remains one: its next program change selects a kit again.
  private func select(bank: Int, _ program: Int, _ channel: Int) {
    synth.core.pointee.selectPreset(bank: bank, program: program, of: channel)
  }

  /// Selects the programs of all channels again, by their numbers.
  func resetPrograms() {
    for channel in channels.indices where channels[channel].silence != .unset {
      channels[channel].font = nil
      changeProgram(channel, to: synth.core.pointee.selectedPreset(of: channel).program)
    }
  }

  /// Selects the program's choices again, after another bank has been published or the engine has been reset.
  func reapplyChoices() {
    for (channel, choice) in channels.enumerated() {
      if let selected = choice.selected {
        if let font = fonts[id: selected.font],
          let address = fonts.address(bank: selected.bank, program: selected.program, of: font)
        {
          select(bank: address, selected.program, channel)
        } else {
          channels[channel].selected = nil
          channels[channel].silence = .lostFont
          select(bank: selected.asked.bank, selected.asked.program, channel)
        }
      }
      if channels[channel].silence != nil {
        synth.core.pointee.deselectPreset(of: channel)
      }
    }
    applyEffects()
    reapplyTunings()
    for channel in channels.indices { prepare(channel) }
  }

  /// Keeps the presets that the channels play while the fonts change.
  func keepPresets() {
    for channel in channels.indices where channels[channel].selected == nil {
      guard let preset = preset(of: channel) else { continue }
      channels[channel].selected = FontPreset(
        font: preset.font.id, bank: preset.bank, program: preset.program,
        asked: synth.core.pointee.selectedPreset(of: channel))
    }
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
      let choice = channels[channel]
      var asked = choice.selected?.asked ?? synth.core.pointee.selectedPreset(of: channel)
      if let bank = choice.bank { asked.bank = bank }
      if choice.silence == .unset { return (0, asked.bank, 0) }
      let font = choice.font ?? choice.selected?.font ?? preset(of: channel)?.font.id ?? 0
      return (choice.silence == .lostFont ? 0 : font, asked.bank, asked.program)
    }
  }

  /// Reads the samples of the channel's preset, so that its notes can sound at once.
  func prepare(_ channel: Int) {
    guard let played = synth.core.pointee.playedPreset(of: channel) else { return }
    fonts.bank.prepareLogging(bank: played.bank, program: played.program)
  }

  /// Sends a channel message.
  func send(_ status: UInt8, _ channel: Int, _ data1: UInt8, _ data2: UInt8) {
    synth.core.pointee.receive(
      ChannelMessage(status: status | UInt8(channel & 15), data1, data2, port: UInt8(channel >> 4)))
  }
}

extension FluidSynth {
  /// Whether a controller selects the bank of a channel, in the mode that the settings request. It then replaces the
  /// bank that the program has selected.
  func selectsBank(_ controller: Int32, _ channel: Int) -> Bool {
    let isDrums = synth.core.pointee.isDrums(channel)
    switch synth.settings.bankSelect {
    case .gm: return false
    case .gs: return controller == 0 && !isDrums
    case .xg, .gm2: return controller == 32
    case .mma: return (controller == 0 || controller == 32) && !isDrums
    }
  }

  /// Returns the value of controller 0 that is sent to the engine instead of the value that the program sends.
  ///
  /// In FluidSynth's XG mode, the values 120, 126 and 127 make a channel a drum channel and all others make it melodic,
  /// and the bank is controller 32 alone.
  func bankController(_ value: UInt8, _ channel: Int) -> UInt8 {
    guard synth.settings.bankSelect == .xg else { return value }
    let isDrums = [120, 126, 127].contains(value)
    synth.core.pointee.setDrums(isDrums, of: channel)
    return isDrums ? 127 : 0
  }
}
