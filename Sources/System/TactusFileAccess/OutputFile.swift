import TactusFiles

/// An output that gets its name only when it is whole.
///
/// Bytes go to a temporary file in the same folder; `commit` gives it the final name in one step, in place of an older
/// file if there is one, whose permissions it keeps. Until then the older file is untouched; after `cancel`, after an
/// error, and when the object goes away, the temporary is gone and the older file is still there. Only a process that
/// is killed leaves a `.tactus-….part` behind.
///
/// Symbolic links stay, and the file they lead to is replaced. Devices, pipes, and open descriptors
/// (`/dev/null`, `/dev/stdout`, `/dev/fd/3`) are written directly. A hard link to the older file keeps the old content.
/// - Thread: control, one at a time
public final class OutputFile: ByteSink {
  /// What messages call it: the path as it was given, or "standard output".
  public let name: String
  /// Bytes appended so far.
  public private(set) var byteCount: Int64 = 0
  /// Whether `patch` works: for files yes, for pipes, terminals and devices no.
  public var isSeekable: Bool { place.origin != nil }

  /// One call of the system's write; tests put a faulty disk here.
  package typealias WriteCall = (Int32, UnsafeRawBufferPointer) -> (count: Int, error: SystemError)

  private let place: OutputDestination
  private let syncs: Bool
  private let write: WriteCall
  /// Is written out whole, so that the disk gets whole pages. Behind it is room for bytes that are made here: what of them
  /// belongs to the next buffer.
  private let buffer: UnsafeMutableRawBufferPointer
  private let spare: UnsafeMutableRawBufferPointer
  private var filled = 0
  private var state = State.open

  private enum State {
    case open, done
    case failed(FileError)
  }

  /// Makes the temporary, so that an unwritable folder shows at once and not after the work.
  ///
  /// - Parameter syncs: whether `commit` waits until the disk has the bytes. Off by default: it can take seconds and
  ///   protects only against a power failure.
  public convenience init(path: String, syncs: Bool = false) throws(FileError) {
    try self.init(path: path, syncs: syncs, bufferSize: 1 << 18, write: nil)
  }

  /// As the public one, with a buffer size and a disk for tests.
  package convenience init(path: String, syncs: Bool, bufferSize: Int, write: WriteCall?) throws(FileError) {
    self.init(try OutputDestination.find(path), name: path, syncs: syncs, bufferSize: bufferSize, write: write)
  }

  /// A file, or standard output for "-".
  public static func open(_ path: String, syncs: Bool = false) throws(FileError) -> OutputFile {
    path == "-" ? try standardOutput() : try OutputFile(path: path, syncs: syncs)
  }

  /// Standard output. It can be patched where it was redirected to a file (`> file`, not `>> file`).
  ///
  /// When whoever reads the pipe goes away, the next append throws ``FileError/readerIsGone(path:)``; the process is
  /// not killed, and its other handling of signals stays as it is. A terminal is refused.
  public static func standardOutput() throws(FileError) -> OutputFile {
    let name = "standard output"
    if Descriptor.standardOutput.isTerminal { throw .isTerminal(path: name) }
    let place = try OutputDestination.duplicate(.standardOutput, name: name)
    return OutputFile(place, name: name, syncs: false, bufferSize: 1 << 16, write: nil)
  }

  private init(_ place: OutputDestination, name: String, syncs: Bool, bufferSize: Int, write: WriteCall?) {
    self.place = place
    self.name = name
    self.syncs = syncs
    // Where bytes can be rewritten there is a file, and a file has no reader that could go away.
    let system: WriteCall = place.origin == nil ? { PipeGuard.write($0, $1) } : { plainWrite($0, $1) }
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

  /// Adds bytes at the end. After an error every further call throws it again.
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

  /// Adds bytes at the end that are made in the buffer. After an error every further call throws it again.
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

  /// Replaces bytes that were appended before; the output must be seekable and the range inside it.
  public func patch(at offset: Int64, _ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try checkOpen()
    guard let origin = place.origin else { preconditionFailure("\(name) cannot be patched") }
    precondition(offset >= 0 && offset <= byteCount - Int64(bytes.count), "a patch must lie inside the output")
    try flush()
    var position = origin + offset
    try writeAll(bytes) { number, rest in
      let result = plainWrite(number, rest, at: position)
      position += Int64(max(0, result.count))
      return result
    }
  }

  /// Writes what is buffered and gives the file its name. Nothing may follow.
  public func commit() throws(FileError) {
    try checkOpen()
    try flush()
    do throws(SystemError) { if syncs { try place.descriptor.synchronize() } } catch { throw fail(error) }
    state = .done
    do throws(SystemError) {
      try place.descriptor.release()
      if let renaming = place.renaming { try FilePath.move(renaming.temporary, to: renaming.target) }
    } catch {
      removeTemporary()
      let failure = FileError(writing: name, error)
      state = .failed(failure)
      throw failure
    }
    if syncs { synchronizeFolder() }
  }

  /// Gives up: the temporary is removed, the older file stays. Harmless when called twice or after `commit`.
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

  private func flush() throws(FileError) {
    guard filled > 0 else { return }
    try writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
    filled = 0
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(FileError) { try writeAll(bytes, write) }

  /// Repeats the call until all bytes are taken: it may take a part, be interrupted, or have to wait.
  private func writeAll(_ bytes: UnsafeRawBufferPointer, _ call: WriteCall) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      let result = call(place.descriptor.number, UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30)))
      if result.count > 0 {
        rest = .init(rebasing: rest[result.count...])
      } else if result.count == 0 {
        throw fail(.ioError)
      } else if result.error == .wouldBlock {
        place.descriptor.waitUntilWritable()
      } else if result.error != .interrupted {
        throw fail(result.error)
      }
    }
  }

  /// Remembers the error and removes the temporary at once, which also frees its room on a full disk.
  private func fail(_ error: SystemError) -> FileError {
    let failure = FileError(writing: name, error)
    close()
    state = .failed(failure)
    return failure
  }

  private func close() {
    try? place.descriptor.release()
    removeTemporary()
  }

  private func removeTemporary() { if let renaming = place.renaming { FilePath.remove(renaming.temporary) } }

  /// A rename is safe from a power failure when the folder is on the disk too.
  private func synchronizeFolder() {
    guard let renaming = place.renaming else { return }
    let folder = FilePath.folder(of: renaming.target)
    guard let descriptor = try? Descriptor.openForReading(folder.isEmpty ? "." : folder) else { return }
    try? descriptor.synchronize()
    try? descriptor.release()
  }
}
