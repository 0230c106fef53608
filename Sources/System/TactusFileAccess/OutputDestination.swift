/// The destination of an output, determined before the first byte: a temporary file that is renamed later, or something
/// that is written directly because it cannot be replaced (a device, a pipe, an open descriptor).
struct OutputDestination {
  let descriptor: Descriptor
  /// The temporary file; nil if the destination is written directly.
  var file: TemporaryFile?
  /// The offset in the descriptor at which the output starts; nil if written bytes cannot be rewritten.
  let origin: Int64?

  /// Determines the destination for a path.
  static func find(_ path: String, _ way: TemporaryFile.Way) throws(FileError) -> OutputDestination {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .badName(path: path) }
    guard !path.hasSuffix("/") else { throw .isFolder(path: path) }
    let (target, status) = try follow(path)
    if let number = openNumber(target) { return try duplicate(Descriptor(number: number), name: path) }
    switch status?.kind {
    case .folder: throw .isFolder(path: path)
    case .regular where !FilePath.isWritable(target): throw .notWritable(path: path)
    case .regular, nil: return try create(beside: target, way, permissions: status?.permissions, path: path)
    default:
      do throws(SystemError) {
        return OutputDestination(descriptor: try .openForWriting(target), file: nil, origin: nil)
      } catch { throw FileError(writing: path, error) }
    }
  }

  /// Uses a duplicate of an open descriptor, such as standard output.
  static func duplicate(_ open: Descriptor, name: String) throws(FileError) -> OutputDestination {
    do throws(SystemError) {
      let descriptor = try open.duplicate()
      return OutputDestination(descriptor: descriptor, file: nil, origin: descriptor.rewritablePosition)
    } catch { throw FileError(writing: name, error) }
  }

  private static func create(
    beside target: String, _ way: TemporaryFile.Way, permissions: UInt32?, path: String
  ) throws(FileError) -> OutputDestination {
    do throws(SystemError) {
      let file = try TemporaryFile.create(beside: target, way)
      if let permissions { file.descriptor.setPermissions(permissions) }
      return OutputDestination(descriptor: file.descriptor, file: file, origin: 0)
    } catch { throw FileError(creating: path, error) }
  }

  /// Follows symbolic links at the end of the path, so that the link stays and its target is replaced, even if the
  /// target does not exist yet.
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

  /// Returns the descriptor number in a path such as `/dev/fd/3`. The file of such a descriptor must not be replaced,
  /// because other processes may share it.
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
