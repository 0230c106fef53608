import CTactusShims
import Synchronization

/// The slices of a cycle, in the order of their frames.
///
/// Those that the plan provides come first. While they are rendered, threads append shares of the last slice. A thread
/// that finds that the slice after its own began with a wrong state drops that slice and all later ones.
/// - Thread: any
final class SliceChain: @unchecked Sendable {  // a slice is prepared before its number is announced
  /// The slices; more than are used.
  let slices: UnsafeMutablePointer<Slice>
  private let capacity: Int
  private let used = Atomic(0)
  /// Whether a thread appends or drops slices.
  private let isLocked = Atomic(false)
  private let firstDropped = Atomic(Int.max)

  init(capacity: Int) {
    self.capacity = capacity
    slices = .allocate(capacity: capacity)
    for index in 0..<capacity { (slices + index).initialize(to: Slice()) }
  }

  deinit { slices.deinitialize(count: capacity).deallocate() }

  /// Begins a cycle with slices that have been prepared; the first begins at once.
  func begin(_ count: Int) {
    used.store(count, ordering: .releasing)
    firstDropped.store(.max, ordering: .releasing)
    slices[0].frontier.begin(at: 0)
  }

  /// The number of slices.
  var count: Int { used.load(ordering: .acquiring) }

  /// The slice before another that has not been abandoned.
  func index(before slice: Int) -> Int {
    var before = slice - 1
    while before > 0, slices[before].frontier.isAbandoned { before -= 1 }
    return before
  }

  /// The frame before which the slice before another has claimed all frames; nil if it has not begun.
  func claimed(before slice: Int) -> Int? { slices[index(before: slice)].frontier.claimed }

  /// Begins a slice at a frame that the slice before has not claimed. Returns false if it has, or has not begun itself.
  func takeOver(_ slice: Int, at frame: Int) -> Bool {
    slices[index(before: slice)].frontier.takeOver(at: frame, by: slice) && slices[slice].frontier.begin(at: frame)
  }

  /// Waits a little, longer after many checks.
  static func rest(_ checks: inout Int) {
    checks += 1
    if checks > 1_000 { ctactus_nap() } else { ctactus_pause() }
  }

  // MARK: Shares

  /// Begins to append a slice, and returns its number; nil if there is no room, if slices have been dropped, or if
  /// another thread appends one. Unless the result is nil, `endAppending` must follow.
  func beginAppending() -> Int? {
    guard !isLocked.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    guard count < capacity, dropped == nil else {
      endAppending()
      return nil
    }
    return count
  }

  /// Announces the slice that is being appended, which has been prepared.
  func append() { used.add(1, ordering: .acquiringAndReleasing) }

  func endAppending() { isLocked.store(false, ordering: .releasing) }

  // MARK: Dropping

  /// The first slice that has been dropped; nil if none has.
  var dropped: Int? {
    let first = firstDropped.load(ordering: .acquiring)
    return first < .max ? first : nil
  }

  func isDropped(_ slice: Int) -> Bool { slice >= firstDropped.load(ordering: .acquiring) }

  /// Drops all slices from one on, and waits until they are not rendered any more.
  func drop(from first: Int) {
    var checks = 0
    firstDropped.min(first, ordering: .acquiringAndReleasing)
    // A slice that is being appended is counted below, and no other is appended after it.
    while isLocked.exchange(true, ordering: .acquiringAndReleasing) { Self.rest(&checks) }
    isLocked.store(false, ordering: .releasing)
    for slice in first..<count where !slices[slice].frontier.abandon() {
      while !slices[slice].hasEnded.load(ordering: .acquiring) { Self.rest(&checks) }
    }
  }

  // MARK: The end of a cycle

  /// The slices whose frames are heard, in order. Valid after all slices have ended.
  var heard: [Int] {
    var heard = [0]
    while let next = slices[heard[heard.count - 1]].successor { heard.append(next.slice) }
    return heard
  }
}
