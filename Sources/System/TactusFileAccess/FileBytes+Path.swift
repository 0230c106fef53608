import TactusFiles

extension FileBytes {
  /// The default limit for the size of a pipe: 1 GiB.
  public static let defaultStreamLimit = 1 << 30

  /// Maps a file into memory, so that only the pages that are used are read. "-" is standard input.
  ///
  /// The file must not be shortened while the bytes are in use: the system terminates a process that accesses mapped
  /// pages that no longer exist (SIGBUS). Replacing the file under its name, as ``OutputFile`` does, is harmless.
  /// Pipes and devices (`/dev/stdin`, `<(command)`) are read up to their end, at most `streamLimit` bytes.
  ///
  /// - Throws: `FileError`: `isEmpty` for a file without bytes, `tooLarge` for a longer stream, `isTerminal` for "-"
  ///   if standard input is a terminal, and the errors of the system.
  /// - Thread: control
  public static func open(_ path: String, streamLimit: Int = defaultStreamLimit) throws(FileError) -> FileBytes {
    if path == "-" { return try standardInput(limit: streamLimit) }
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .badName(path: path) }
    let file: Descriptor
    let status: FileStatus
    do throws(SystemError) {
      file = try Descriptor.openForReading(path)
      status = try file.status()
    } catch { throw FileError(reading: path, error) }
    defer { try? file.release() }
    switch status.kind {
    case .folder: throw .isFolder(path: path)
    case .regular where status.size > 0: return try map(file, count: Int(clamping: status.size), path)
    // Files in /proc report a size of 0 although they have contents.
    default: return try read(file, name: path, limit: streamLimit)
    }
  }

  /// Reads standard input, at most `limit` bytes. Throws if it is a terminal.
  /// - Thread: control
  public static func standardInput(limit: Int = defaultStreamLimit) throws(FileError) -> FileBytes {
    let name = "standard input"
    if Descriptor.standardInput.isTerminal { throw .isTerminal(path: name) }
    return try read(.standardInput, name: name, limit: limit)
  }

  private static func map(_ file: Descriptor, count: Int, _ path: String) throws(FileError) -> FileBytes {
    do throws(SystemError) {
      return FileBytes(try file.map(count: count), name: path) { Descriptor.unmap($0) }
    } catch { throw FileError(reading: path, error) }
  }

  /// Reads to the end, into a buffer whose size doubles when it is full.
  private static func read(_ file: Descriptor, name: String, limit: Int) throws(FileError) -> FileBytes {
    var room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    var count = 0
    do throws(FileError) {
      while true {
        let got: Int
        do throws(SystemError) { got = try file.take(into: .init(rebasing: room[count...])) } catch {
          throw FileError(reading: name, error)
        }
        if got == 0 { break }
        count += got
        guard count <= limit else { throw .tooLarge(path: name, limit: limit) }
        if count == room.count { room = doubled(room) }
      }
      guard count > 0 else { throw .isEmpty(path: name) }
    } catch {
      room.deallocate()
      throw error
    }
    return FileBytes(UnsafeRawBufferPointer(rebasing: room[..<count]), name: name) { $0.deallocate() }
  }

  private static func doubled(_ room: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawBufferPointer {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: room.count * 2, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(room))
    room.deallocate()
    return larger
  }
}
