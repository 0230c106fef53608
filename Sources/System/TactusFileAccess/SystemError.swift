#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A failed system call: its `errno`.
package struct SystemError: Error, Hashable {
  package let code: Int32
  package init(code: Int32) { self.code = code }
  /// What `errno` says now; to be taken directly after the call.
  static var current: SystemError { SystemError(code: errno) }

  package static let interrupted = SystemError(code: EINTR)
  package static let wouldBlock = SystemError(code: EAGAIN)
  package static let noSpace = SystemError(code: ENOSPC)
  package static let exists = SystemError(code: EEXIST)
  package static let missing = SystemError(code: ENOENT)
  package static let brokenPipe = SystemError(code: EPIPE)
  package static let ioError = SystemError(code: EIO)
  package static let linkLoop = SystemError(code: ELOOP)
}

extension FileError {
  /// What a failed call means for somebody who wanted to read `path`.
  init(reading path: String, _ error: SystemError) {
    switch error.code {
    case ENOENT, ENOTDIR: self = .notFound(path: path)
    case EACCES, EPERM: self = .notReadable(path: path)
    default: self.init(any: path, error)
    }
  }

  /// What a failed call means for somebody who wanted to write to the open file `path`.
  init(writing path: String, _ error: SystemError) {
    switch error.code {
    case ENOENT, ENOTDIR: self = .folderMissing(path: path)
    case EACCES, EPERM: self = .notWritable(path: path)
    default: self.init(any: path, error)
    }
  }

  /// What a failed call means for somebody who wanted to make a file beside `path`.
  init(creating path: String, _ error: SystemError) {
    switch error.code {
    case EACCES, EPERM: self = .folderNotWritable(path: path)
    default: self.init(writing: path, error)
    }
  }

  private init(any path: String, _ error: SystemError) {
    switch error.code {
    case EISDIR: self = .isFolder(path: path)
    case ENOSPC: self = .diskIsFull(path: path)
    case EDQUOT: self = .quotaIsExhausted(path: path)
    case EFBIG: self = .tooBigForDisk(path: path)
    case EROFS: self = .diskIsReadOnly(path: path)
    case ENAMETOOLONG: self = .nameTooLong(path: path)
    case ELOOP: self = .linksInCircle(path: path)
    case EPIPE: self = .readerIsGone(path: path)
    case EMFILE, ENFILE: self = .tooManyOpenFiles(path: path)
    default: self = .system(path: path, code: error.code, message: String(cString: strerror(error.code)))
    }
  }
}
