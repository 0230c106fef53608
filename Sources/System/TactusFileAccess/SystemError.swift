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
  /// The present `errno`; must be read directly after the call.
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
  /// Converts the error of a failed call while reading `path`.
  init(reading path: String, _ error: SystemError) {
    switch error.code {
    case ENOENT, ENOTDIR: self = .notFound(path: path)
    case EACCES, EPERM: self = .notReadable(path: path)
    default: self.init(any: path, error)
    }
  }

  /// Converts the error of a failed call while writing to the open file `path`.
  init(writing path: String, _ error: SystemError) {
    switch error.code {
    case ENOENT: self = .folderMissing(path: path)
    case ENOTDIR: self = .folderIsFile(path: path, file: Self.file(in: path))
    case EACCES, EPERM: self = .notWritable(path: path)
    default: self.init(any: path, error)
    }
  }

  /// Returns the part of an output's path that is a file although it should be a folder.
  private static func file(in path: String) -> String {
    var part = path
    repeat {
      while part.hasSuffix("/") { part.removeLast() }
      part = FilePath.folder(of: part)
    } while !part.isEmpty && (try? FilePath.status(String(part.dropLast()))) == nil
    return part.isEmpty ? "a part of the path" : String(part.dropLast())
  }

  /// Converts the error of a failed call while creating a file next to `path`: the temporary file that is later renamed
  /// to `path`, and therefore must be in the same folder.
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
