import TactusTime

/// The index ranges of the notes and messages of passes that start at different positions of the song's grid, in
/// contiguous memory. Immutable.
///
/// - Thread: any
final class LaneParts: @unchecked Sendable {  // written in init only, freed in deinit
  private let parts: UnsafeMutableBufferPointer<LanePart>
  private let spacing: Tick

  /// Describes parts that are stored one after another.
  ///
  /// - Parameters:
  ///   - notes: the number of notes of each part.
  ///   - messages: the number of messages of each part, the same for all.
  ///   - spacing: the distance between the grid positions.
  init(notes: [Int], messages: Int, spacing: Tick) {
    self.spacing = spacing
    parts = .allocate(capacity: notes.count)
    var first = 0
    for (index, count) in notes.enumerated() {
      let begin = index * messages
      parts.initializeElement(
        at: index,
        to: LanePart(
          notes: .init(first: first, end: first + count), messages: .init(first: begin, end: begin + messages)))
      first += count
    }
  }

  deinit { parts.deallocate() }

  /// Sets the parts of a lane.
  func mark(_ lane: inout Lane) {
    (lane.parts, lane.partCount, lane.gridSpacing) = (parts.baseAddress.map { UnsafePointer($0) }, parts.count, spacing)
  }
}

extension Lane {
  /// Returns the notes of a pass that starts at a tick of the song, ascending by tick; ticks count from the start of
  /// the pass, and notes after its end are included.
  package func notes(ofPassAt begin: Tick) -> UnsafeBufferPointer<LaneNote> {
    let part = part(ofPassAt: begin).notes
    return UnsafeBufferPointer(rebasing: UnsafeBufferPointer(start: notes, count: noteCount)[part.first..<part.end])
  }

  /// Returns the messages of the pass that starts at a tick of the song.
  package func messages(ofPassAt begin: Tick) -> UnsafeBufferPointer<LaneMessage> {
    let part = part(ofPassAt: begin).messages
    let all = UnsafeBufferPointer(start: messages, count: messageCount)
    return UnsafeBufferPointer(rebasing: all[part.first..<part.end])
  }
}

/// The notes of passes that start at different positions of the song's grid.
struct GridPasses {
  /// All notes, grouped by grid position.
  private(set) var notes: [LaneNote] = []
  /// The number of notes of each pass.
  private(set) var counts: [Int] = []

  /// Moves notes that leave a pass at one end to the next or the previous pass.
  ///
  /// - Parameters:
  ///   - passes: for each grid position, the notes of a pass in the track's order; their ticks may be outside the pass.
  ///   - inside: the number of notes of each pass that were within the loop before they were moved; later notes stay in
  ///     their pass.
  init(_ passes: [[LaneNote]], inside: Int, _ placement: EventPlacement) {
    guard let loop = placement.loop else { return }
    let period = placement.spacing * Tick(passes.count)
    var all = [[(order: Int, note: LaneNote)]](repeating: [], count: passes.count)
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
      notes += sorted.map(\.note)
      counts.append(sorted.count)
    }
  }
}
