/// The reason why a file cannot be read or written. The description is a sentence with advice for the user.
///
/// - Thread: any
public enum FileError: Error, Hashable, Sendable {
  /// There is no such file to read.
  case notFound(path: String)
  /// The folder of the output file does not exist.
  case folderMissing(path: String)
  /// A part of the output's path is a file, where a folder is required.
  case folderIsFile(path: String, file: String)
  /// The path is a folder, but a file is required.
  case isFolder(path: String)
  /// The file has no bytes.
  case isEmpty(path: String)
  /// The permissions forbid reading.
  case notReadable(path: String)
  /// The permissions forbid writing to the file.
  case notWritable(path: String)
  /// The permissions forbid creating files in the folder.
  case folderNotWritable(path: String)
  /// The disk is mounted read-only.
  case diskIsReadOnly(path: String)
  /// The disk is full.
  case diskIsFull(path: String)
  /// The user's disk quota is exhausted.
  case quotaIsExhausted(path: String)
  /// The file system, or a limit of the process, forbids files of this size.
  case tooBigForDisk(path: String)
  /// The path, or a part of it, is longer than the file system allows.
  case nameTooLong(path: String)
  /// The path is invalid: it is empty or contains a zero byte.
  case badName(path: String)
  /// Symbolic links form a cycle.
  case linksInCircle(path: String)
  /// A stream has more bytes than the caller allows.
  case tooLarge(path: String, limit: Int)
  /// The reader of the pipe has closed it.
  case readerIsGone(path: String)
  /// Standard input or output is a terminal, which is not suitable for binary data.
  case isTerminal(path: String)
  /// The process, or the system, has reached its limit of open files.
  case tooManyOpenFiles(path: String)
  /// Any other error of the system, with its code.
  case system(path: String, code: Int32, message: String)
}

extension FileError: CustomStringConvertible {
  /// The error in a sentence with advice for the user.
  public var description: String {
    switch self {
    case .notFound(let path): "\(path): no such file; check the path"
    case .folderMissing(let path): "\(path): its folder does not exist; make it first"
    case .folderIsFile(let path, let file): "\(path): \(file) is a file, not a folder; choose another folder"
    case .isFolder(let path): "\(path): is a folder; name a file"
    case .isEmpty(let path): "\(path): the file is empty"
    case .notReadable(let path): "\(path): reading is not allowed; check the file's permissions"
    case .notWritable(let path): "\(path): the file is write-protected; change its permissions or choose another name"
    case .folderNotWritable(let path): "\(path): its folder is not writable; choose another folder"
    case .diskIsReadOnly(let path): "\(path): the disk is read-only; choose another folder"
    case .diskIsFull(let path): "\(path): the disk is full; make room or write elsewhere"
    case .quotaIsExhausted(let path): "\(path): your disk quota is exhausted; make room or write elsewhere"
    case .tooBigForDisk(let path): "\(path): the file is larger than this disk or process allows; choose another folder"
    case .nameTooLong(let path): "\(path): the name is too long; choose a shorter one"
    case .badName(let path):
      "'\(path.split(separator: "\0", omittingEmptySubsequences: false).joined(separator: "\\0"))': "
        + "not a file name; name a file"
    case .linksInCircle(let path): "\(path): symbolic links lead in a circle; change one of them or choose another name"
    case .tooLarge(let path, let limit): "\(path): more than \(limit) bytes; give a file instead"
    case .readerIsGone(let path): "\(path): the program that reads from the pipe has closed it"
    case .isTerminal(let path): "\(path) is a terminal; use a file or a pipe"
    case .tooManyOpenFiles(let path): "\(path): too many files are open; close some or raise the limit"
    case .system(let path, let code, let message): "\(path): \(message) (error \(code))"
    }
  }
}
