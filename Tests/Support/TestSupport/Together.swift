import CTactusShims
import Foundation
import Synchronization
import Testing

/// Runs each of these on a thread of its own and returns when all have ended. They begin at the same time, as nearly as
/// the machine can.
public func together(_ bodies: @Sendable () -> Void...) { together(bodies) }

/// The same, for a list.
public func together(_ bodies: [@Sendable () -> Void]) {
  let gate = Gate()
  let count = bodies.count
  for body in bodies {
    let once = Once(body)
    let thread = Thread {
      gate.arrive()
      gate.wait(for: count)
      once.run()
      gate.arrive()
    }
    thread.stackSize = 1 << 20
    thread.start()
  }
  gate.wait(for: 2 * count)
}

/// Whether ThreadSanitizer watches.
public var areThreadsChecked: Bool { ctactus_threads_are_checked() }

/// What the threads of one test share: whether all is well so far. A thread that waits for another asks it, so that a
/// failure ends the test instead of hanging it.
public final class Stress: Sendable {
  private let isOver = Atomic(false)
  private let deadline = ContinuousClock.now + .seconds(max(60, rounds(60)))

  /// All is well, for a minute; longer where tests make more rounds.
  public init() {}

  /// Lets other threads run. False if there is nothing to wait for any more: another thread has failed, or is stuck.
  public func giveWay() -> Bool {
    sched_yield()
    if isOver.load(ordering: .relaxed) { return false }
    if ContinuousClock.now > deadline { fail("nothing happens for a minute") }
    return !isOver.load(ordering: .relaxed)
  }

  /// Says what is wrong, once, and ends the test.
  public func fail(_ text: String) {
    if !isOver.exchange(true, ordering: .relaxed) { Issue.record(Comment(rawValue: text)) }
  }
}

/// Work that is let go, with all that it holds, when it is done: the thread itself is freed some time later.
private final class Once: @unchecked Sendable {  // used by one thread after the other
  private var body: (@Sendable () -> Void)?
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func run() {
    body?()
    body = nil
  }
}

/// Counts arrivals; all that happened before an arrival is seen by who has waited for it.
private final class Gate: @unchecked Sendable {  // `arrived` is guarded by the condition
  private let condition = NSCondition()
  private var arrived = 0

  func arrive() {
    condition.lock()
    arrived += 1
    condition.broadcast()
    condition.unlock()
  }

  func wait(for count: Int) {
    condition.lock()
    while arrived < count { condition.wait() }
    condition.unlock()
  }
}
