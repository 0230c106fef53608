import TactusFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Creates folders for several outputs, and names for files in them.
///
/// - Thread: control
public enum OutputFolder {
  /// Whether a path refers to a folder: it ends in "/", or is an existing folder.
  public static func isFolderPath(_ path: String) -> Bool {
    if path.hasSuffix("/") { return true }
    guard path != "-", let status = try? FilePath.status(path) else { return false }
    return status.kind == .folder
  }

  /// Creates a folder if it does not exist; its parent must exist.
  ///
  /// - Returns: whether the folder was created.
  @discardableResult public static func make(_ path: String) throws(FileError) -> Bool {
    guard path.withPath({ mkdir($0, 0o777) }) != 0 else { return true }
    let error = SystemError.current
    guard error != .exists else { return false }
    throw FileError(creating: path, error)
  }

  /// Removes a folder if it is empty.
  package static func removeIfEmpty(_ path: String) { _ = path.withPath { rmdir($0) } }

  /// Removes the temporary files that killed processes have left in a folder, if they have not changed for an hour.
  /// Files that are still being written remain.
  ///
  /// - Parameter folder: the path, ending in "/"; empty for the working folder.
  package static func removeAbandonedFiles(in folder: String) { TemporaryFile.removeAbandoned(in: folder) }

  /// Creates the missing folders of a file's path.
  public static func makeAll(of path: String) throws(FileError) {
    let folder = FilePath.folder(of: path)
    guard !folder.isEmpty, (try? FilePath.status(folder)) == nil else { return }
    var name = folder[...]
    while name.last == "/" { name.removeLast() }
    try makeAll(of: String(name))
    try make(folder)
  }

  /// Converts a string to a part of a file name that every system accepts: without separators, wildcards and control
  /// characters, at most 80 bytes, and without a dot or space at its start or end.
  public static func safeName(_ text: String) -> String { FileName.safe(text) }

  /// Returns a file's name without its folder and its extension.
  public static func stem(of path: String) -> String {
    let name = FilePath.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}
