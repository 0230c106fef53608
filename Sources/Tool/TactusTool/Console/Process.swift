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

/// The arguments of the process. File names keep their bytes. Swift's `CommandLine.arguments` would replace bytes that
/// are not valid UTF-8, and a file with such a name could not be found.
var processArguments: [String] {
  (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    CommandLine.unsafeArgv[index].map { FileName.text(of: $0) }
  }
}

/// Makes writing to a closed pipe an error instead of ending the process.
func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

func exitProcess(_ status: ExitStatus) -> Never { exit(status.code) }

/// Returns the system's message for an error number, such as "No space left on device".
package func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
