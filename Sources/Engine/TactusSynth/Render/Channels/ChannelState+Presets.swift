// Selects presets by bank selects and program numbers, and records missing presets.

/// A missing preset, as the audio side records it.
struct MissingEntry {
  var bank: Int32 = 0
  var program: Int32 = 0
  /// The index of the preset that plays instead; −1 for none.
  var preset: Int32 = -1
  /// The number of notes that required the missing preset.
  var notes = 0
}

extension ChannelState {
  /// Finds the part's preset: the exact one, or the usual fallback of General MIDI players.
  ///
  /// A missing bank is replaced by bank 0, a missing drum kit by the standard kit, and a program that is missing in
  /// bank 0 by the first program of that bank.
  mutating func choosePreset(_ part: Int) {
    let bank = selectBank(part)
    channels[part].address = bank &<< 7 | Int32(channels[part].program)
    findPreset(part)
  }

  /// Looks up the selected preset in the current bank.
  mutating func findPreset(_ part: Int) {
    let state = channels + part
    let (bank, program) = (
      PresetAddress.bank(state.pointee.address), Int32(PresetAddress.program(state.pointee.address))
    )
    parts[part].missing = -1
    state.pointee.preset = presets.index(bank: bank, program: program)
    guard state.pointee.preset < 0 else { return }
    if state.pointee.isDrums {
      state.pointee.preset = presets.index(bank: 128, program: 0)
    } else {
      state.pointee.preset = presets.index(bank: 0, program: program)
      if state.pointee.preset < 0 { state.pointee.preset = presets.index(bank: 0, program: 0) }
    }
    parts[part].missing = remember(bank: bank, program: program, preset: state.pointee.preset)
  }

  /// Returns the bank that the part's bank selects specify, and makes the part a drum or melodic part if they determine
  /// that too.
  private mutating func selectBank(_ part: Int) -> Int32 {
    let msb = channels[part].controllers[Channel.bankMSB]
    switch ports[part &>> 4].system {
    case .gm2: if msb == 120 || msb == 121 { setDrums(part, msb == 120) }
    case .xg: setDrums(part, msb >= 126)
    case .gm, .gs, .mma: break
    }
    return selectedBank(part)
  }

  /// Returns the bank that the part's bank selects specify, as numbered in SoundFonts.
  private func selectedBank(_ part: Int) -> Int32 {
    let msb = Int32(channels[part].controllers[Channel.bankMSB])
    let lsb = Int32(channels[part].controllers[Channel.bankLSB])
    let system = ports[part &>> 4].system
    guard !channels[part].isDrums else { return system == .xg && msb == 126 ? 126 : 128 }
    if let bank = exactBank(part, msb, lsb, system) { return bank }
    switch system {
    case .gm: return 0
    case .gm2: return msb == 121 ? lsb : 0
    case .gs: return msb
    case .xg: return msb == 0 ? lsb : msb
    case .mma: return msb &<< 7 | lsb
    }
  }

  /// Returns the number 128 · MSB + LSB if the MSB is not 0 and the SoundFont or DLS bank has the part's program under
  /// it. In GS, the LSB only selects the sounds of an older instrument; if nothing has the number, 128 · MSB is tried.
  private func exactBank(_ part: Int, _ msb: Int32, _ lsb: Int32, _ system: SoundSystem) -> Int32? {
    if case .gm = system { return nil }
    guard msb > 0 else { return nil }
    if let bank = exactBank(part, number: msb &<< 7 | lsb) { return bank }
    guard case .gs = system, lsb > 0 else { return nil }
    return exactBank(part, number: msb &<< 7)
  }

  /// Returns the bank with a number if it has the part's program. Because 128 is the number of the drum kits, MSB 1 with
  /// LSB 0 is 16,512.
  private func exactBank(_ part: Int, number: Int32) -> Int32? {
    let bank = number == 128 ? 16_384 + 128 : number
    return presets.index(bank: bank, program: Int32(channels[part].program)) >= 0 ? bank : nil
  }

  /// Makes a part a drum part or a melodic part.
  mutating func setDrums(_ part: Int, _ isDrums: Bool) {
    guard channels[part].isDrums != isDrums else { return }
    channels[part].isDrums = isDrums
    voices.drumsChanged(part)
    applyMasterTuning(to: part)
  }

  // MARK: Missing presets

  /// Returns the entry for a missing preset, or −1 if the table is full.
  private mutating func remember(bank: Int32, program: Int32, preset: Int32) -> Int32 {
    for index in 0..<missingCount
    where missing[index].bank == bank && missing[index].program == program && missing[index].preset == preset {
      return Int32(truncatingIfNeeded: index)
    }
    guard missingCount < SynthLimits.missingPresets else { return -1 }
    missing[missingCount] = MissingEntry(bank: bank, program: program, preset: preset)
    missingCount &+= 1
    return Int32(truncatingIfNeeded: missingCount &- 1)
  }

  /// Counts a note on a part whose preset is missing.
  mutating func noteMissing(_ part: Int) {
    let entry = missing + Int(parts[part].missing)
    if entry.pointee.notes == 0 { counters.missingPresets &+= 1 }
    entry.pointee.notes &+= 1
  }
}

extension ChannelState {
  /// Sets a part's preset by its address in the bank, as bank select and program change messages would.
  mutating func setPreset(_ part: Int, address: Int32) {
    let old = channels[part].address
    let bank = PresetAddress.bank(address)
    setDrums(part, bank == 128)
    setBankSelects(part, bank: bank)
    channels[part].program = PresetAddress.program(address)
    channels[part].address = address
    findPreset(part)
    if channels[part].isDrums, address != old { resetHeardSetup(part) }
  }

  /// Sets a part's bank selects to those with which a program change selects a bank. General MIDI has none.
  private func setBankSelects(_ part: Int, bank: Int32) {
    let system = ports[part &>> 4].system
    if case .gm = system { return }
    let controllers = channels[part].controllers
    let low = UInt8(truncatingIfNeeded: bank & 127)
    controllers[Channel.bankMSB] = UInt8(truncatingIfNeeded: bank &>> 7 & 127)
    controllers[Channel.bankLSB] = low
    guard bank <= 128 else { return }
    switch system {
    case .gm: break
    case .gs: (controllers[Channel.bankMSB], controllers[Channel.bankLSB]) = (low, 0)
    case .gm2: controllers[Channel.bankMSB] = bank == 128 ? 120 : 121
    case .xg: controllers[Channel.bankMSB] = bank == 128 ? 127 : 0
    case .mma: controllers[Channel.bankMSB] = 0
    }
  }

  /// Returns the address of the preset that a part plays, or −1 for none.
  func playedAddress(_ part: Int) -> Int32 {
    let preset = channels[part].preset
    return preset < 0 ? -1 : presets[preset].address
  }
}
