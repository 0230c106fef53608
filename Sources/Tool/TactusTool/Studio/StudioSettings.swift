import TactusFileAccess
import TactusFiles

/// What the studio's server offers to its page.
package struct StudioSettings: Sendable {
  /// The files that the page may read and save.
  package enum Workspace: Sendable {
    /// None: the page saves documents as downloads.
    case none
    /// A song or a document, by its real path. The page may also save it as a document of the same name.
    case file(String)
    /// All songs, documents and banks in a folder, by its real path.
    case folder(String)
  }

  /// A bank of this computer.
  package struct Bank: Sendable {
    /// The path.
    package let path: String
    /// The number that is added to the bank numbers of its presets.
    package let offset: Int
    /// Whether it plays from the start.
    package let isGiven: Bool

    package init(path: String, offset: Int = 0, isGiven: Bool = false) {
      (self.path, self.offset, self.isGiven) = (path, offset, isGiven)
    }
  }

  /// The real path of the folder with the page's files.
  package var site: String
  package var workspace = Workspace.none
  /// The given banks, the lowest first, followed by those that were found.
  package var banks: [Bank] = []
  /// The port; nil for the default one or, if that is in use, a free one.
  package var port: UInt16?
  package var opensBrowser = true

  package init(site: String) { self.site = site }
}

extension StudioSettings {
  /// Checks that everything named by the options exists.
  init(_ options: StudioOptions, search: BankSearch = .ofProcess) throws(ToolError) {
    self.init(site: try StudioSite.folder(named: options.site))
    (port, opensBrowser) = (options.port, !options.noOpen)
    var names = options.banks
    if let file = options.file, try !addWorkspace(file) { names.append(file) }
    var paths: Set<String> = []
    for name in names {
      let bank = try Self.bank(named: name)
      banks.append(bank)
      paths.insert(bank.path)
    }
    try BankChoice.checkVariable(search)
    for candidate in search.run().candidates {
      guard let path = realPath(candidate.path), paths.insert(path).inserted else { continue }
      banks.append(Bank(path: path))
    }
  }

  /// Makes a song, a document or a folder the workspace; false if the file is a bank.
  private mutating func addWorkspace(_ file: String) throws(ToolError) -> Bool {
    guard let path = realPath(file) else { throw ToolError(file, "no such file or folder; check the path") }
    guard SameFile.isRegular(path) else {
      guard realPath(path + "/.") != nil else { throw ToolError(file, "neither a file nor a folder") }
      workspace = .folder(path)
      return true
    }
    if FileKind(try InputFile.bytes(named: path)) == .bank { return false }
    workspace = .file(path)
    return true
  }

  private static func bank(named name: String) throws(ToolError) -> Bank {
    let (given, offset) = BankChoice.parts(of: BankChoice.name(name, from: ""))
    guard given != "-", given != BankChoice.builtInName else {
      throw ToolError(name, "not a file; the studio has the built-in bank anyway")
    }
    guard let path = realPath(given), SameFile.isRegular(path) else {
      throw BankChoice.nowhere(name)
    }
    _ = try InputFile.bank(in: InputFile.bytes(named: path))
    return Bank(path: path, offset: offset, isGiven: true)
  }
}
