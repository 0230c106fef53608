import Synchronization

/// Runs an additional item while the instrument renders: on the first thread that has nothing else to do.
///
///     block n ─► finished, encoded, written ┐
///     block n+1 rendered ───────────────────┴─► block n+1 finished … beside block n+2
///
/// - Thread: control; the item runs on any of the threads
final class AsideWork: ParallelWork, @unchecked Sendable {  // the thread that clears the flag runs the item
  private let work: any ParallelWork
  private let item: () -> Void
  private let isWaiting = Atomic(true)

  /// - Parameter item: the additional item.
  init(_ work: any ParallelWork, _ item: @escaping () -> Void) { (self.work, self.item) = (work, item) }

  var width: Int { work.width }

  func perform(_ count: Int, _ body: @Sendable (Int) -> Void) {
    guard isWaiting.load(ordering: .acquiring), count > 0 else { return work.perform(count, body) }
    work.perform(count + 1) { number in
      if number < count { body(number) } else { self.runItem() }
    }
  }

  /// Runs the item on this thread, unless it has been run.
  func runItem() {
    if isWaiting.exchange(false, ordering: .acquiringAndReleasing) { item() }
  }
}
