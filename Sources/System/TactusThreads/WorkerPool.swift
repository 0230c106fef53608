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

/// Threads that share pieces of work with the one that calls `perform`.
///
/// A pool of width *n* has *n* − 1 threads; the caller is the *n*th. Idle threads look for work for some microseconds
/// and then sleep. `perform` inside a `perform`, or while another thread's is running, works on the calling thread
/// alone: it never waits for the pool, so that it cannot lock up. The threads end with the pool.
///
/// For offline rendering: the caller may sleep, which the audio thread of a live program must not.
/// - Thread: control
public final class WorkerPool: ParallelWork {
  /// How many items can run at the same time, the caller's included.
  public let width: Int
  private let board: WorkBoard
  private let threads: Threads
  private let isBusy = Atomic(false)

  /// - Parameter width: threads that work at the same time, 1…256; 1 makes none. Where the system refuses a thread,
  ///   the pool is narrower. More than the machine has processors is allowed and slow.
  public convenience init(width: Int = Processors.available) {
    // To look for work while a thread that has some waits for a processor would only delay it.
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

  /// Runs `body` once for each number in `0 ..< count`, on this thread and the pool's, and returns when all have ended.
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

  /// Starts as many threads with the same work as the system gives, at most `count`.
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

  /// Waits until all have ended. A thread that lets go of the last reference to its own pool is left to end alone.
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
