import Foundation

/// Runs `body` and returns the processor time in seconds that it took on this thread. Time on the clock says little while
/// other tests run.
public func processorSeconds(_ body: () throws -> Void) rethrows -> Double {
  let start = threadSeconds()
  try body()
  return threadSeconds() - start
}

private func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
