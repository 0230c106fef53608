/// A bank file that was found, and the reason why it is a candidate.
///
/// - Thread: any
public struct BankCandidate: Hashable, Sendable {
  /// The reason why a bank is a candidate. Candidates are sorted by their reasons, in this order.
  public enum Reason: Hashable, Sendable {
    /// Named by the variable `TACTUS_BANK`.
    case environment
    /// The default bank of the system, by its name (`default-GM.sf2`).
    case systemDefault
    /// A General MIDI bank with a well-known name.
    case wellKnown
    /// Any other bank in a system folder.
    case systemFolder
    /// A bank in a user folder.
    case userFolder
    /// The bank that comes with macOS or Windows.
    case operatingSystem
  }
  /// The path.
  public let path: String
  /// The reason.
  public let reason: Reason
}

extension BankCandidate: CustomStringConvertible {
  /// The path and the reason, for display.
  public var description: String { "\(path) (\(reason))" }
}

extension BankCandidate.Reason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .environment: "TACTUS_BANK"
    case .systemDefault: "the system's default bank"
    case .wellKnown: "a General MIDI bank of the system"
    case .systemFolder: "a bank of the system"
    case .userFolder: "a bank of the user"
    case .operatingSystem: "the operating system's bank"
    }
  }
}

/// Searches the folders in which systems and users keep banks. The order of the results is always the same.
///
/// 1. `TACTUS_BANK`: a file, a folder, or the file name of a bank in one of the folders below; or several of these,
///    separated by colons.
/// 2. Folders of the system: first the default banks of all folders, then all General MIDI banks with well-known names,
///    then all others, sorted by name in each folder.
/// 3. Folders of the user.
/// 4. The banks that come with macOS and Windows.
///
/// A file to which several paths lead is listed once, with the first path. The search does not check whether a
/// candidate really is a sound bank.
/// - Thread: control
public struct BankSearch: Sendable {
  /// The value of `TACTUS_BANK`; nil if it is not set.
  public var bankVariable: String?
  /// The user's home folder; nil if unknown.
  public var home: String?
  /// The user's data folder, `XDG_DATA_HOME`; nil for `~/.local/share`.
  public var dataHome: String?
  /// A prefix for system paths, with which tests can use folders of their own.
  public var root = ""
  /// The extensions of the banks that are found in folders, without dots, in lower case. Banks whose samples are
  /// compressed (SF3) are left out; add "sf3" to find them too. `TACTUS_BANK` may name files with any extension.
  public var pathExtensions = ["sf2", "dls"]

  /// The name of the built-in bank, as an entry of `TACTUS_BANK`.
  package static var builtInName: String { "built-in" }
  /// Whether `TACTUS_BANK` contains the name of the built-in bank. It applies if no bank of the variable can be used.
  package var namesBuiltIn: Bool { entries.contains(Self.builtInName) }

  /// Whether `TACTUS_BANK` has any entry. If it has, a bank is searched for only among its entries.
  package var hasEntries: Bool { !entries.isEmpty }

  /// The entries of the variable.
  private var entries: [String] { bankVariable?.split(separator: ":").map(String.init) ?? [] }

  /// Creates a search with nothing set.
  public init() {}

  /// Creates a search with the environment variables of this process.
  public static var ofProcess: BankSearch {
    var search = BankSearch()
    search.bankVariable = environmentVariable("TACTUS_BANK")
    search.home = environmentVariable("HOME")
    search.dataHome = environmentVariable("XDG_DATA_HOME")
    return search
  }

  /// The result of a search.
  public struct Result: Hashable, Sendable {
    /// The banks, best first.
    public var candidates: [BankCandidate] = []
    /// The entries of `TACTUS_BANK` that cannot be found or read, and its folders without banks, to be reported to the
    /// user.
    public var problems: [FileError] = []
  }

  /// Searches now. Folders that cannot be read are treated as empty.
  public func run() -> Result {
    var result = Result()
    for entry in entries where entry != Self.builtInName { lookFor(entry, &result) }
    let found = systemFolders.flatMap { folder in banks(in: root + folder).map { (folder: folder, name: $0) } }
    for reason in [BankCandidate.Reason.systemDefault, .wellKnown, .systemFolder] {
      for bank in found where self.reason(for: bank.name) == reason {
        result.candidates.append(BankCandidate(path: "\(root)\(bank.folder)/\(bank.name)", reason: reason))
      }
    }
    for folder in userFolders {
      result.candidates += banks(in: folder).map { BankCandidate(path: "\(folder)/\($0)", reason: .userFolder) }
    }
    result.candidates += operatingSystemBanks.map { BankCandidate(path: $0, reason: .operatingSystem) }
    var seen: Set<[UInt64]> = []
    result.candidates.removeAll { candidate in
      guard let status = try? FilePath.status(candidate.path) else { return true }
      return !seen.insert(status.identity).inserted
    }
    return result
  }

  /// Returns the path of the bank that a user has named. The name may be a path, relative to `folder`, or the file name of
  /// a bank in one of the system's folders (``path(ofBankNamed:)``). Nil if neither exists.
  ///
  /// Every name of a bank that a user writes is looked up in this way.
  package func location(ofBank name: String, from folder: String = "") -> String? {
    let position = name.hasPrefix("/") ? name : folder + name
    return (try? FilePath.status(position)) != nil ? position : path(ofBankNamed: name)
  }

  /// Returns the path of a bank with this file name in the folders of `TACTUS_BANK`, the system and the user; nil if
  /// there is none. Names that contain a slash are never found.
  public func path(ofBankNamed name: String) -> String? {
    guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
    let folders = entries.map(expanded) + systemFolders.map { root + $0 } + userFolders
    let paths = folders.map { "\($0)/\(name)" } + operatingSystemBanks.filter { FilePath.name(of: $0) == name }
    return paths.first { (try? FilePath.status($0))?.kind == .regular }
  }

  /// The folders that are searched and exist, in the order of the search.
  public var folders: [String] {
    (entries.map(expanded) + systemFolders.map { root + $0 } + userFolders).filter { FilePath.isFolder($0) }
  }

  private func expanded(_ entry: String) -> String {
    entry.hasPrefix("~/") ? (home ?? "~") + entry.dropFirst() : entry
  }

  /// Adds an entry of `TACTUS_BANK`: a file with any extension, the banks in a folder, or a bank of this name.
  private func lookFor(_ entry: String, _ result: inout Result) {
    let name = expanded(entry)
    let path = location(ofBank: name) ?? name
    do throws(SystemError) {
      let isFolder = try FilePath.status(path).kind == .folder
      let paths = isFolder ? banks(in: path).map { "\(path)/\($0)" } : [path]
      if paths.isEmpty { result.problems.append(.notFound(path: "\(path)/*.\(pathExtensions.first ?? "sf2")")) }
      result.candidates += paths.map { BankCandidate(path: $0, reason: .environment) }
    } catch {
      result.problems.append(FileError(reading: path, error))
    }
  }

  /// Returns the banks in a folder: files, or links to files, with a supported extension. Default banks come first.
  private func banks(in folder: String) -> [String] {
    let names = FilePath.names(in: folder) { name in
      guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
      guard pathExtensions.contains(name[name.index(after: dot)...].lowercased()) else { return false }
      return (try? FilePath.status("\(folder)/\(name)"))?.kind == .regular
    }
    return names.filter { reason(for: $0) == .systemDefault } + names.filter { reason(for: $0) != .systemDefault }
  }
}
