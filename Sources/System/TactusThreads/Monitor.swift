#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock with a condition variable.
final class Monitor: @unchecked Sendable {  // safe to share because of the system's lock
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    precondition(pthread_mutex_init(mutex, nil) == 0 && pthread_cond_init(condition, nil) == 0)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Sleeps until `isReached`, which is evaluated under the lock, returns true.
  func wait(until isReached: () -> Bool) {
    pthread_mutex_lock(mutex)
    while !isReached() { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }

  /// Wakes at most this many sleeping threads. A change of the condition before this call is never missed, because a
  /// thread holds the lock from its last check until it sleeps.
  func wake(_ count: Int) {
    pthread_mutex_lock(mutex)
    for _ in 0..<count { pthread_cond_signal(condition) }
    pthread_mutex_unlock(mutex)
  }
}
