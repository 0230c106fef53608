/// Notes of several channels on one key at the same time: each channel gets a stripe of the key's row, so that none
/// hides another.
///
/// Notes that overlap in time, directly or through others, share the division of the row, so that no note changes its
/// height while it sounds.
struct UnisonStripes {
  /// The index of a note's stripe from the top, and the number of stripes.
  struct Stripe: Hashable {
    var index: Int
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
