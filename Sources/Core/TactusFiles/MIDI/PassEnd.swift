import TactusMIDI

/// The note-offs for notes that still sound when a pass of a repeated range ends, or when a track ends within the
/// range.
///
/// Notes are counted as the compiler of songs counts them: over all tracks, in the order (tick, track, event). A track
/// ends the notes that it has not ended itself, unless another track has ended them by then.
struct PassEnd {
  /// For each track of the file, the note-offs at the end of the track, if it ends within the range.
  private(set) var ofTracks: [[ChannelMessage]]
  /// The note-offs at the end of the range, in ascending order of ports, channels and keys.
  private(set) var ofRange: [ChannelMessage] = []

  /// The number of notes of one key that a track starts but does not end.
  private struct OpenKey {
    let noteOff: ChannelMessage
    var count: Int
  }

  /// A note-on, a note-off, or the end of a track that leaves notes open.
  private struct Change {
    enum Kind { case start, end, endOfTrack }
    let tick: Int64
    /// The position among all changes before they are sorted, which is that in the order (track, event).
    let order: Int
    let kind: Kind
    /// The index of the key; for the end of a track, that of the track.
    let index: Int
  }

  /// - Parameters:
  ///   - range: the range that is repeated.
  ///   - includesBefore: whether notes count that start before the range, as in its first pass.
  init(_ file: MIDIFile, _ range: Range<Int64>, includesBefore: Bool) {
    ofTracks = Array(repeating: [], count: file.tracks.count)
    let ticks = includesBefore ? 0..<range.upperBound : range
    let openKeys = file.tracks.map { Self.openKeys($0, in: ticks) }
    var noteOffs: [Int: ChannelMessage] = [:]
    for (key, open) in openKeys.joined() { noteOffs[key] = noteOffs[key] ?? open.noteOff }
    guard !noteOffs.isEmpty else { return }
    var counts = noteOffs.mapValues { _ in 0 }
    for change in Self.changes(file, in: ticks, openKeys) {
      switch change.kind {
      case .start: counts[change.index]? += 1
      case .end: counts[change.index] = max(0, (counts[change.index] ?? 0) - 1)
      case .endOfTrack:
        let isRepeated = range.contains(file.tracks[change.index].endTick)
        for (key, open) in openKeys[change.index].sorted(by: { $0.key < $1.key }) {
          let count = min(open.count, counts[key] ?? 0)
          counts[key]? -= count
          if isRepeated { ofTracks[change.index] += Array(repeating: open.noteOff, count: count) }
        }
      }
    }
    for (key, noteOff) in noteOffs.sorted(by: { $0.key < $1.key }) {
      ofRange += Array(repeating: noteOff, count: counts[key] ?? 0)
    }
  }

  /// Returns the keys that a track leaves open in a range, by their indices.
  private static func openKeys(_ track: MIDIFile.Track, in ticks: Range<Int64>) -> [Int: OpenKey] {
    var open: [Int: OpenKey] = [:]
    for event in track.events where ticks.contains(event.tick) {
      guard let message = event.channelMessage else { continue }
      if message.startsNote {
        open[message.keyIndex, default: OpenKey(noteOff: message.noteOff, count: 0)].count += 1
      } else if message.endsNote, let count = open[message.keyIndex]?.count, count > 0 {
        open[message.keyIndex]?.count = count - 1
      }
    }
    return open.filter { $0.value.count > 0 }
  }

  /// Returns the notes of the open keys and the ends of their tracks in the order in which they are played.
  private static func changes(
    _ file: MIDIFile, in ticks: Range<Int64>, _ openKeys: [[Int: OpenKey]]
  ) -> [Change] {
    let keys = Set(openKeys.joined().lazy.map { $0.key })
    var changes: [Change] = []
    for (index, track) in file.tracks.enumerated() {
      for event in track.events where ticks.contains(event.tick) {
        guard let message = event.channelMessage, message.startsNote || message.endsNote else { continue }
        guard keys.contains(message.keyIndex) else { continue }
        let kind: Change.Kind = message.startsNote ? .start : .end
        changes.append(Change(tick: event.tick, order: changes.count, kind: kind, index: message.keyIndex))
      }
      guard !openKeys[index].isEmpty, track.endTick < ticks.upperBound else { continue }
      changes.append(Change(tick: track.endTick, order: changes.count, kind: .endOfTrack, index: index))
    }
    return changes.sorted { ($0.tick, $0.order) < ($1.tick, $1.order) }
  }
}
