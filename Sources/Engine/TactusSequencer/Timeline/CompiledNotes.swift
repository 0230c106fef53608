import TactusMIDI
import TactusRealtime
import TactusTime

/// The notes of a compiled track, in contiguous memory. Immutable, and shared by versions of a sequence.
///
/// - Thread: any
package final class CompiledNotes: @unchecked Sendable {  // written in init only, recycled in deinit
  /// The notes, ascending by tick.
  package let elements: UnsafeBufferPointer<CompiledNote>
  /// The longest duration of the notes, at most 2⁵⁶; 0 without notes.
  let longestDuration: Tick
  private let memory: UnsafeMutableBufferPointer<CompiledNote>
  private let pool: NoteMemoryPool?

  /// Stores sorted notes.
  package convenience init(_ notes: [CompiledNote]) {
    self.init(count: notes.count) { _ = $0.initialize(from: notes) }
  }

  /// Stores this many notes, which `write` initializes. If there is a pool, the memory is taken from it.
  init(count: Int, from pool: NoteMemoryPool? = nil, _ write: (UnsafeMutableBufferPointer<CompiledNote>) -> Void) {
    memory = pool?.take(count) ?? .allocate(capacity: count)
    self.pool = pool
    let part = UnsafeMutableBufferPointer(rebasing: memory[..<count])
    write(part)
    elements = UnsafeBufferPointer(part)
    var longest: Tick = 0
    for note in part { longest = max(longest, note.duration) }
    longestDuration = min(longest, 1 << 56)
  }

  deinit {
    if let pool { pool.give(memory) } else { memory.deallocate() }
  }
}

/// Keeps the memory of notes that are no longer played and reuses it for the next version, because obtaining new pages
/// from the system takes longer than filling them.
///
/// - Thread: any
final class NoteMemoryPool: Sendable {
  private struct Memory: @unchecked Sendable {  // has only one owner at a time
    let notes: UnsafeMutableBufferPointer<CompiledNote>
  }
  private let free = Guarded<[Memory]>([])
  /// The largest number of free blocks that are kept; each new version frees one or two.
  private static let most = 3

  /// Allocates memory in advance for later versions with about this many notes, and touches its pages, so that the
  /// first edit is as quick as later edits.
  func prepare(_ count: Int) {
    guard count >= Self.large else { return }
    for _ in 0..<2 where free.withLock({ $0.count }) < 2 {
      let notes = UnsafeMutableBufferPointer<CompiledNote>.allocate(capacity: count + count / 8)
      notes.initialize(repeating: CompiledNote(tick: 0, duration: 1, message: ChannelMessage(status: 0x90, 0)))
      give(notes)
    }
  }

  /// The smallest number of notes for which memory is allocated in advance.
  private static let large = 4096

  /// Returns memory for at least this many notes.
  func take(_ count: Int) -> UnsafeMutableBufferPointer<CompiledNote> {
    let found = free.withLock { free in
      free.firstIndex { $0.notes.count >= count && $0.notes.count / 2 <= count + 1024 }.map { free.remove(at: $0) }
    }
    return found?.notes ?? .allocate(capacity: count + count / 8)
  }

  /// Takes memory back, and frees the oldest block if there are more than ``most``.
  func give(_ notes: UnsafeMutableBufferPointer<CompiledNote>) {
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
