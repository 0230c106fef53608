import Tactus

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// The file of a recording. Its bytes are written to it at once, so that they stay whatever happens later.
///
/// - Thread: control, one at a time
package final class RecordingFile: ByteSink {
  private let path: String
  private var descriptor: Int32
  private var byteCount: Int64 = 0
  /// The error after which nothing is appended any more.
  private var failure: FileError?

  package var isSeekable: Bool { true }

  /// Opens an existing file.
  package init(_ path: String) throws(FileError) {
    self.path = path
    descriptor = path.withPath { open($0, O_WRONLY | O_CLOEXEC) }
    if descriptor < 0 { throw Self.error(path, errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Makes room for bytes on the disk, so that they are not appended in part. File systems that cannot do so are not an
  /// error.
  package func reserve(_ count: Int) throws(FileError) {
    #if !canImport(Darwin)
      var code = EINTR
      while code == EINTR { code = posix_fallocate(descriptor, off_t(byteCount), off_t(count)) }
      switch code {
      case ENOSPC, EDQUOT, EFBIG: throw Self.error(path, code)
      default: break
      }
    #endif
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if let failure { throw failure }
    do throws(FileError) { try write(bytes, at: byteCount) } catch {
      failure = error
      throw error
    }
    byteCount += Int64(bytes.count)
  }

  package func patch(at offset: Int64, _ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try write(bytes, at: offset)
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) {
    var (rest, position) = (bytes, offset)
    while !rest.isEmpty {
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(position))
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        position += Int64(count)
      } else if count == 0 {
        throw Self.error(path, EIO)
      } else if errno != EINTR {
        throw Self.error(path, errno)
      }
    }
  }

  /// Closes the file, without bytes that were reserved or appended in part. Some systems report a full disk only here.
  package func finish() throws(FileError) {
    guard descriptor >= 0 else { return }
    let number = descriptor
    descriptor = -1
    _ = ftruncate(number, off_t(byteCount))
    guard close(number) == 0 || errno == EINTR else { throw Self.error(path, errno) }
  }

  private static func error(_ path: String, _ code: Int32) -> FileError {
    switch code {
    case ENOSPC: .diskIsFull(path: path)
    case EDQUOT: .quotaIsExhausted(path: path)
    case EFBIG: .tooBigForDisk(path: path)
    case EACCES, EPERM: .notWritable(path: path)
    default: .system(path: path, code: code, message: systemMessage(code))
    }
  }
}
