import TactusTime

/// Where the notes and messages are of passes that begin at different places of the song's grid, in one piece of memory.
/// Immutable.
///
/// - Thread: any
final class LaneParts: @unchecked Sendable {  // written in init only, freed in deinit
  private let parts: UnsafeMutableBufferPointer<LanePart>
  private let spacing: Tick

  /// Parts that lie behind each other.
  ///
  /// - Parameters:
  ///   - notes: how many notes each has.
  ///   - messages: how many messages each has; all have as many.
  ///   - spacing: how far the places of the grid are apart.
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

  /// Gives a lane its parts.
  func mark(_ lane: inout Lane) {
    (lane.parts, lane.partCount, lane.gridSpacing) = (parts.baseAddress.map { UnsafePointer($0) }, parts.count, spacing)
  }
}

extension Lane {
  /// The notes of a pass that begins at a tick of the song, ascending by tick from its beginning, those that lie behind its
  /// end included.
  package func notes(ofPassAt begin: Tick) -> UnsafeBufferPointer<LaneNote> {
    let part = part(ofPassAt: begin).notes
    return UnsafeBufferPointer(rebasing: UnsafeBufferPointer(start: notes, count: noteCount)[part.first..<part.end])
  }

  /// The messages of such a pass.
  package func messages(ofPassAt begin: Tick) -> UnsafeBufferPointer<LaneMessage> {
    let part = part(ofPassAt: begin).messages
    let all = UnsafeBufferPointer(start: messages, count: messageCount)
    return UnsafeBufferPointer(rebasing: all[part.first..<part.end])
  }
}

/// The notes of passes that begin at different places of the song's grid.
struct GridPasses {
  /// All of them, those of a place behind those of the place before.
  private(set) var notes: [LaneNote] = []
  /// How many each has.
  private(set) var counts: [Int] = []

  /// Lets notes that leave a pass at one end come in the next one, or in the one before.
  ///
  /// - Parameters:
  ///   - passes: for each place the notes of a pass, in the track's order, where its grid puts them.
  ///   - inside: how many of each are within the loop before they are moved; those behind them stay in their pass.
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
        let place = (Tick(index) * placement.spacing + distance % period * (loop % period)) % period
        var moved = note
        moved.tick -= distance * loop
        all[Int((place + period) % period / placement.spacing)].append((order, moved))
      }
    }
    for pass in all {
      let sorted = pass.sorted { ($0.note.tick, $0.order) < ($1.note.tick, $1.order) }
      notes += sorted.map(\.note)
      counts.append(sorted.count)
    }
  }
}
