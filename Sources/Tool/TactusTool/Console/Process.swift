import TactusFileAccess
import TactusFiles

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// The arguments of the process.
var processArguments: [String] { Array(texts(of: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst()) }

/// Returns arguments as texts. File names keep their bytes. Swift's `CommandLine.arguments` would replace bytes that are
/// not valid UTF-8, and a file with such a name could not be found.
func texts(of arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>?, count: Int) -> [String] {
  UnsafeBufferPointer(start: arguments, count: max(0, count)).compactMap { $0.map { FileName.text(of: $0) } }
}

/// Returns the path of an existing file or folder without links; nil if it does not exist.
package func realPath(_ folder: String) -> String? { FilePath.withoutLinks(folder) }

func removeFile(_ path: String) { _ = path.withPath { unlink($0) } }

/// Removes an empty folder.
func removeFolder(_ path: String) { _ = path.withPath { rmdir($0) } }

/// Lets a write to a closed pipe, or past the file-size limit (`ulimit -f`), fail with an error; by default it would
/// end the process.
func ignoreSignalsOfWriting() { for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) } }

func exitProcess(_ status: ExitStatus) -> Never { exit(status.code) }

/// Returns the system's message for an error number, such as "No space left on device".
package func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }

/// Returns the message for a system error that reports that there is no space left; nil for other errors.
func messageOfFullDisk(_ code: Int32) -> String? {
  switch code {
  case ENOSPC: "the disk is full"
  case EDQUOT: "your disk quota is exhausted"
  default: nil
  }
}
