import TactusFiles

/// An output file that is renamed to its final name only when it is complete.
///
/// Bytes are written to a temporary file in the same folder. `commit` renames it in one step and replaces an existing
/// file, whose permissions it keeps. Until then, the existing file is unchanged. After `cancel`, after an error, and
/// when the object is freed, the temporary file is removed and the existing file remains. Most file systems of Linux
/// support unnamed temporary files, which disappear if the process is killed. On other systems, a
/// killed process leaves a `.tactus-….part` file; on Linux it can do so only while it replaces an existing file. When
/// `tactus bounce` writes several songs to a folder, it removes such files if they are more than an hour old.
///
/// Symbolic links stay, and the files that they refer to are replaced. Devices, pipes, and open descriptors
/// (`/dev/null`, `/dev/stdout`, `/dev/fd/3`) are written directly. Other hard links to a replaced file keep its old
/// contents.
/// - Thread: control, one at a time
public final class OutputFile: ByteSink {
  /// The name for messages: the path as given, or "standard output".
  public let name: String
  /// The number of bytes appended so far.
  public private(set) var byteCount: Int64 = 0
  /// Whether `patch` works: true for files, false for pipes, terminals and devices.
  public var isSeekable: Bool { destination.origin != nil }

  /// A call of the system's write function; tests replace it to simulate a faulty disk.
  package typealias WriteCall = (Int32, UnsafeRawBufferPointer) -> (count: Int, error: SystemError)

  private var destination: OutputDestination
  private let syncs: Bool
  private let write: WriteCall
  /// The write buffer. It is written when it is full, so that the disk receives whole pages.
  private let buffer: UnsafeMutableRawBufferPointer
  /// The memory directly after the write buffer, for the part of generated data that exceeds the buffer. This part is
  /// moved to the start of the buffer when the buffer has been written.
  private let spare: UnsafeMutableRawBufferPointer
  private var filled = 0
  private var state = State.open

  private enum State {
    case open, done
    case failed(FileError)
  }

  /// Creates the temporary file, so that an unwritable folder is detected before the work starts.
  ///
  /// - Parameters:
  ///   - path: the path that the file gets when it is complete.
  ///   - syncs: whether `commit` waits until the bytes are on the disk. Off by default: it can take seconds, and
  ///     protects only against power failures.
  public convenience init(path: String, syncs: Bool = false) throws(FileError) {
    try self.init(path: path, syncs: syncs, bufferSize: 1 << 18, write: nil)
  }

  /// Creates an output with a buffer size and a write function for tests.
  package convenience init(
    path: String, syncs: Bool, bufferSize: Int, write: WriteCall?, way: TemporaryFile.Way = .byLink
  ) throws(FileError) {
    self.init(try OutputDestination.find(path, way), name: path, syncs: syncs, bufferSize: bufferSize, write: write)
  }

  /// Opens a file, or standard output for "-".
  public static func open(_ path: String, syncs: Bool = false) throws(FileError) -> OutputFile {
    path == "-" ? try standardOutput() : try OutputFile(path: path, syncs: syncs)
  }

  /// Opens standard output. It can be patched if it is redirected to a file (`> file`, not `>> file`).
  ///
  /// If the reader of the pipe closes it, the next append throws ``FileError/readerIsGone(path:)``; the process is not
  /// killed, and its other signal handling is unchanged. Throws if standard output is a terminal.
  public static func standardOutput() throws(FileError) -> OutputFile {
    let name = "standard output"
    if Descriptor.standardOutput.isTerminal { throw .isTerminal(path: name) }
    let destination = try OutputDestination.duplicate(.standardOutput, name: name)
    return OutputFile(destination, name: name, syncs: false, bufferSize: 1 << 16, write: nil)
  }

