import TactusTime

/// Wraps notes that a groove has moved out of a loop at one end to the other end.
///
///     before   ╎a a╷b b b b … c c c c╷d d╎e        a: before tick 0    d: at or after the loop's length
///     after    ╎d b d b b … c c a c a╎e            e: were beyond the loop before the groove, and stay
///
/// Only the few notes at both ends change their order; the notes in the middle keep their order.
enum LoopWrap {
  /// The notes that keep their order.
  struct Middle {
    /// The indices of these notes before wrapping.
    var range: Range<Int>
    /// The change of their indices: the number of notes wrapped to the loop's start, minus the number wrapped to its
    /// end.
    var shift = 0

    /// Returns the new index of the first of these notes; nil if they are not all in the middle.
    func position(of notes: Range<Int>) -> Int? {
      notes.lowerBound >= range.lowerBound && notes.upperBound <= range.upperBound ? notes.lowerBound + shift : nil
    }
  }

  /// Wraps notes, ascending by tick.
  ///
  /// - Parameter beyond: the index of the first note that was beyond the loop before it was moved.
  static func wrap(_ notes: UnsafeMutableBufferPointer<CompiledNote>, loop: Tick, beyond: Int) -> Middle {
    let inside = UnsafeMutableBufferPointer(rebasing: notes[..<beyond])
    let early = inside.partitioningIndex { $0.tick >= 0 }
    let late = inside.partitioningIndex { $0.tick >= loop }
    guard early > 0 || late < beyond else { return Middle(range: 0..<notes.count) }
    let toEnd = inside[..<early].map { $0.wrapped(into: loop) }
    let toStart = inside[late...].map { $0.wrapped(into: loop) }
    let latest = toStart.lazy.map { $0.tick }.max(), earliest = toEnd.lazy.map { $0.tick }.min()
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

  /// Sorts by tick; notes at one tick keep their order.
  private static func merged(_ notes: some Collection<CompiledNote>) -> [CompiledNote] {
    let notes = Array(notes)
    return notes.indices.sorted { (notes[$0].tick, $0) < (notes[$1].tick, $1) }.map { notes[$0] }
  }
}

extension CompiledNote {
  fileprivate func wrapped(into loop: Tick) -> CompiledNote {
    var note = self
    note.tick = (tick % loop + loop) % loop
    return note
  }
}
