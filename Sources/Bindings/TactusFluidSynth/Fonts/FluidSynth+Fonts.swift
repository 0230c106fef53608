import CFluidSynth
import Tactus

extension FluidSynth {
  /// Loads a SoundFont on top of the others. Returns its number; nil after an error, which has been logged.
  func load(_ path: String, resetsPresets: Bool) -> Int? {
    read(path).flatMap { add($0, resetsPresets: resetsPresets) }
  }

  /// Reads a SoundFont: asks the program's loaders in turn, and opens the file itself if none of them can read it.
  /// Returns nil if all of that fails; the errors have been logged.
  private func read(_ path: String) -> FluidFont? {
    for loader in withLock({ self.loaders }) + [FluidLoader()] {
      do { return try loader.load(path) } catch { log(FLUID_ERR, "\(error)") }
    }
    return nil
  }

  /// Adds a font on top of the others; returns its number.
  func add(_ font: FluidFont, resetsPresets: Bool) -> Int? {
    let id: Int? = withLock {
      if !resetsPresets { keepPresets() }
      guard fonts.add(font) else { return nil }
      changeBank(resetsPresets: resetsPresets)
      return font.id
    }
    if id == nil { log(FLUID_ERR, "at most \(FontStack.mostFonts) SoundFonts can be loaded") }
    return id
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
    guard let path = font.name.pointer, case let name = FileName.text(of: path) else { return false }
    guard let new = read(name) else { return false }
    withLock {
      keepPresets()
      fonts.replace(font, by: new)
      changeBank(resetsPresets: false)
    }
    return true
  }

  /// Sets the number that is added to the bank numbers of a font.
  func set(bankOffset: Int, of font: FluidFont) {
    withLock {
      keepPresets()
      fonts.set(bankOffset: bankOffset, of: font)
      changeBank(resetsPresets: false)
    }
  }

  /// Plays the current stack of fonts.
  private func changeBank(resetsPresets: Bool) {
    synth.publish(fonts.bank)
    if resetsPresets { resetPrograms() } else { reapplyChoices() }
  }
}
