/// The temporary file that an output is written to. It is created in the folder of its target, so that renaming it
/// replaces the target in one step when the output is complete.
///
/// Where the file system supports it, the file is unnamed until then, and the system deletes it if the process is killed.
/// A file with a temporary name is locked while it is open, so that ``removeAbandoned(in:)`` does not remove it.
package struct TemporaryFile {
  /// How the file is given its final name. Tests also select the ways that are used on other systems.
  package enum Way: CaseIterable, Sendable {
    /// At the end, by a link to the file, which has no name until then.
    case byLink
    /// At the end, by copying the file, because the file system cannot link it.
    case byCopy
    /// At the beginning, because the file system has no files without names.
    case atOnce
  }

  let descriptor: Descriptor
  /// The path of the file after `commit`.
  let target: String
  /// The name that the file has or can get.
  private let name: String
  private var hasName: Bool
  private let way: Way

  /// Creates the file. The length of its name does not depend on the target. A link or a file that already has this name
  /// is never opened.
  static func create(beside target: String, _ way: Way) throws(SystemError) -> TemporaryFile {
    let folder = FilePath.folder(of: target)
    if way != .atOnce, let descriptor = Descriptor.createUnnamed(in: folder.isEmpty ? "." : folder) {
      return TemporaryFile(
        descriptor: descriptor, target: target, name: unusedName(in: folder), hasName: false, way: way)
    }
    let (descriptor, name) = try named(in: folder)
    return TemporaryFile(descriptor: descriptor, target: target, name: name, hasName: true, way: .atOnce)
  }

  /// Renames the complete file to its final name, replacing an existing file in one step, and closes it.
  mutating func commit() throws(SystemError) {
    if !hasName, try giveName() { return try descriptor.release() }
    try descriptor.release()
    try FilePath.move(name, to: target)
  }

  /// Gives an unnamed file a name: the final name if no such file exists and the system can link the file; in all other
  /// cases the temporary name. Returns whether it is the final name.
  private mutating func giveName() throws(SystemError) -> Bool {
    if way == .byLink, descriptor.link(to: target) == nil { return true }
    if way == .byCopy || descriptor.link(to: name) != nil {
      // without /proc, or if the file system cannot link unnamed files, a copy with a name is made
      let copy = try Descriptor.create(name)
      hasName = true
      do throws(SystemError) {
        copy.setPermissions(try descriptor.status().permissions)
        try descriptor.copy(to: copy)
        try copy.release()
      } catch {
        try? copy.release()
        throw error
      }
    }
    hasName = true
    return false
  }

  /// Removes the file if it has a name; an unnamed file disappears when it is closed.
  func remove() { if hasName { FilePath.remove(name) } }

  private static func named(in folder: String) throws(SystemError) -> (Descriptor, String) {
    var attempts = 0
    while true {
      let name = unusedName(in: folder)
      do throws(SystemError) { return (try .create(name), name) } catch {
        attempts += 1
        if error != .exists || attempts == 100 { throw error }
      }
    }
  }

  private static func unusedName(in folder: String) -> String {
    var generator = SystemRandomNumberGenerator()
    return folder + prefix + String(UInt64.random(in: .min ... .max, using: &generator), radix: 36) + suffix
  }

  private static let prefix = ".tactus-"
  private static let suffix = ".part"

  private static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
    return UInt64(name.dropFirst(prefix.count).dropLast(suffix.count), radix: 36) != nil
  }

  /// Removes the temporary files that killed processes have left in a folder: those that are not locked and have not
  /// changed for an hour. The lock alone is not enough, because on some network file systems a process sees only the
  /// locks of its own computer.
  static func removeAbandoned(in folder: String) {
    for name in FilePath.names(in: folder.isEmpty ? "." : folder, where: isTemporary) {
      let path = folder + name
      guard let status = try? FilePath.status(path, followsLinks: false), status.kind == .regular,
        status.secondsSinceChange > 3_600, let descriptor = try? Descriptor.openForWriting(path)
      else { continue }
      if descriptor.lock() { FilePath.remove(path) }
      try? descriptor.release()
    }
  }
}
