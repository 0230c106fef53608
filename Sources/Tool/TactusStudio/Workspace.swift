import TactusFileAccess
import TactusFiles
import TactusTool

/// The files that the page may read and save.
///
/// As an actor it carries out one save at a time, so that nothing changes between the comparison of versions and the
/// replacement.
package actor Workspace {
  /// The reason why a file is not read or saved.
  package enum Refusal: Error, Equatable {
    /// There is no such file in the workspace.
    case notFound
    /// Files with this name are not saved, because only documents are.
    case notSaved(String)
    /// The file is not the version that the page knows; `version` is that of the file, nil if it does not exist.
    case isAnotherVersion(version: String?)
    /// The bytes are not a JSON object.
    case notDocument(String)
    /// The system refuses.
    case failed(String)
  }

  /// The version that a save replaces.
  package enum Replaced: Equatable, Sendable {
    /// None: the file is new.
    case none
    /// This version.
    case version(String)
  }

  /// The largest document that is saved, in bytes.
  package static let documentLimit = 64 << 20

  nonisolated let folder: ServedFolder
  /// The name of the only song, if the workspace is one file.
  nonisolated let onlyFile: String?

  package init?(_ workspace: StudioSettings.Workspace) {
    switch workspace {
    case .none: return nil
    case .folder(let path): (folder, onlyFile) = (ServedFolder(path: path), nil)
    case .file(let path):
      let parent = FilePath.folder(of: path)
      folder = ServedFolder(path: parent.count > 1 ? String(parent.dropLast()) : parent)
      onlyFile = FilePath.name(of: path)
    }
  }

  /// Returns the path of an existing file.
  package nonisolated func file(_ names: [String]) throws(Refusal) -> String {
    guard isOffered(names), let name = names.last,
      PathExtension.isSong(name) || PathExtension.isBank(name) || name == onlyFile,
      let path = folder.file(names), !folder.isHidden(path)
    else { throw .notFound }
    return path
  }

  /// Saves a document in one step, and returns its version.
  package func save(_ bytes: [UInt8], to names: [String], replacing replaced: Replaced) throws(Refusal) -> String {
    guard isOffered(names), PathExtension.of(names.last ?? "") == "json" else {
      throw .notSaved(names.joined(separator: "/"))
    }
    try Self.checkDocument(bytes)
    try write(bytes, to: try path(for: names, replacing: replaced))
    return Self.version(of: bytes)
  }

  private func path(for names: [String], replacing replaced: Replaced) throws(Refusal) -> String {
    guard let existing = folder.file(names) else {
      guard replaced == .none else { throw .isAnotherVersion(version: nil) }
      guard let path = folder.newFile(names) else { throw .notFound }
      return path
    }
    // a link may lead to a file of another kind
    guard PathExtension.of(existing) == "json", !folder.isHidden(existing) else {
      throw .notSaved(names.joined(separator: "/"))
    }
    // a file that cannot be read has no version, and is never replaced
    let version = Self.version(ofFile: existing)
    guard let version, replaced == .version(version) else { throw .isAnotherVersion(version: version) }
    return existing
  }

  private func write(_ bytes: [UInt8], to path: String) throws(Refusal) {
    do { try WholeFile.write(bytes, to: path, syncs: true) } catch { throw .failed("\(error)") }
  }

  private static func checkDocument(_ bytes: [UInt8]) throws(Refusal) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(JSONSyntaxError) in try JSON(reading: bytes) }
    }
    switch result {
    case .success(.object): return
    case .success: throw .notDocument("not a JSON object")
    case .failure(let error):
      throw .notDocument("line \(error.line), column \(error.column): expected \(error.expected)")
    }
  }

  /// Returns the version of a file; nil if it cannot be read.
  package static func version(ofFile path: String) -> String? {
    try? SHA256.digest(ofFile: path)
  }

  /// Returns the version of a file with these bytes.
  package static func version(of bytes: [UInt8]) -> String { bytes.withUnsafeBytes { SHA256.digest(of: $0) } }

  private nonisolated func isOffered(_ names: [String]) -> Bool {
    guard let onlyFile else { return !names.contains { $0.hasPrefix(".") } }
    return names.count == 1 && (names[0] == onlyFile || names[0] == PathExtension.document(for: onlyFile))
  }
}
