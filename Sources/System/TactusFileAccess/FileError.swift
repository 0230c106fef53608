/// Why a file cannot be read or written. The description is a sentence that says what to do.
///
/// - Thread: any
public enum FileError: Error, Hashable, Sendable {
  /// There is no such file to read.
  case notFound(path: String)
  /// The folder that the file should go to does not exist.
  case folderMissing(path: String)
  /// A folder stands where a file is meant.
  case isFolder(path: String)
  /// The file has no bytes.
  case isEmpty(path: String)
  /// The permissions forbid reading.
  case notReadable(path: String)
  /// The permissions forbid changing the file.
  case notWritable(path: String)
  /// The permissions forbid making files in the folder.
  case folderNotWritable(path: String)
  /// The disk is mounted for reading only.
  case diskIsReadOnly(path: String)
  /// The disk has no room left.
  case diskIsFull(path: String)
  /// The user's share of the disk is used up.
  case quotaIsExhausted(path: String)
  /// The file system or a limit of the process forbids files of this size.
  case tooBigForDisk(path: String)
  /// The path, or a part of it, is longer than the file system allows.
  case nameTooLong(path: String)
  /// No path can be: it is empty or has a zero byte.
  case badName(path: String)
  /// Symbolic links lead in a circle.
  case linksInCircle(path: String)
  /// A stream had more bytes than the caller allowed.
  case tooLarge(path: String, limit: Int)
  /// Whoever read the pipe has gone.
  case readerIsGone(path: String)
  /// Standard input or output is a terminal, and bytes are not typed or read by people.
  case isTerminal(path: String)
  /// The process has as many files open as it may.
  case tooManyOpenFiles(path: String)
  /// Anything else the system says, with its code.
  case system(path: String, code: Int32, message: String)
}

extension FileError: CustomStringConvertible {
  /// The sentence.
  public var description: String {
    switch self {
    case .notFound(let path): "\(path): no such file; check the path"
    case .folderMissing(let path): "\(path): its folder does not exist; make it first"
    case .isFolder(let path): "\(path): is a folder; name a file"
    case .isEmpty(let path): "\(path): the file is empty"
    case .notReadable(let path): "\(path): reading is not allowed; check the file's permissions"
    case .notWritable(let path): "\(path): the file is write-protected; change its permissions or choose another name"
    case .folderNotWritable(let path): "\(path): its folder is not writable; choose another folder"
    case .diskIsReadOnly(let path): "\(path): the disk is read-only; choose another place"
    case .diskIsFull(let path): "\(path): the disk is full; make room or choose another place"
    case .quotaIsExhausted(let path): "\(path): your disk quota is exhausted; make room or choose another place"
    case .tooBigForDisk(let path): "\(path): the file is larger than this disk or process allows; choose another place"
    case .nameTooLong(let path): "\(path): the name is too long; choose a shorter one"
    case .badName(let path): "'\(path.replacing("\0", with: "\\0"))': not a file name"
    case .linksInCircle(let path): "\(path): symbolic links lead in a circle"
    case .tooLarge(let path, let limit): "\(path): more than \(limit) bytes; give a file instead"
    case .readerIsGone(let path): "\(path): whoever was reading has stopped"
    case .isTerminal(let path): "\(path) is a terminal; use a file or a pipe"
    case .tooManyOpenFiles(let path): "\(path): too many files are open; close some or raise the limit"
    case .system(let path, let code, let message): "\(path): \(message) (error \(code))"
    }
  }
}
