import TactusTime

/// Lets notes that a groove has taken out of a loop at one end come in at the other.
///
///     before   ╎a a╷b b b b … c c c c╷d d╎e        a: before tick 0    d: from the loop's length on
///     after    ╎d b d b b … c c a c a╎e            e: were beyond the loop anyway, and stay
///
/// Only the few notes at both ends change their order; those in the middle keep it.
enum LoopWrap {
  /// The notes that have kept their order.
  struct Middle {
    /// Their indices before.
    var range: Range<Int>
    /// How much greater their indices are now.
    var shift = 0

    /// Where notes that had these indices lie now; nil if they do not all lie in the middle.
    func place(of notes: Range<Int>) -> Int? {
      notes.lowerBound >= range.lowerBound && notes.upperBound <= range.upperBound ? notes.lowerBound + shift : nil
    }
  }

  /// Wraps ascending notes.
  ///
  /// - Parameter beyond: the index of the first that was beyond the loop before it was moved.
  static func wrap(_ notes: UnsafeMutableBufferPointer<LaneNote>, loop: Tick, beyond: Int) -> Middle {
    let inside = UnsafeMutableBufferPointer(rebasing: notes[..<beyond])
    let early = inside.partitioningIndex { $0.tick >= 0 }
    let late = inside.partitioningIndex { $0.tick >= loop }
    guard early > 0 || late < beyond else { return Middle(range: 0..<notes.count) }
    let toEnd = inside[..<early].map { $0.wrapped(into: loop) }
    let toStart = inside[late...].map { $0.wrapped(into: loop) }
    let latest = toStart.lazy.map(\.tick).max(), earliest = toEnd.lazy.map(\.tick).min()
    let first = latest.map { tick in max(early, inside[..<late].partitioningIndex { $0.tick > tick }) } ?? early
    let last = earliest.map { tick in inside[..<late].partitioningIndex { $0.tick >= tick } } ?? late
    guard first <= last else {
      let all = toEnd + Array(inside[early..<late]) + toStart
      _ = inside.update(from: merged(all))
      return Middle(range: 0..<0)
    }
    let (front, back) = (merged(inside[early..<first] + toStart), merged(toEnd + inside[last..<late]))
    let shift = toStart.count - toEnd.count
    inside.baseAddress!.advanced(by: first + shift).update(from: inside.baseAddress! + first, count: last - first)
    _ = inside.update(from: front)
    _ = UnsafeMutableBufferPointer(rebasing: inside[(last + shift)...]).update(from: back)
    return Middle(range: first..<last, shift: shift)
  }

  /// By tick, at one tick in the order in which they are given.
  private static func merged(_ notes: some Collection<LaneNote>) -> [LaneNote] {
    let notes = Array(notes)
    return notes.indices.sorted { (notes[$0].tick, $0) < (notes[$1].tick, $1) }.map { notes[$0] }
  }
}

extension LaneNote {
  fileprivate func wrapped(into loop: Tick) -> LaneNote {
    var note = self
    note.tick = (tick % loop + loop) % loop
    return note
  }
}