  private init(_ destination: OutputDestination, name: String, syncs: Bool, bufferSize: Int, write: WriteCall?) {
    self.destination = destination
    self.name = name
    self.syncs = syncs
    // Rewritable output is a file, which has no reader that could close it.
    let system: WriteCall = destination.origin == nil ? { PipeGuard.write($0, $1) } : { plainWrite($0, $1) }
    self.write = write ?? system
    let size = max(1, bufferSize)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size + Self.spareSize, alignment: 64)
    buffer = UnsafeMutableRawBufferPointer(rebasing: memory[..<size])
    spare = UnsafeMutableRawBufferPointer(rebasing: memory[size...])
  }

  private static var spareSize: Int { 1 << 15 }

  deinit {
    cancel()
    buffer.deallocate()
  }

  /// Appends bytes. After an error, every further call throws the same error.
  public func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try checkOpen()
    var rest = bytes
    while !rest.isEmpty {
      if filled == 0, rest.count >= buffer.count {
        try writeAll(rest)
        rest = .init(rebasing: rest[rest.count...])
      } else {
        let count = min(rest.count, buffer.count - filled)
        UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyMemory(from: .init(rebasing: rest[..<count]))
        filled += count
        rest = .init(rebasing: rest[count...])
        if filled == buffer.count { try flush() }
      }
    }
    byteCount += Int64(bytes.count)
  }

  /// Appends bytes that `make` generates directly in the buffer. After an error, every further call throws the same
  /// error.
  public func append(count: Int, overhang: Int, _ make: (UnsafeMutableRawPointer) -> Void) throws(FileError) {
    try checkOpen()
    guard count >= 0, overhang >= 0, count + overhang <= spare.count, let start = buffer.baseAddress else {
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: count + overhang, alignment: 64)
      defer { room.deallocate() }
      if let address = room.baseAddress { make(address) }
      return try append(UnsafeRawBufferPointer(rebasing: room[..<count]))
    }
    make(start + filled)
    filled += count
    byteCount += Int64(count)
    while filled >= buffer.count {
      try writeAll(UnsafeRawBufferPointer(buffer))
      filled -= buffer.count
      start.copyMemory(from: start + buffer.count, byteCount: filled)
    }
  }

  /// Replaces bytes that were appended earlier; the output must be seekable, and the range must not go beyond its end.
  public func patch(at offset: Int64, _ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try checkOpen()
    guard let origin = destination.origin else { preconditionFailure("\(name) cannot be patched") }
    precondition(offset >= 0 && offset <= byteCount - Int64(bytes.count), "a patch must lie inside the output")
    try flush()
    var position = origin + offset
    try writeAll(bytes) { number, rest in
      let result = plainWrite(number, rest, at: position)
      position += Int64(max(0, result.count))
      return result
    }
  }

  /// Writes the buffered bytes and renames the file. No further call may follow.
  public func commit() throws(FileError) {
    try checkOpen()
    try flush()
    do throws(SystemError) { if syncs { try destination.descriptor.synchronize() } } catch { throw fail(error) }
    state = .done
    do throws(SystemError) {
      if destination.file == nil { try destination.descriptor.release() } else { try destination.file?.commit() }
    } catch {
      destination.file?.remove()
      let failure = FileError(writing: name, error)
      state = .failed(failure)
      throw failure
    }
    if syncs { synchronizeFolder() }
  }

  /// Discards the output: removes the temporary file, and leaves an existing file unchanged. Calling it twice, or after
  /// `commit`, has no effect.
  public func cancel() {
    guard case .open = state else { return }
    close()
    state = .done
  }

  private func checkOpen() throws(FileError) {
    switch state {
    case .open: return
    case .failed(let error): throw error
    case .done: preconditionFailure("\(name) is already closed")
    }
  }

  /// Writes the buffered bytes.
  package func flush() throws(FileError) {
    guard filled > 0 else { return }
    try writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
    filled = 0
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(FileError) { try writeAll(bytes, write) }

  private func writeAll(_ bytes: UnsafeRawBufferPointer, _ call: WriteCall) throws(FileError) {
    do throws(SystemError) { try destination.descriptor.writeAll(bytes, call) } catch { throw fail(error) }
  }

  /// Stores the error and removes the temporary file at once, which also frees its space on a full disk.
  private func fail(_ error: SystemError) -> FileError {
    let failure = FileError(writing: name, error)
    close()
    state = .failed(failure)
    return failure
  }

  private func close() {
    try? destination.descriptor.release()
    destination.file?.remove()
  }

  /// Writes the folder to the disk, because a rename survives a power failure only after that.
  private func synchronizeFolder() {
    guard let file = destination.file else { return }
    let folder = FilePath.folder(of: file.target)
    guard let descriptor = try? Descriptor.openForReading(folder.isEmpty ? "." : folder) else { return }
    try? descriptor.synchronize()
    try? descriptor.release()
  }
}
