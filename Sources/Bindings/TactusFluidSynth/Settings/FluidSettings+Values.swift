import CFluidSynth

/// Settings by their names, for the other parts of this module.
extension FluidSettings {
  /// Returns the value of an integer setting; nil if no integer setting has this name.
  func integer(_ name: String) -> Int? {
    SettingName.index(of: name).flatMap { value($0).integer }.map(Int.init)
  }

  /// Returns the value of a number setting; nil if no number setting has this name.
  func number(_ name: String) -> Double? {
    SettingName.index(of: name).flatMap { value($0).number }
  }

  /// Returns the value of a text setting, or "yes" or "no" for a toggle; nil if no such setting has this name, or if
  /// the program has set NULL.
  func string(_ name: String) -> String? {
    guard let index = SettingName.index(of: name), let text = text(index), let characters = text else { return nil }
    return String(decoding: characters.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns the value of a text setting or toggle as a C string: nil inside the optional if the program has set NULL,
  /// and nil for other settings.
  func text(_ index: Int) -> [CChar]?? {
    switch (value(index), KnownSetting.all[index].kind) {
    case (.text(let text), _): .some(text)
    case (.integer(let value), .toggle): KnownSetting.toggleText(value != 0).description.utf8CString.map { $0 }
    case (.integer, _), (.number, _): nil
    }
  }

  /// Sets an integer. Logs an error and returns false if no integer setting has this name, or if the value is out of
  /// range.
  @discardableResult func set(_ name: String, integer: Int) -> Bool {
    guard let index = SettingName.index(of: name), let range = KnownSetting.all[index].integerRange else {
      return fail("there is no integer setting '\(name)'")
    }
    guard let value = Int32(exactly: integer), range.contains(value) else {
      return fail("'\(name)' cannot be \(integer): it must be \(range.lowerBound) to \(range.upperBound)")
    }
    replace(index, by: .integer(value))
    return true
  }

  /// Sets a number. Logs an error and returns false if no number setting has this name, or if the value is out of
  /// range.
  @discardableResult func set(_ name: String, number: Double) -> Bool {
    guard let index = SettingName.index(of: name), let range = KnownSetting.all[index].numberRange else {
      return fail("there is no numeric setting '\(name)'")
    }
    guard range.contains(number) else {
      return fail("'\(name)' cannot be \(number): it must be \(range.lowerBound) to \(range.upperBound)")
    }
    replace(index, by: .number(number))
    return true
  }

  /// Sets a text setting; logs an error and returns false if no text setting has this name.
  @discardableResult func set(_ name: String, string: String?) -> Bool {
    set(name, text: string.map { text in text.utf8CString.map { $0 } })
  }

  /// Sets a text setting to the characters of a C string; logs an error and returns false if no text setting has this
  /// name.
  @discardableResult func set(_ name: String, text: [CChar]?) -> Bool {
    guard let index = SettingName.index(of: name), case .text = KnownSetting.all[index].kind else {
      return fail("there is no text setting '\(name)'")
    }
    replace(index, by: .text(text))
    return true
  }

  private func fail(_ message: String) -> Bool {
    log(FLUID_ERR, message)
    return false
  }
}
