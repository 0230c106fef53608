import Tactus

/// The names of banks, wherever users write them: the path of a file, a bare file name, which is also looked for in the
/// SoundFont folders, or the name of the built-in bank.
extension BankChoice {
  /// The name of the built-in bank.
  static var builtInName: String { BankSearch.builtInName }

  /// Opens the font of a bank; "built-in" is the built-in bank.
  static func font(at name: String, strict: Bool) throws(ToolError) -> SoundFont {
    if name == builtInName { return builtInFont() }
    return try InputFile.bank(in: file(named: name), strict: strict)
  }

  /// Opens the file that the name of a bank refers to.
  private static func file(named name: String) throws(ToolError) -> FileBytes {
    guard let path = location(of: name) else {
      guard name.isEmpty || name.contains("/") else { throw nowhere(name) }
      return try InputFile.bytes(named: name)
    }
    return try InputFile.bytes(named: path)
  }

  /// Returns the path that the name of a bank refers to: its path relative to `folder` or, for a bare name that does not
  /// exist there, that of a file in the SoundFont folders. Nil if there is neither; "-" for standard input.
  static func location(of name: String, from folder: String = "") -> String? {
    name == "-" ? name : BankSearch.ofProcess.location(ofBank: name, from: folder)
  }

  /// Returns the error for a bare name that was found neither here nor in the SoundFont folders.
  static func nowhere(_ name: String) -> ToolError {
    ToolError(name, "no such file here or in the SoundFont folders; check the name")
  }

  /// Converts the name of a bank relative to `folder` to a name relative to the working folder.
  static func name(_ name: String, from folder: String) -> String {
    let path = path(in: name)
    guard path != builtInName else { return name }
    let position = location(of: path, from: folder) ?? (path.hasPrefix("/") ? path : folder + path)
    return position + name.dropFirst(path.count)
  }

  /// Returns the path in a name of the form `FILE` or `FILE@OFFSET`.
  static func path(in name: String) -> String { parts(of: name).path }

  static func parts(of name: String) -> (path: String, offset: Int) {
    guard let at = name.lastIndex(of: "@"), let number = Int(name[name.index(after: at)...]) else { return (name, 0) }
    return (String(name[..<at]), number)
  }

  /// Whether a file name has the extension of a bank.
  static func hasBankExtension(_ name: String) -> Bool {
    [".sf2", ".sf3", ".sbk", ".dls"].contains(where: name.lowercased().hasSuffix)
  }
}
