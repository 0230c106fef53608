#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock that is held for short times; not recursive. It is never held while functions of the program are called.
final class SequencerLock: @unchecked Sendable {  // a mutex and a condition, made for many threads
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func withLock<R>(_ body: () throws -> R) rethrows -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Wakes a thread that waits.
  func signal() { pthread_cond_signal(condition) }

  /// Waits for a signal, or until a time of the monotonic clock in nanoseconds, if one is given. Call it with the lock
  /// held; other threads can take the lock while this one waits.
  func wait(until time: Int64?) {
    guard let time else {
      pthread_cond_wait(condition, mutex)
      return
    }
    var deadline = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    pthread_cond_timedwait(condition, mutex, &deadline)
  }
}
