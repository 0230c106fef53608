#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock with one condition to wait for.
final class Monitor: @unchecked Sendable {  // the system's lock is what makes it safe to share
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

  /// Sleeps until `isReached`, which is asked under the lock, says yes.
  func wait(until isReached: () -> Bool) {
    pthread_mutex_lock(mutex)
    while !isReached() { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }

  /// Wakes as many sleepers, at most. Who changed the condition before this call is not missed: a sleeper holds the
  /// lock from its last look until it sleeps.
  func wake(_ count: Int) {
    pthread_mutex_lock(mutex)
    for _ in 0..<count { pthread_cond_signal(condition) }
    pthread_mutex_unlock(mutex)
  }
}
