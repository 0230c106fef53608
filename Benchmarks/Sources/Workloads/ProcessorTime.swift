#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The processor time of this thread, which excludes the time of other programs, and the memory of this process.
public enum ProcessorTime {
  /// The processor time that this thread has used, in nanoseconds.
  public static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  /// The peak resident memory of this process, in bytes.
  public static var peakMemory: Int {
    var usage = rusage()
    getrusage(0, &usage)  // RUSAGE_SELF, which is not an integer on all platforms
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      return Int(usage.ru_maxrss) * 1_024
    #endif
  }
}
