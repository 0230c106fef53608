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
package func realPath(_ folder: String) -> String? {
  guard let path = folder.withPath({ realpath($0, nil) }) else { return nil }
  defer { free(path) }
  return FileName.text(of: path)
}

func removeFile(_ path: String) { _ = path.withPath { unlink($0) } }

/// Removes an empty folder.
func removeFolder(_ path: String) { _ = path.withPath { rmdir($0) } }

/// Lets a write to a closed pipe, or past the file-size limit (`ulimit -f`), fail with an error; by default it would
/// end the process.
func ignoreSignalsOfWriting() { for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) } }

func exitProcess(_ status: ExitStatus) -> Never { exit(status.code) }

/// Returns the system's message for an error number, such as "No space left on device".
package func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }

/// Returns whether a system error reports that there is no space left.
func isFullDisk(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }
