import TactusRender

/// A change within a cycle: of a parameter, of its modulation, or of the host's transport.
struct CycleChange: BitwiseCopyable {
  let offset: Int32
  /// The parameter's index; if negative, a transport context: −1 for the first, −2 for the second, and so on.
  let index: Int32
  var value: Double
  /// Whether the value is the amount of the parameter's modulation.
  var isModulation = false
}

/// The changes of a cycle. They may be added in any order; they are sorted by offset, and those with equal offsets keep
/// their order.
struct CycleChanges {
  /// The preallocated memory.
  struct Memory {
    let changes, spare: UnsafeMutablePointer<CycleChange>
    let capacity: Int
    let contexts: UnsafeMutablePointer<MusicalContext>
    let contextCapacity: Int
    /// For each parameter, the indices of the last changes of its value and of its modulation in the order of arrival.
    let last, lastModulation: UnsafeMutablePointer<Int32>
  }

  private let memory: Memory
  private(set) var count = 0
  private var contextCount = 0
  private var isSorted = true

  init(_ memory: Memory) { self.memory = memory }

  subscript(index: Int) -> CycleChange { memory.changes[index] }

  /// Returns the host's transport from this change onwards; nil if a parameter changes.
  func context(_ change: CycleChange) -> MusicalContext? {
    change.index < 0 ? memory.contexts[Int(-1 &- change.index)] : nil
  }

  mutating func removeAll() { (count, contextCount, isSorted) = (0, 0, true) }

  /// Adds a change of a parameter. If there is no room, the parameter's last change in the cycle is set to the value;
  /// returns false if there is no such change.
  mutating func add(parameter index: Int, _ value: Double, at offset: Int32) -> Bool {
    add(CycleChange(offset: offset, index: Int32(truncatingIfNeeded: index), value: value), memory.last + index)
  }

  /// Adds a change of a parameter's modulation, in the same way.
  mutating func add(modulationOf index: Int, _ amount: Double, at offset: Int32) -> Bool {
    add(
      CycleChange(offset: offset, index: Int32(truncatingIfNeeded: index), value: amount, isModulation: true),
      memory.lastModulation + index)
  }

  private mutating func add(_ change: CycleChange, _ last: UnsafeMutablePointer<Int32>) -> Bool {
    if count < memory.capacity {
      last.pointee = Int32(truncatingIfNeeded: count)
      append(change)
      return true
    }
    let position = Int(last.pointee)
    guard position >= 0, position < count, memory.changes[position].index == change.index,
      memory.changes[position].isModulation == change.isModulation
    else { return false }
    memory.changes[position].value = change.value
    return true
  }

  /// Adds a change of the transport. It is dropped if there is no room.
  mutating func add(_ context: MusicalContext, at offset: Int32) {
    guard count < memory.capacity, contextCount < memory.contextCapacity else { return }
    (memory.contexts + contextCount).initialize(to: context)
    contextCount &+= 1
    append(CycleChange(offset: offset, index: Int32(truncatingIfNeeded: -contextCount), value: 0))
  }

  private mutating func append(_ change: CycleChange) {
    if count > 0, memory.changes[count &- 1].offset > change.offset { isSorted = false }
    (memory.changes + count).initialize(to: change)
    count &+= 1
  }

  /// Sorts the changes by merging runs: O(n·log n) in any input order.
  mutating func sort() {
    guard !isSorted else { return }
    isSorted = true
    var (from, to) = (memory.changes, memory.spare)
    var width = 1
    while width < count {
      var start = 0
      while start < count {
        Self.merge(from, to, start, min(start &+ width, count), min(start &+ 2 &* width, count))
        start &+= 2 &* width
      }
      (from, to) = (to, from)
      width &*= 2
    }
    guard from != memory.changes else { return }
    // `update(from:count:)` cannot be proved free of allocation unless it is specialized
    UnsafeMutableRawPointer(memory.changes).copyMemory(
      from: from, byteCount: count &* MemoryLayout<CycleChange>.stride)
  }

  private static func merge(
    _ from: UnsafeMutablePointer<CycleChange>, _ to: UnsafeMutablePointer<CycleChange>, _ start: Int, _ middle: Int,
    _ end: Int
  ) {
    var (left, right) = (start, middle)
    for position in start..<end {
      let takesLeft = left < middle && (right >= end || from[left].offset <= from[right].offset)
      (to + position).initialize(to: takesLeft ? from[left] : from[right])
      if takesLeft { left &+= 1 } else { right &+= 1 }
    }
  }
}
