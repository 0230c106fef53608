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

/// The file descriptor of an open file, pipe or device; its owner closes it.
struct Descriptor {
  let number: Int32

  static let standardInput = Descriptor(number: 0)
  static let standardOutput = Descriptor(number: 1)

  static func openForReading(_ path: String) throws(SystemError) -> Descriptor {
    try retrying { path.withPath { open($0, O_RDONLY | O_CLOEXEC) } }
  }

  /// Opens an existing file for writing without truncating it.
  static func openForWriting(_ path: String) throws(SystemError) -> Descriptor {
    try retrying { path.withPath { open($0, O_WRONLY | O_CLOEXEC) } }
  }

  /// Opens a file for appending; creates it if it does not exist.
  static func openForAppending(_ path: String) throws(SystemError) -> Descriptor {
    try retrying { path.withPath { open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666) } }
  }

  /// Creates a new file, with the permissions that the umask allows, and locks it if the file system has locks.
  static func create(_ path: String) throws(SystemError) -> Descriptor {
    let new = try retrying { path.withPath { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) } }
    new.lock()
    return new
  }

  /// Creates an unnamed temporary file in a folder (O_TMPFILE); returns nil if the file system does not support this.
  static func createUnnamed(in folder: String) -> Descriptor? {
    #if canImport(Darwin)
      return nil
    #else
      let unnamed: Int32 = 0o20_000_000  // __O_TMPFILE, a macro that Swift does not import
      return try? retrying { folder.withPath { open($0, unnamed | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o666) } }
    #endif
  }

  /// Gives an unnamed file a path that does not exist yet; returns nil, or the error.
  func link(to path: String) -> SystemError? {
    #if canImport(Darwin)
      return SystemError(code: ENOTSUP)
    #else
      let done = path.withPath { path in
        "/proc/self/fd/\(number)".withCString { linkat(AT_FDCWD, $0, AT_FDCWD, path, AT_SYMLINK_FOLLOW) }
      }
      return done == 0 ? nil : .current
    #endif
  }

  /// Repeats a call until all bytes are written, because a single call may write only some of them, be interrupted, or
  /// have to wait.
  func writeAll(_ bytes: UnsafeRawBufferPointer, _ call: OutputFile.WriteCall = { plainWrite($0, $1) })
    throws(SystemError)
  {
    var rest = bytes
    while !rest.isEmpty {
      let result = call(number, UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30)))
      if result.count > 0 {
        rest = .init(rebasing: rest[result.count...])
      } else if result.count == 0 {
        throw .ioError
      } else if result.error == .wouldBlock {
        waitUntilWritable()
      } else if result.error != .interrupted {
        throw result.error
      }
    }
  }

  /// Copies the whole file to the end of another one.
  func copy(to other: Descriptor) throws(SystemError) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { room.deallocate() }
    var position = 0
    while true {
      let count = pread(number, room.baseAddress, room.count, off_t(position))
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw .current
      }
      try other.writeAll(UnsafeRawBufferPointer(rebasing: room[..<count]))
      position += count
    }
  }

  /// Returns a second descriptor for the same open file.
  func duplicate() throws(SystemError) -> Descriptor { try Self.retrying { fcntl(number, F_DUPFD_CLOEXEC, 3) } }

  func status() throws(SystemError) -> FileStatus {
    var result = stat()
    guard fstat(number, &result) == 0 else { throw .current }
    return FileStatus(result)
  }

  var isTerminal: Bool { isatty(number) == 1 }
  /// The offset of the next byte; nil for files that cannot be rewritten: pipes, terminals, and files opened for
  /// appending.
  var rewritablePosition: Int64? {
    guard let status = try? status(), status.kind == .regular else { return nil }
    guard fcntl(number, F_GETFL) & O_APPEND == 0 else { return nil }
    let position = lseek(number, 0, SEEK_CUR)
    return position < 0 ? nil : Int64(position)
  }

  /// Reads at most as many bytes as the buffer holds; returns 0 at the end.
  func take(into room: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = read(number, room.baseAddress, room.count)
      if count >= 0 { return count }
      if errno != EINTR { throw .current }
    }
  }

  /// Maps the first `count` bytes for reading.
  func map(count: Int) throws(SystemError) -> UnsafeRawBufferPointer {
    let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, number, 0)
    guard let address, address != UnsafeMutableRawPointer(bitPattern: -1) else { throw .current }
    return UnsafeRawBufferPointer(start: address, count: count)
  }

  static func unmap(_ bytes: UnsafeRawBufferPointer) {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  /// Locks the file until the descriptor is closed. Returns false if another process has locked it, or if the file
  /// system has no locks.
  @discardableResult func lock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

  func setPermissions(_ permissions: UInt32) { _ = fchmod(number, mode_t(truncatingIfNeeded: permissions & 0o777)) }
  /// Waits until the bytes are on the disk.
  func synchronize() throws(SystemError) { if fsync(number) != 0 { throw .current } }

  /// Closes the descriptor. Some systems report a full disk only here. If the call is interrupted, the descriptor is
  /// closed nevertheless.
  func release() throws(SystemError) { if close(number) != 0, errno != EINTR { throw .current } }

  /// Waits until a non-blocking descriptor accepts bytes again.
  func waitUntilWritable() {
    var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, 1000)
  }

  private static func retrying(_ call: () -> Int32) throws(SystemError) -> Descriptor {
    while true {
      let number = call()
      if number >= 0 { return Descriptor(number: number) }
      if errno != EINTR { throw .current }
    }
  }
}
