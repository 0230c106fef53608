import Synchronization
import TactusEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads that share work items with the caller of `perform`.
///
/// A pool of width *n* has *n* − 1 threads; the caller is the *n*th. Idle threads poll for work for some microseconds
/// and then sleep. A nested call of `perform`, or a call while another thread's call is running, uses only the calling
/// thread: it never waits for the pool, so there are no deadlocks. The threads end with the pool.
///
/// It is meant for offline rendering: the caller may sleep, which the audio thread of a live program must not do.
/// - Thread: control
public final class WorkerPool: ParallelWork {
  /// The number of items that can run in parallel, including the caller's.
  public let width: Int
  private let board: WorkBoard
  private let threads: Threads
  private let isBusy = Atomic(false)

  /// Creates a pool, and starts its threads.
  ///
  /// - Parameter width: the number of threads including the caller's, 1…256; with 1, no thread is created. If the
  ///   system refuses a thread, the pool is narrower. More threads than processors are allowed, but slow.
  public convenience init(width: Int = Processors.available) {
    // With more threads than processors, polling would only delay the threads that have work.
    self.init(width: width, patience: width <= Processors.available ? 2000 : 0)
  }

  package init(width: Int, patience: Int) {
    let board = WorkBoard(patience: patience)
    self.board = board
    threads = Threads(count: max(1, min(width, 256)) - 1) { board.work() }
    self.width = threads.count + 1
  }

  deinit {
    board.stop(workers: threads.count)
    threads.join()
  }

  /// Runs `body` once for each number in `0 ..< count`, on this thread and the pool's threads, and returns when all
  /// calls have ended.
  public func perform(_ count: Int, _ body: @Sendable (Int) -> Void) {
    guard count > 1, width > 1, !isBusy.exchange(true, ordering: .acquiring) else {
      return SerialWork().perform(count, body)
    }
    withoutActuallyEscaping(body) { escapable in
      withUnsafePointer(to: escapable) { board.run(count, $0) }
    }
    isBusy.store(false, ordering: .releasing)
  }
}

/// A fixed number of running threads.
private final class Threads: @unchecked Sendable {  // immutable after init
  private var handles: [pthread_t] = []
  var count: Int { handles.count }

  /// Starts up to `count` threads with the same work, as many as the system allows.
  init(count: Int, work: @escaping @Sendable () -> Void) {
    for _ in 0..<count {
      let task = Unmanaged.passRetained(Task(work))
      #if canImport(Darwin)
        var handle: pthread_t?
      #else
        var handle = pthread_t()
      #endif
      let result = pthread_create(&handle, nil, { Threads.main($0) }, task.toOpaque())
      #if canImport(Darwin)
        let started = result == 0 ? handle : nil
      #else
        let started = result == 0 ? handle : pthread_t?.none
      #endif
      guard let started else {
        task.release()
        return
      }
      handles.append(started)
    }
  }

  /// Waits until all threads have ended, except the calling thread if it is one of them: it has released the last
  /// reference to its own pool.
  func join() {
    for handle in handles {
      if pthread_equal(handle, pthread_self()) != 0 { pthread_detach(handle) } else { pthread_join(handle, nil) }
    }
  }

  private final class Task {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  private static func main(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let task = Unmanaged<Task>.fromOpaque(context).takeRetainedValue()
    task.work()
    return nil
  }
}
