import TactusTime

/// The notes of a clip, ascending by onset. Notes with the same onset keep the order of insertion.
///
/// Notes are stored in chunks of about 512, each of them an array. Copies of the list share the chunks, and an edit
/// copies only one: a list of 100,000 notes is edited in microseconds while older versions are in use, and
/// `TimelineCompiler` recognizes an unchanged chunk by its address.
/// - Thread: any
public struct NoteList: Sendable {
  /// The notes; no chunk is empty.
  private(set) var chunks: [[Note]]
  /// The index of each chunk's first note.
  private(set) var starts: [Int]
  /// The latest end of the notes in each chunk.
  private var ends: [Tick]
  /// The number of notes.
  public private(set) var count: Int

  /// Creates an empty list.
  public init() { (chunks, starts, ends, count) = ([], [], [], 0) }

  /// Creates a list of notes given in any order.
  public init(_ notes: some Sequence<Note>) {
    var notes = Array(notes)
    if zip(notes, notes.dropFirst()).contains(where: { $0.onset > $1.onset }) {
      let order = notes.indices.sorted { (notes[$0].onset, $0) < (notes[$1].onset, $1) }
      notes = order.map { notes[$0] }
    }
    let length = SequencerSettings.chunkLength
    chunks = stride(from: 0, to: notes.count, by: length).map { Array(notes[$0..<Swift.min($0 + length, notes.count)]) }
    (starts, ends, count) = ([], chunks.map(Self.end), 0)
    recount(from: 0)
  }

  /// Inserts a note after those with the same onset.
  ///
  /// - Returns: the index of the note.
  /// - Complexity: O(number of chunks + length of a chunk).
  @discardableResult
  public mutating func insert(_ note: Note) -> Int {
    guard !chunks.isEmpty else {
      self = NoteList(CollectionOfOne(note))
      return 0
    }
    let chunk = Swift.max(0, chunks.partitioningIndex { $0[0].onset > note.onset } - 1)
    let slot = chunks[chunk].partitioningIndex { $0.onset > note.onset }
    chunks[chunk].insert(note, at: slot)
    ends[chunk] = Swift.max(ends[chunk], Self.end([note]))
    let index = starts[chunk] + slot
    split(chunk)
    recount(from: chunk)
    return index
  }

  /// Inserts notes given in any order, each after those with the same onset.
  public mutating func insert(contentsOf notes: some Collection<Note>) {
    if notes.count < 16 {
      for note in notes { insert(note) }
    } else {
      self = NoteList(Array(self) + Array(notes))
    }
  }

  /// Removes a note and returns it.
  @discardableResult
  public mutating func remove(at index: Int) -> Note {
    let (chunk, slot) = locate(index)
    let note = chunks[chunk].remove(at: slot)
    ends[chunk] = Self.end(chunks[chunk])
    join(chunk)
    recount(from: Swift.max(0, chunk - 1))
    return note
  }

  /// Removes all notes for which `isRemoved` returns true.
  public mutating func removeAll(where isRemoved: (Note) throws -> Bool) rethrows {
    self = NoteList(try filter { try !isRemoved($0) })
  }

  /// Changes a note, and moves it if its onset changes.
  ///
  /// - Returns: the new index of the note.
  @discardableResult
  public mutating func update(at index: Int, _ change: (inout Note) throws -> Void) rethrows -> Int {
    var note = self[index]
    try change(&note)
    let isBehind = index == 0 || self[index - 1].onset <= note.onset
    guard isBehind, index + 1 == count || note.onset <= self[index + 1].onset else {
      remove(at: index)
      return insert(note)
    }
    let (chunk, slot) = locate(index)
    chunks[chunk][slot] = note
    ends[chunk] = Self.end(chunks[chunk])
    return index
  }

  /// Returns the indices of the notes that start within a range of ticks.
  public func indices(in ticks: Range<Tick>) -> Range<Int> {
    firstIndex(notBefore: ticks.lowerBound)..<firstIndex(notBefore: ticks.upperBound)
  }

  /// Returns the index of the first note that starts at or after a tick; ``count`` if there is none.
  public func firstIndex(notBefore tick: Tick) -> Int {
    let chunk = chunks.partitioningIndex { $0[$0.count - 1].onset >= tick }
    guard chunk < chunks.count else { return count }
    return starts[chunk] + chunks[chunk].partitioningIndex { $0.onset >= tick }
  }

  /// The latest end of a note; 0 for an empty list. Each note is played for at least a tick.
  public var end: Tick { ends.max() ?? 0 }

  private static func end(_ notes: [Note]) -> Tick {
    notes.reduce(0) { end, note in
      let (next, isTooLarge) = note.onset.addingReportingOverflow(1)
      return Swift.max(end, note.end, isTooLarge ? note.onset : next)
    }
  }

  private func locate(_ index: Int) -> (chunk: Int, slot: Int) {
    precondition(index >= 0 && index < count, "there is no such note")
    let chunk = starts.partitioningIndex { $0 > index } - 1
    return (chunk, index - starts[chunk])
  }

  private mutating func split(_ chunk: Int) {
    guard chunks[chunk].count >= 2 * SequencerSettings.chunkLength else { return }
    let half = chunks[chunk].count / 2
    chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
    chunks[chunk].removeSubrange(half...)
    ends[chunk] = Self.end(chunks[chunk])
    ends.insert(Self.end(chunks[chunk + 1]), at: chunk + 1)
  }

  /// Joins a chunk that has become small with the previous one.
  private mutating func join(_ chunk: Int) {
    let length = SequencerSettings.chunkLength
    if chunks[chunk].isEmpty {
      chunks.remove(at: chunk)
      ends.remove(at: chunk)
    } else if chunk > 0, chunks[chunk].count < length / 4, chunks[chunk - 1].count < length {
      chunks[chunk - 1] += chunks.remove(at: chunk)
      ends[chunk - 1] = Swift.max(ends[chunk - 1], ends.remove(at: chunk))
    }
  }

  private mutating func recount(from chunk: Int) {
    starts.removeSubrange(Swift.min(chunk, starts.count)...)
    count = chunk > 0 ? starts[chunk - 1] + chunks[chunk - 1].count : 0
    for chunk in chunks[chunk...] {
      starts.append(count)
      count += chunk.count
    }
  }
}

extension NoteList: RandomAccessCollection {
  /// The first index, 0.
  public var startIndex: Int { 0 }
  /// The index after the last note.
  public var endIndex: Int { count }
  /// The note at an index.
  public subscript(position: Int) -> Note {
    let (chunk, slot) = locate(position)
    return chunks[chunk][slot]
  }
  /// Iterates over the notes without looking up each index.
  public func makeIterator() -> FlattenSequence<[[Note]]>.Iterator { chunks.joined().makeIterator() }
}

extension NoteList: Hashable {
  /// Whether both lists have the same notes in the same order.
  public static func == (a: NoteList, b: NoteList) -> Bool {
    a.count == b.count && (a.chunks == b.chunks || a.elementsEqual(b))
  }

  /// Hashes the notes that ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for note in self { hasher.combine(note) }
  }
}

extension NoteList: ExpressibleByArrayLiteral {
  /// Creates a list of notes given in any order.
  public init(arrayLiteral notes: Note...) { self.init(notes) }
}
