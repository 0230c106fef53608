import TactusMIDI
import TactusTime

/// The compiled notes of a clip, with the notes they were compiled from. The compilation of the next version copies the
/// unchanged notes.
///
///     chunks   ▒▒▒▒ ▒▒▒▒ ░░░░ ▒▒▒▒      ▒ at the same address as in the previous version: copied
///     notes    ─────────▶    ────▶      ░ edited: compiled again
struct CompiledClip {
  let notes: CompiledNotes
  /// The number of notes in each pass, if passes differ.
  let counts: [Int]
  private let chunks: [[Note]]  // retained, so that an equal address means an equal chunk
  private let starts: [Int]
  private let placement: EventPlacement
  /// The notes that are still in the order of the chunks after notes have wrapped to the start of the loop, and the
  /// number by which this has shifted their indices.
  private let middle: LoopWrap.Middle

  /// Compiles the notes of a list, copying as many as possible from the previous version.
  init(_ list: NoteList, _ placement: EventPlacement, after previous: CompiledClip?, pool: NoteMemoryPool) {
    (chunks, starts, self.placement) = (list.chunks, list.starts, placement)
    let usable = previous.flatMap { $0.placement == placement ? $0 : nil }
    if let usable, usable.chunks.count == list.chunks.count,
      zip(usable.chunks, list.chunks).allSatisfy({ $0.isSameMemory(as: $1) })
    {
      (notes, middle, counts) = (usable.notes, usable.middle, usable.counts)
      return
    }
    if placement.hasSeveralPasses {
      let passes = GridPasses(
        placement.passPlacements.map { pass in list.map { $0.compiled(pass) } },
        inside: placement.loop.map { list.firstIndex(notBefore: $0) } ?? list.count, placement)
      (notes, middle, counts) = (CompiledNotes(passes.notes), LoopWrap.Middle(range: 0..<0), passes.counts)
      return
    }
    counts = []
    var middle = LoopWrap.Middle(range: 0..<list.count)
    notes = CompiledNotes(count: list.count, from: pool) { memory in
      Self.write(list, placement, after: usable, to: memory)
      if let loop = placement.loop {
        middle = LoopWrap.wrap(memory, loop: loop, beyond: list.firstIndex(notBefore: loop))
      }
    }
    self.middle = middle
    if previous == nil { pool.prepare(list.count) }
  }

  private static func write(
    _ list: NoteList, _ placement: EventPlacement, after previous: CompiledClip?,
    to memory: UnsafeMutableBufferPointer<CompiledNote>
  ) {
    let sources = previous.map { $0.noteIndices(of: list.chunks) } ?? []
    for (index, chunk) in list.chunks.enumerated() {
      let part = UnsafeMutableBufferPointer(rebasing: memory[list.starts[index]..<(list.starts[index] + chunk.count)])
      if let previous, let source = sources[index] {
        _ = part.update(from: previous.notes.elements[source..<(source + chunk.count)])
      } else {
        for (index, note) in chunk.enumerated() { part.initializeElement(at: index, to: note.compiled(placement)) }
      }
    }
  }

  /// Returns, for each chunk of another version, the index of its first compiled note in this version; nil if the chunk
  /// cannot be copied from this version.
  private func noteIndices(of others: [[Note]]) -> [Int?] {
    var noteIndices = [Int?](repeating: nil, count: others.count)
    let shared = min(chunks.count, others.count)
    let before = (0..<shared).first { !chunks[$0].isSameMemory(as: others[$0]) } ?? shared
    for index in 0..<before { noteIndices[index] = starts[index] }
    let after =
      (0..<(shared - before)).first {
        !chunks[chunks.count - 1 - $0].isSameMemory(as: others[others.count - 1 - $0])
      } ?? (shared - before)
    for index in 0..<after { noteIndices[others.count - 1 - index] = starts[chunks.count - 1 - index] }
    let (mine, theirs) = (before..<(chunks.count - after), before..<(others.count - after))
    if mine.count > 1 || theirs.count > 1 {
      // if several chunks share memory, the first one counts
      let known: [UnsafeRawPointer?: Int] = mine.reversed().reduce(into: [:]) { $0[chunks[$1].address] = $1 }
      for index in theirs {
        guard let same = known[others[index].address], chunks[same].count == others[index].count else { continue }
        noteIndices[index] = starts[same]
      }
    }
    return noteIndices.indices.map { index in
      noteIndices[index].flatMap { middle.position(of: $0..<($0 + others[index].count)) }
    }
  }
}

extension [Note] {
  /// The address of the notes in memory.
  fileprivate var address: UnsafeRawPointer? { withUnsafeBufferPointer { $0.baseAddress.map { UnsafeRawPointer($0) } } }
  /// Whether both arrays share their memory, and therefore have the same notes. Meaningful only while both arrays
  /// exist.
  fileprivate func isSameMemory(as other: [Note]) -> Bool { count == other.count && address == other.address }
}

extension Note {
  fileprivate func compiled(_ placement: EventPlacement) -> CompiledNote {
    let (tick, accent) = placement.unwrappedPosition(onset)
    return CompiledNote(
      tick: tick, duration: min(duration, TimeSettings.tickLimit),
      message: .noteOn(key, velocity: Int(velocity) + accent, channel: channel, port: port),
      releaseVelocity: min(releaseVelocity, 127))
  }
}

extension ChannelMessage {
  /// Creates a note-on; the velocity is clamped to 1…127.
  static func noteOn(_ key: UInt8, velocity: Int, channel: UInt8, port: UInt8) -> ChannelMessage {
    ChannelMessage(status: 0x90 | channel & 15, key, UInt8(min(max(1, velocity), 127)), port: port)
  }
}
