/// Runs independent pieces of work, on several threads or on one.
///
/// The engine asks for this and knows nothing of threads; who owns threads hands them in.
///
/// Laws: every item of `0 ..< count` runs exactly once; all have ended, and what they wrote is visible, when `perform`
/// returns. Which thread runs an item, and in which order, is not defined: a result that must not depend on it is
/// written to the item's own place and summed afterwards in a fixed order (the thread law).
///
/// Every thread has a floating-point mode of its own. Work that needs one (denormals as zero) sets it in `body`.
/// - Thread: control; `perform` may lock and sleep
public protocol ParallelWork: Sendable {
  /// How many items can run at the same time, at least 1.
  var width: Int { get }
  /// Runs `body` once for each number in `0 ..< count` and returns when all have ended. A count below 1 does nothing.
  func perform(_ count: Int, _ body: @Sendable (Int) -> Void)
}

/// One item after the other, on the thread that asks.
///
/// - Thread: any
public struct SerialWork: ParallelWork {
  /// Nothing to set up.
  public init() {}
  /// One.
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
