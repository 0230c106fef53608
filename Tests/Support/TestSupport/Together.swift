import CTactusShims
import Foundation
import Synchronization
import Testing

/// Runs each of these on a thread of its own and returns when all have ended. They begin as nearly at the same time as
/// the machine allows.
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

/// The state that the threads of one test share: whether no thread has failed so far. A thread that waits for another
/// one checks it, so that a failure ends the test instead of making it hang.
public final class Stress: Sendable {
  private let isOver = Atomic(false)
  private let deadline = ContinuousClock.now + .seconds(max(600, rounds(60)))

  /// Creates the state without a failure; it expires after ten minutes, or later if tests make more rounds.
  public init() {}

  /// Lets other threads run. False if waiting is pointless, because another thread has failed or is stuck.
  public func giveWay() -> Bool {
    sched_yield()
    if isOver.load(ordering: .relaxed) { return false }
    if ContinuousClock.now > deadline { fail("the threads do not end") }
    return !isOver.load(ordering: .relaxed)
  }

  /// Reports a fault, once, and ends the test.
  public func fail(_ text: String) {
    if !isOver.exchange(true, ordering: .relaxed) { Issue.record(Comment(rawValue: text)) }
  }
}

/// Work that is released, with everything that it retains, when it is done: the thread itself is freed some time later.
private final class Once: @unchecked Sendable {  // used by one thread after the other
  private var body: (@Sendable () -> Void)?
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func run() {
    body?()
    body = nil
  }
}

/// Counts arrivals; everything that happened before an arrival is visible to the thread that has waited for it.
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
