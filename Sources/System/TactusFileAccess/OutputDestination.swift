/// Where an output goes, found out before the first byte: a new file that takes its name later, or something that is
/// written directly because it cannot be replaced (a device, a pipe, an open descriptor).
struct OutputDestination {
  let descriptor: Descriptor
  /// The temporary file and the name it is to get; nil for what is written directly.
  let renaming: (temporary: String, target: String)?
  /// Where in the descriptor the output begins, if what was written can be rewritten.
  let origin: Int64?

  /// The place of a path.
  static func find(_ path: String) throws(FileError) -> OutputDestination {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .badName(path: path) }
    guard !path.hasSuffix("/") else { throw .isFolder(path: path) }
    let (target, status) = try follow(path)
    if let number = openNumber(target) { return try duplicate(Descriptor(number: number), name: path) }
    switch status?.kind {
    case .folder: throw .isFolder(path: path)
    case .regular where !FilePath.isWritable(target): throw .notWritable(path: path)
    case .regular, nil: return try create(beside: target, permissions: status?.permissions, path: path)
    default:
      do throws(SystemError) {
        return OutputDestination(descriptor: try .openForWriting(target), renaming: nil, origin: nil)
      } catch { throw FileError(writing: path, error) }
    }
  }

  /// An open descriptor, standard output say, under a number of its own.
  static func duplicate(_ open: Descriptor, name: String) throws(FileError) -> OutputDestination {
    do throws(SystemError) {
      let descriptor = try open.duplicate()
      return OutputDestination(descriptor: descriptor, renaming: nil, origin: descriptor.rewritablePosition)
    } catch { throw FileError(writing: name, error) }
  }

  /// A temporary in the same folder as the target, so that a rename suffices. Its name does not grow with the
  /// target's. It is never opened through a link or over a file that somebody else made.
  private static func create(
    beside target: String, permissions: UInt32?, path: String
  ) throws(FileError) -> OutputDestination {
    var generator = SystemRandomNumberGenerator()
    var attempts = 0
    while true {
      let unique = String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
      let temporary = FilePath.folder(of: target) + ".tactus-\(unique).part"
      do throws(SystemError) {
        let descriptor = try Descriptor.create(temporary)
        if let permissions { descriptor.setPermissions(permissions) }
        return OutputDestination(descriptor: descriptor, renaming: (temporary, target), origin: 0)
      } catch {
        attempts += 1
        if error != .exists || attempts == 100 { throw FileError(creating: path, error) }
      }
    }
  }

  /// Follows symbolic links at the end of the path, so that a link stays and what it points to is replaced, even if
  /// that does not exist yet.
  private static func follow(_ path: String) throws(FileError) -> (target: String, status: FileStatus?) {
    var target = path
    for _ in 0..<40 {
      if openNumber(target) != nil { return (target, nil) }
      do throws(SystemError) {
        let status = try FilePath.status(target, followsLinks: false)
        guard status.kind == .link else { return (target, status) }
        let next = try FilePath.link(target)
        target = next.hasPrefix("/") ? next : FilePath.folder(of: target) + next
      } catch {
        if error == .missing { return (target, nil) }
        throw FileError(writing: path, error)
      }
    }
    throw FileError(writing: path, .linkLoop)
  }

  /// The number in `/dev/fd/3` and its relatives. To replace the file behind it would cut off whoever shares it.
  private static func openNumber(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count))
      }
      return nil
    }
  }
}
