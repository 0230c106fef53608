/// Runs independent work items, on one thread or several.
///
/// The engine itself creates no threads; the owner of the threads implements this protocol.
///
/// Laws: every item of `0 ..< count` runs exactly once. When `perform` returns, all items have ended and their results
/// are visible. The thread and the order of the items are undefined. If a result must not depend on them, each item
/// writes to its own slot, and the slots are summed afterwards in a fixed order (the thread law).
///
/// Each thread has its own floating-point mode. Work that needs a particular mode (such as denormals as zero) sets it
/// in `body`.
public protocol ParallelWork: AnyObject, Sendable {
  /// The number of items that can run in parallel, at least 1.
  var width: Int { get }
  /// Runs `body` once for each number in `0 ..< count` and returns when all calls have ended. A count below 1 does
  /// nothing.
  func perform(_ count: Int, _ body: @Sendable (Int) -> Void)
}

/// Runs the items one after another on the calling thread.
///
/// - Thread: any
public final class SerialWork: ParallelWork {
  /// Creates the runner.
  public init() {}
  /// The number of items that run at a time: always 1.
  public var width: Int { 1 }
  /// Runs the items in ascending order.
  public func perform(_ count: Int, _ body: @Sendable (Int) -> Void) {
    var item = 0
    while item < count {
      body(item)
      item += 1
    }
  }
}
