import Synchronization

/// How far a slice of a cycle has been rendered, and where the next slice takes over.
///
///     preparing ─► rendering up to a frame ─► taken over at a frame by another slice
///         └──────► abandoned: the slice before continues instead
///
/// The thread that renders the slice claims frames before it renders them, and another slice can only take over at a
/// frame that has not been claimed. So each frame of a cycle belongs to exactly one slice.
/// - Thread: any
struct SliceFrontier: ~Copyable {
  /// −1: preparing, −2: abandoned. Otherwise, bits 16 and higher: the frame. Bit 0: another slice has taken over at this
  /// frame; bits 1 to 15: its number.
  private let word = Atomic(-1)

  private static var shift: Int { 16 }

  /// Where a slice ends, and which slice follows.
  struct End {
    let frame: Int
    let next: Int
  }

  /// Returns to the state of a slice that is being prepared.
  func reset() { word.store(-1, ordering: .releasing) }

  /// Begins to render at a frame. Returns false if the slice has been given up.
  @discardableResult
  func begin(at frame: Int) -> Bool {
    word.compareExchange(expected: -1, desired: frame << Self.shift, ordering: .acquiringAndReleasing).exchanged
  }

  /// Gives up a slice that has not begun. Returns false if it has.
  @discardableResult
  func abandon() -> Bool {
    let (exchanged, now) = word.compareExchange(expected: -1, desired: -2, ordering: .acquiringAndReleasing)
    return exchanged || now == -2
  }

  var isAbandoned: Bool { word.load(ordering: .acquiring) == -2 }

  /// Where another slice takes over; nil if none has.
  var end: End? {
    let value = word.load(ordering: .acquiring)
    guard value >= 0, value & 1 != 0 else { return nil }
    return End(frame: value >> Self.shift, next: value >> 1 & (1 << (Self.shift - 1) - 1))
  }

  /// The frame before which all frames are claimed; nil if the slice has not begun.
  var claimed: Int? {
    let value = word.load(ordering: .acquiring)
    return value < 0 ? nil : value >> Self.shift
  }

  /// Claims all frames before `last`. Returns false if another slice has taken over.
  func claim(to last: Int) -> Bool {
    var value = word.load(ordering: .acquiring)
    while value & 1 == 0, value >> Self.shift < last {
      let (exchanged, now) = word.compareExchange(
        expected: value, desired: last << Self.shift, ordering: .acquiringAndReleasing)
      if exchanged { return true }
      value = now
    }
    return value & 1 == 0
  }

  /// Ends the slice at a frame, from which another slice renders. Returns false if the slice has not begun, or has
  /// claimed the frame.
  func takeOver(at frame: Int, by slice: Int) -> Bool {
    var value = word.load(ordering: .acquiring)
    while value >= 0, value & 1 == 0, value >> Self.shift <= frame {
      let (exchanged, now) = word.compareExchange(
        expected: value, desired: frame << Self.shift | slice << 1 | 1, ordering: .acquiringAndReleasing)
      if exchanged { return true }
      value = now
    }
    return false
  }
}
