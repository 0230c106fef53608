import CFluidSynth

/// Parses the names of settings. As in FluidSynth, full stops separate the parts of a name, and empty parts are
/// ignored.
enum SettingName {
  private static let greatestLength = 256
  private static let greatestPartCount = 8

  /// Returns a name without empty parts; logs an error and returns nil if it is too long.
  static func normalized(_ name: String) -> String? {
    guard name.utf8.count <= greatestLength else {
      log(FLUID_ERR, "the name of a setting is longer than \(greatestLength) bytes")
      return nil
    }
    let parts = name.split(separator: ".")
    guard parts.count <= greatestPartCount else {
      log(FLUID_ERR, "the name of a setting has more than \(greatestPartCount) parts")
      return nil
    }
    return parts.joined(separator: ".")
  }

  /// Returns the index of a setting in `KnownSetting.all`; nil if no setting has this name.
  static func index(of name: String) -> Int? {
    KnownSetting.index(of: name) ?? normalized(name).flatMap { KnownSetting.index(of: $0) }
  }
}
