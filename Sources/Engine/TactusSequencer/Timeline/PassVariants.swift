import TactusTime

/// The variants of a compiled track's pass, one for each position of the song's grid at which a pass can start, in
/// contiguous memory. Immutable.
///
/// - Thread: any
final class PassVariants: @unchecked Sendable {  // written in init only, freed in deinit
  private let variants: UnsafeMutableBufferPointer<PassVariant>
  private let spacing: Tick

  /// Describes variants that are stored one after another.
  ///
  /// - Parameters:
  ///   - notes: the number of notes of each variant.
  ///   - messages: the number of messages of each variant, the same for all.
  ///   - spacing: the distance between the grid positions.
  init(notes: [Int], messages: Int, spacing: Tick) {
    self.spacing = spacing
    variants = .allocate(capacity: notes.count)
    var first = 0
    for (index, count) in notes.enumerated() {
      let begin = index * messages
      variants.initializeElement(
        at: index,
        to: PassVariant(
          notes: .init(first: first, end: first + count), messages: .init(first: begin, end: begin + messages)))
      first += count
    }
  }

  deinit { variants.deallocate() }

  /// Sets the variants of a track.
  func mark(_ track: inout CompiledTrack) {
    (track.variants, track.variantCount) = (variants.baseAddress.map { UnsafePointer($0) }, variants.count)
    track.gridSpacing = spacing
  }
}

extension CompiledTrack {
  /// Returns the notes of a pass that starts at a tick of the song, ascending by tick; ticks count from the start of
  /// the pass, and notes after its end are included.
  package func notes(ofPassAt begin: Tick) -> UnsafeBufferPointer<CompiledNote> {
    let range = variant(ofPassAt: begin).notes
    return UnsafeBufferPointer(rebasing: UnsafeBufferPointer(start: notes, count: noteCount)[range.first..<range.end])
  }

  /// Returns the messages of the pass that starts at a tick of the song.
  package func messages(ofPassAt begin: Tick) -> UnsafeBufferPointer<CompiledMessage> {
    let range = variant(ofPassAt: begin).messages
    let all = UnsafeBufferPointer(start: messages, count: messageCount)
    return UnsafeBufferPointer(rebasing: all[range.first..<range.end])
  }
}

/// The notes of passes that start at different positions of the song's grid.
struct GridPasses {
  /// All notes, grouped by grid position.
  private(set) var notes: [CompiledNote] = []
  /// The number of notes of each pass.
  private(set) var counts: [Int] = []

  /// Moves notes that leave a pass at one end to the next or the previous pass.
  ///
  /// - Parameters:
  ///   - passes: for each grid position, the notes of a pass in the track's order; their ticks may be outside the pass.
  ///   - inside: the number of notes of each pass that were within the loop before they were moved; later notes stay in
  ///     their pass.
  init(_ passes: [[CompiledNote]], inside: Int, _ placement: EventPlacement) {
    guard let loop = placement.loop else { return }
    let period = placement.spacing * Tick(passes.count)
    var all = [[(order: Int, note: CompiledNote)]](repeating: [], count: passes.count)
    for (index, pass) in passes.enumerated() {
      for (order, note) in pass.enumerated() {
        guard order < inside else {
          all[index].append((order, note))
          continue
        }
        let distance = note.tick >= 0 ? note.tick / loop : (note.tick + 1) / loop - 1
        let position = (Tick(index) * placement.spacing + distance % period * (loop % period)) % period
        var moved = note
        moved.tick -= distance * loop
        all[Int((position + period) % period / placement.spacing)].append((order, moved))
      }
    }
    for pass in all {
      let sorted = pass.sorted { ($0.note.tick, $0.order) < ($1.note.tick, $1.order) }
      notes += sorted.map { $0.note }
      counts.append(sorted.count)
    }
  }
}
