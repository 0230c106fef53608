import CFluidSynth
import Tactus

extension FluidSynth {
  /// Loads a SoundFont on top of the others. Returns its number; nil after an error, which has been logged.
  func load(_ path: String, resetsPresets: Bool) -> Int? {
    let loaders = withLock { self.loaders }
    // those of the program first, and then the one that opens files itself
    for loader in loaders + [FluidLoader()] {
      do {
        let font = try loader.load(path)
        return add(font, resetsPresets: resetsPresets) ? font.id : nil
      } catch { log(FLUID_ERR, "\(error)") }
    }
    return nil
  }

  /// Adds a font on top of the others.
  func add(_ font: FluidFont, resetsPresets: Bool) -> Bool {
    withLock {
      if !resetsPresets { keepPresets() }
      guard fonts.add(font) else {
        log(FLUID_ERR, "at most \(FontStack.mostFonts) SoundFonts can be loaded")
        return false
      }
      changeBank(resetsPresets: resetsPresets)
      return true
    }
  }

  /// Removes a font; its sounding notes continue.
  func remove(_ font: FluidFont, resetsPresets: Bool) {
    withLock {
      if !resetsPresets { keepPresets() }
      fonts.remove(font)
      for index in channels.indices where channels[index].font == font.id { channels[index].font = nil }
      changeBank(resetsPresets: resetsPresets)
    }
  }

  /// Loads a font again from its file.
  func reload(_ font: FluidFont) -> Bool {
    guard let path = font.name.pointer, case let name = String(cString: path) else { return false }
    let loader = withLock { loaders.first } ?? FluidLoader()
    do {
      let new = try loader.load(name)
      withLock {
        keepPresets()
        fonts.replace(font, by: new)
        changeBank(resetsPresets: false)
      }
      return true
    } catch {
      log(FLUID_ERR, "\(error)")
      return false
    }
  }

  /// Sets the number that is added to the bank numbers of a font.
  func set(bankOffset: Int, of font: FluidFont) {
    withLock {
      keepPresets()
      fonts.set(bankOffset: bankOffset, of: font)
      changeBank(resetsPresets: false)
    }
  }

  /// Plays the stack of fonts as it is now.
  private func changeBank(resetsPresets: Bool) {
    synth.publish(fonts.bank)
    if resetsPresets { resetPrograms() } else { reapplyChoices() }
  }
}

/// Passes a message to the program's log function.
func log(_ level: Int, _ text: String) { cfluidsynth_log(Int32(level), text) }
