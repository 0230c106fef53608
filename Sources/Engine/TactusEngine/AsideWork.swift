/// Runs an additional item in parallel with those of the next call of `perform`.
///
///     block n ─► finished, encoded, written ┐
///     block n+1 rendered ───────────────────┴─► block n+1 finished … beside block n+2
///
/// - Thread: control; the item runs on any of the threads
final class AsideWork: ParallelWork, @unchecked Sendable {  // the item runs once, during one call
  private let work: any ParallelWork
  private var item: (() -> Void)?

  /// - Parameter item: the additional item.
  init(_ work: any ParallelWork, _ item: @escaping () -> Void) { (self.work, self.item) = (work, item) }

  var width: Int { work.width }

  func perform(_ count: Int, _ body: @Sendable (Int) -> Void) {
    guard item != nil, count > 0 else { return work.perform(count, body) }
    work.perform(count + 1) { number in
      if number > 0 { body(number - 1) } else { self.runItem() }
    }
  }

  /// Runs the item now, unless it has run.
  func runItem() {
    item?()
    item = nil
  }
}
