/// Divides a key's row if several channels play the key at the same time: each channel gets a stripe of the row, so
/// that no note hides another.
///
/// Notes of a key that overlap in time, directly or through a chain of other notes, use the same division of the row,
/// so that no note changes its height while it sounds.
struct UnisonStripes {
  /// A note's stripe of its row.
  struct Stripe: Hashable {
    /// The index, counted from the top of the row.
    var index: Int
    /// The number of stripes.
    var count: Int

    static let whole = Stripe(index: 0, count: 1)
  }

  /// The stripes in the order of the notes.
  private(set) var stripes: [Stripe]

  /// - Parameter notes: the notes in order of their starts.
  init(_ notes: [SongContents.Note]) {
    stripes = [Stripe](repeating: .whole, count: notes.count)
    var groups = [Group](repeating: Group(), count: 128)
    for (index, note) in notes.enumerated() where !note.isDrum {
      let key = Int(note.key & 127)
      if note.start >= groups[key].end { close(&groups[key], notes) }
      groups[key].notes.append(index)
      groups[key].end = max(groups[key].end, note.end)
    }
    for key in groups.indices { close(&groups[key], notes) }
  }

  /// Notes of one key that overlap in time.
  private struct Group {
    var notes: [Int] = []
    var end = -Double.infinity
  }

  private mutating func close(_ group: inout Group, _ notes: [SongContents.Note]) {
    let channels = Set(group.notes.map { notes[$0].channelIndex }).sorted()
    if channels.count > 1 {
      for index in group.notes {
        stripes[index] = Stripe(index: channels.firstIndex(of: notes[index].channelIndex) ?? 0, count: channels.count)
      }
    }
    group.notes.removeAll(keepingCapacity: true)
    group.end = -.infinity
  }
}
