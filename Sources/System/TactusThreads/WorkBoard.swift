import CTactusShims
import Synchronization

/// Distributes the items of a job between the caller of `perform` and its workers.
///
///     caller: write job → open gate → increment generation → take items → close gate → wait until nobody is inside
///     worker: see generation → enter if the gate is open → take items → leave
///
/// The job is written only while the gate is closed and no worker is inside, so it needs no lock. A worker that arrives
/// late finds the gate closed and waits again; the caller never waits for a worker that has not started.
final class WorkBoard: @unchecked Sendable {  // `job` and `jobCount` are guarded by the gate, see above
  typealias Body = @Sendable (Int) -> Void

  /// Bit 0: closed. Bit 1: the caller sleeps until the last worker leaves. Higher bits: the number of workers inside.
  private let gate = Atomic<UInt>(WorkBoard.closed)
  private static let closed: UInt = 1
  private static let awaited: UInt = 2
  private static let one: UInt = 4

  private let nextItem = Atomic(0)
  private let generation = Atomic<UInt32>(0)
  private let isStopping = Atomic(false)
  private let sleepers = Atomic(0)
  private let workersWake = Monitor()
  private let callerWakes = Monitor()
  /// The number of checks before a waiting thread sleeps.
  private let patience: Int
  private var job: UnsafePointer<Body>?
  private var jobCount = 0

  init(patience: Int) { self.patience = patience }

  /// Runs all items of a job on this thread and on the workers that arrive in time; only one caller at a time.
  func run(_ count: Int, _ body: UnsafePointer<Body>) {
    job = body
    jobCount = count
    nextItem.store(0, ordering: .relaxed)
    gate.store(0, ordering: .releasing)
    // Sequentially consistent on both sides: either the worker sees this generation before it sleeps, or it is counted
    // among the sleepers here.
    generation.wrappingAdd(1, ordering: .sequentiallyConsistent)
    let asleep = sleepers.load(ordering: .sequentiallyConsistent)
    if asleep > 0 { workersWake.wake(min(asleep, count - 1)) }
    takeItems()
    gate.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing)
    awaitWorkers()
    job = nil
  }

  /// Runs a worker until `stop`.
  func work() {
    var seen: UInt32 = 0
    while awaitGeneration(after: seen) {
      seen = generation.load(ordering: .acquiring)
      if enter() {
        takeItems()
        leave()
      }
    }
  }

  /// Stops all workers.
  func stop(workers: Int) {
    isStopping.store(true, ordering: .sequentiallyConsistent)
    workersWake.wake(workers)
  }

  /// Runs items until none is left. Never inlined, so that all references that Swift retains to the body are released
  /// before the worker leaves.
  @inline(never) private func takeItems() {
    guard let body = job?.pointee else { return }
    let count = jobCount
    while true {
      let item = nextItem.wrappingAdd(1, ordering: .relaxed).oldValue
      if item >= count { return }
      body(item)
    }
  }

  private func enter() -> Bool {
    var state = gate.load(ordering: .relaxed)
    while state & Self.closed == 0 {
      let (entered, original) = gate.weakCompareExchange(
        expected: state, desired: state + Self.one, successOrdering: .acquiring, failureOrdering: .relaxed)
      if entered { return true }
      state = original
    }
    return false
  }

  private func leave() {
    let state = gate.wrappingSubtract(Self.one, ordering: .acquiringAndReleasing).newValue
    if state == Self.closed | Self.awaited { callerWakes.wake(1) }
  }

  private func awaitWorkers() {
    let isEmpty = { self.gate.load(ordering: .acquiring) < Self.one }
    if look(for: isEmpty) { return }
    let state = gate.bitwiseOr(Self.awaited, ordering: .acquiringAndReleasing).newValue
    if state >= Self.one { callerWakes.wait(until: isEmpty) }
  }

  /// Waits for the next job; returns false if the workers are to stop.
  private func awaitGeneration(after seen: UInt32) -> Bool {
    let isCalled = {
      self.generation.load(ordering: .sequentiallyConsistent) != seen
        || self.isStopping.load(ordering: .sequentiallyConsistent)
    }
    if !look(for: isCalled) {
      sleepers.wrappingAdd(1, ordering: .sequentiallyConsistent)
      workersWake.wait(until: isCalled)
      sleepers.wrappingSubtract(1, ordering: .relaxed)
    }
    return !isStopping.load(ordering: .acquiring)
  }

  /// Checks repeatedly without sleeping.
  @inline(__always) private func look(for isReached: () -> Bool) -> Bool {
    for _ in 0..<patience {
      if isReached() { return true }
      ctactus_pause()
    }
    return isReached()
  }
}
