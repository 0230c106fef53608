#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// Makes a write to a closed pipe an error that is seen, instead of the process's end.
func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

func exitProcess(_ status: ExitStatus) -> Never { exit(status.code) }

/// The system's words for an error number, such as "No space left on device".
package func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
