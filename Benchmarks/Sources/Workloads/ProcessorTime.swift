#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The clock of this thread: what other programs take does not count.
public enum ProcessorTime {
  /// Nanoseconds that this thread has run.
  public static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  /// The most memory that this process has had resident, in bytes.
  public static var peakMemory: Int {
    var usage = rusage()
    getrusage(0, &usage)  // RUSAGE_SELF, which is no number everywhere
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      return Int(usage.ru_maxrss) * 1_024
    #endif
  }
}
