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

/// The status of a file.
struct FileStatus {
  enum Kind { case regular, folder, link, other }
  let kind: Kind
  let size: Int64
  let permissions: UInt32
  /// How long ago the contents changed, according to this computer's clock.
  let secondsSinceChange: Int
  /// The identity, which is equal for two paths to the same file.
  let identity: [UInt64]

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .other
    }
    size = Int64(status.st_size)
    permissions = UInt32(status.st_mode) & 0o777
    #if canImport(Darwin)
      secondsSinceChange = time(nil) - status.st_mtimespec.tv_sec
    #else
      secondsSinceChange = Int(time(nil)) - Int(status.st_mtim.tv_sec)
    #endif
    identity = [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
  }
}

/// File system operations on paths.
package enum FilePath {
  /// Returns the status of the file at a path. For a link, returns the status of its target or, if `followsLinks` is
  /// false, that of the link.
  static func status(_ path: String, followsLinks: Bool = true) throws(SystemError) -> FileStatus {
    var result = stat()
    guard path.withPath({ followsLinks ? stat($0, &result) : lstat($0, &result) }) == 0 else { throw .current }
    return FileStatus(result)
  }

  /// Returns the target of a symbolic link.
  static func link(_ path: String) throws(SystemError) -> String {
    var target = [UInt8](repeating: 0, count: 4097)
    let count = target.withUnsafeMutableBytes { room in
      room.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { room in path.withPath { readlink($0, room, text.count) } } ?? 0
      }
    }
    guard count >= 0 else { throw .current }
    return FileName.text(of: target[..<count])
  }

  /// Returns the absolute path of an existing file or folder, without links; nil if it does not exist.
  package static func withoutLinks(_ path: String) -> String? {
    guard let found = path.withPath({ realpath($0, nil) }) else { return nil }
    defer { free(found) }
    return FileName.text(of: found)
  }

  /// Whether a path leads to a folder.
  ///
  /// - Parameter followsLinks: whether a link to a folder counts as a folder.
  package static func isFolder(_ path: String, followsLinks: Bool = true) -> Bool {
    do { return try status(path, followsLinks: followsLinks).kind == .folder } catch { return false }
  }

  /// Whether a path leads to a regular file, or to something else that can be read like one.
  package static func isFile(_ path: String) -> Bool {
    do { return try status(path).kind == .regular } catch { return false }
  }

  /// Creates an empty file. Returns false if there is a file already, which stays as it is.
  package static func create(_ path: String) throws(FileError) -> Bool {
    let descriptor = path.withPath { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    if descriptor < 0 {
      if errno == EEXIST { return false }
      throw FileError(creating: path, .current)
    }
    close(descriptor)
    return true
  }

  static func isWritable(_ path: String) -> Bool { path.withPath { access($0, W_OK) } == 0 }
  static func remove(_ path: String) { _ = path.withPath { unlink($0) } }

  /// Renames a file in one step, replacing an existing file.
  static func move(_ path: String, to target: String) throws(SystemError) {
    if path.withPath({ path in target.withPath { rename(path, $0) } }) != 0 { throw .current }
  }

  /// Returns the names in a folder, sorted by their bytes, without "." and ".."; empty if it cannot be read.
  package static func names(in folder: String, where isIncluded: (String) -> Bool = { _ in true }) -> [String] {
    guard let stream = folder.withPath({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { FileName.text(of: $0.prefix { $0 != 0 }) }
      if name != ".", name != "..", isIncluded(name) { names.append(name) }
    }
    return names.sorted { FileName.bytes(of: $0).lexicographicallyPrecedes(FileName.bytes(of: $1)) }
  }

  /// Returns the folder of a path, ending in "/" unless it is the working folder.
  ///
  /// It searches bytes for "/", because Swift joins "/" and a combining character after it into one `Character`.
  package static func folder(of path: String) -> String {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[..<bytes.index(after: slash)])
  }

  /// Returns the last name of a path, without "/" at its end.
  package static func name(of path: String) -> String {
    let bytes = path.utf8
    guard let end = bytes.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return path }
    let start = bytes[..<end].lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) } ?? bytes.startIndex
    return String(path[start..<bytes.index(after: end)])
  }
}

/// Returns an environment variable, which may be a path; nil if it is unset or empty.
func environmentVariable(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  let text = FileName.text(of: value)
  return text.isEmpty ? nil : text
}
