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

/// What the command line says behind the program's name. File names keep their bytes, whatever they are: those of Swift's
/// `CommandLine.arguments` are repaired where they are no UTF-8, and lead to no file then.
var processArguments: [String] {
  (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    CommandLine.unsafeArgv[index].map { FileName.text(of: $0) }
  }
}

/// Makes a write to a closed pipe an error that is seen, instead of the process's end.
func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

func exitProcess(_ status: ExitStatus) -> Never { exit(status.code) }

/// The system's words for an error number, such as "No space left on device".
package func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
