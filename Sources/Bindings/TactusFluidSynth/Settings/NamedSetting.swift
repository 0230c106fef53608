import CFluidSynth

/// A setting that a program has named in a call.
struct NamedSetting {
  let settings: FluidSettings
  let index: Int

  /// Returns nil if the settings or the name is NULL, or if no setting has this name.
  init?(_ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?) {
    guard let call = SettingCall(settings, name), let index = SettingName.index(of: call.name) else { return nil }
    (self.settings, self.index) = (call.settings, index)
  }

  var known: KnownSetting { KnownSetting.all[index] }
  var value: FluidSettings.Value { settings.value(index) }

  /// The value of a text setting or toggle as a C string: nil inside the optional if the program has set NULL, and nil
  /// for other settings.
  var text: [CChar]?? { settings.text(index) }

  /// The options; nil if the setting is not a text.
  var options: [String]? {
    guard case .text(_, let options) = known.kind else { return nil }
    return options ?? []
  }
}

/// The settings and the name that a program has passed.
struct SettingCall {
  let settings: FluidSettings
  let name: String

  /// Returns nil if one of them is NULL, or if the name is empty.
  init?(_ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?) {
    guard let settings = FluidSettings.object(settings), let name, name.pointee != 0 else { return nil }
    (self.settings, self.name) = (settings, String(cString: name))
  }
}

/// Writes the value that a getter returns; fails if it returns nil, or if the target is NULL.
func writeSetting<Value>(_ value: @autoclosure () -> Value?, to target: UnsafeMutablePointer<Value>?) -> Int32 {
  guard let target, let value = value() else { return result(false) }
  target.pointee = value
  return result(true)
}

/// Writes the bounds that a getter returns; fails if it returns nil, or if one of the targets is NULL.
func writeSetting<Value>(
  _ range: @autoclosure () -> ClosedRange<Value>?, to least: UnsafeMutablePointer<Value>?,
  _ greatest: UnsafeMutablePointer<Value>?
) -> Int32 {
  guard let least, let greatest, let range = range() else { return result(false) }
  (least.pointee, greatest.pointee) = (range.lowerBound, range.upperBound)
  return result(true)
}
