#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Converts SIGPIPE, which kills a program that writes to a closed pipe, into an ordinary error, without changing the
/// process's other signal handling.
///
/// On Linux, pipes have no flag that suppresses the signal. It is therefore blocked in this thread during the write,
/// and discarded if the write caused it. On Apple systems, the descriptor has such a flag.
enum PipeGuard {
  #if canImport(Darwin)
    static func write(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> (count: Int, error: SystemError) {
      _ = fcntl(number, F_SETNOSIGPIPE, 1)
      let count = Darwin.write(number, bytes.baseAddress, bytes.count)
      return (count, .current)
    }
  #else
    static func write(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> (count: Int, error: SystemError) {
      var pipe = sigset_t()
      var pending = sigset_t()
      var before = sigset_t()
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      sigpending(&pending)
      let wasPending = sigismember(&pending, SIGPIPE) == 1
      pthread_sigmask(SIG_BLOCK, &pipe, &before)
      let result = plainWrite(number, bytes)
      if result.count < 0, result.error == .brokenPipe, !wasPending {
        var now = timespec()
        while sigtimedwait(&pipe, nil, &now) < 0, errno == EINTR {}
      }
      pthread_sigmask(SIG_SETMASK, &before, nil)
      return result
    }
  #endif
}

/// Calls the system's `write`, which may write fewer bytes than requested.
func plainWrite(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> (count: Int, error: SystemError) {
  let count = write(number, bytes.baseAddress, bytes.count)
  return (count, .current)
}

/// Calls the system's `pwrite`.
func plainWrite(
  _ number: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64
) -> (count: Int, error: SystemError) {
  let count = pwrite(number, bytes.baseAddress, bytes.count, off_t(offset))
  return (count, .current)
}
