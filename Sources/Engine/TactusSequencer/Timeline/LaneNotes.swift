import TactusMIDI
import TactusRealtime

/// The notes of a compiled track in one piece of memory. Immutable; versions of a sequence share them.
///
/// - Thread: any
package final class LaneNotes: @unchecked Sendable {  // written in init only, given back in deinit
  /// Notes, ascending by tick.
  package let elements: UnsafeBufferPointer<LaneNote>
  private let memory: UnsafeMutableBufferPointer<LaneNote>
  private let store: LaneNoteStore?

  /// Sorted notes.
  package convenience init(_ notes: [LaneNote]) {
    self.init(count: notes.count) { _ = $0.initialize(from: notes) }
  }

  /// So many notes, which `write` puts into the memory it is given; that comes from a store if there is one.
  init(count: Int, from store: LaneNoteStore? = nil, _ write: (UnsafeMutableBufferPointer<LaneNote>) -> Void) {
    memory = store?.take(count) ?? .allocate(capacity: count)
    self.store = store
    let part = UnsafeMutableBufferPointer(rebasing: memory[..<count])
    write(part)
    elements = UnsafeBufferPointer(part)
  }

  deinit {
    if let store { store.give(memory) } else { memory.deallocate() }
  }
}

/// Memory of notes that nobody plays any more, for the next version: getting fresh pages from the system takes longer than
/// filling them.
///
/// - Thread: any
final class LaneNoteStore: Sendable {
  private struct Memory: @unchecked Sendable {  // nobody else has it
    let notes: UnsafeMutableBufferPointer<LaneNote>
  }
  private let free = Guarded<[Memory]>([])
  /// How many pieces are kept: the version that plays and the one that is made leave one or two behind.
  private static let most = 3

  /// Gets memory for the next versions of so many notes beforehand, its pages included: a first edit is as quick as a
  /// later one.
  func prepare(_ count: Int) {
    guard count >= Self.large else { return }
    for _ in 0..<2 where free.withLock({ $0.count }) < 2 {
      let notes = UnsafeMutableBufferPointer<LaneNote>.allocate(capacity: count + count / 8)
      notes.initialize(repeating: LaneNote(tick: 0, duration: 1, message: ChannelMessage(status: 0x90, 0)))
      give(notes)
    }
  }

  /// From how many notes on it matters.
  private static let large = 4096

  /// Memory for at least so many notes.
  func take(_ count: Int) -> UnsafeMutableBufferPointer<LaneNote> {
    let found = free.withLock { free in
      free.firstIndex { $0.notes.count >= count && $0.notes.count / 2 <= count + 1024 }.map { free.remove(at: $0) }
    }
    return found?.notes ?? .allocate(capacity: count + count / 8)
  }

  /// Takes memory back; lets the oldest go if there is too much.
  func give(_ notes: UnsafeMutableBufferPointer<LaneNote>) {
    let memory = Memory(notes: notes)
    let old = free.withLock { free in
      free.append(memory)
      return free.count > Self.most ? free.removeFirst() : nil
    }
    old?.notes.deallocate()
  }

  deinit {
    for memory in free.withLock({ $0 }) { memory.notes.deallocate() }
  }
}
