import TactusFiles
import TactusMIDI
import TactusTime

extension PlayedSequence {
  /// Returns the events as a song with the tracks of the sequence, and with its tempo, meter, key and text events until
  /// the end of playback.
  ///
  /// - Parameter inPlayedOrder: how the events are divided among the tracks.
  ///   - true, for rendering: the tracks of the song have the numbers and names of the sequence's tracks. Tempi, meters
  ///     and texts are in the first track, and the sequence's name is a title as in karaoke files (`@T`). Law: merged
  ///     in the order (tick, track, event), the song has the events in the order in which they were sent. Note-ons are
  ///     in their own tracks; other messages may be in another track (`TrackOrder`).
  ///   - false, for a file: the first track has the sequence's name, tempi, meters and texts, if there are any. Each
  ///     event is in its own track, so events of different tracks at one tick are ordered by track.
  package func song(inPlayedOrder: Bool) throws(FlatteningError) -> MIDIFile {
    var file = try conductorFile(isNamed: !inPlayedOrder)
    var tracks = tracks(inPlayedOrder ? TrackOrder(self).tracks : ownTracks)
    if tracks.isEmpty, file.tracks.isEmpty { tracks = [emptyTrack("")] }
    if inPlayedOrder, let conductor = file.tracks.first, let first = tracks.first {
      var both = MIDIFile(division: file.division, tracks: [conductor, first])
      both.portNumbers = file.portNumbers
      tracks[0] = both.mergedTrack()
      file.tracks = tracks
    } else {
      // an import would take a first track that only has a name for the one of the sequence
      let isMistakable = tracks.count > 1 && tracks[0].name != nil && tracks[0].events.allSatisfy { $0.isMeta(0x03) }
      if file.tracks.isEmpty, isMistakable { file.tracks = [namelessTrack] }
      file.tracks += tracks
    }
    file.format = file.tracks.count == 1 ? .single : .simultaneous
    return file
  }

  /// The index of each event's track in the sequence. Restored settings whose track is not known belong to the first
  /// track.
  fileprivate var ownTracks: [Int] {
    var indices: [UInt32: Int] = [:]
    for (index, track) in sequence.tracks.enumerated() { indices[track.id] = index }
    return events.map { indices[$0.track] ?? 0 }
  }

  /// Returns a song that has only the tempo, meter, key and text events, in at most one track.
  private func conductorFile(isNamed: Bool) throws(FlatteningError) -> MIDIFile {
    var conductor = sequence
    conductor.fileEvents += sequence.tracks.flatMap { $0.movedFileEvents }
    conductor.fileEvents.removeAll { !$0.isKept }
    conductor.tracks = []
    if !isNamed {
      conductor.name = ""
      // The first name is that of the first track, but the title of the song is that of the sequence, even if empty.
      let hasTitle = conductor.fileEvents.contains { $0.isTitle }
      if !hasTitle { conductor.fileEvents.insert(.title(sequence.name), at: 0) }
    }
    var file = try conductor.midiFile()
    file.portNumbers = sequence.portNumbers
    for index in file.tracks.indices { file.tracks[index].end(at: end) }
    return file
  }

  /// Returns the tracks with their names and with the events, each in the track with its index.
  private func tracks(_ indices: [Int]) -> [MIDIFile.Track] {
    var tracks = sequence.tracks.map { emptyTrack($0.name) }
    var packets = PacketsJoined()
    for (event, index) in zip(events, indices) {
      if !event.message.isSystemExclusive {
        tracks[index].append(event.message, at: event.tick)
      } else if let bytes = packets.bytes(of: event.message) {
        tracks[index].append(bytes.dropFirst(), isEscape: false, port: event.message.port, at: event.tick)
      }
    }
    return tracks
  }

  /// A first track that only has an empty name.
  private var namelessTrack: MIDIFile.Track {
    var track = emptyTrack("")
    track.appendMeta(0x03, [UInt8](), at: 0)
    return track
  }

  private func emptyTrack(_ name: String) -> MIDIFile.Track {
    var track = MIDIFile.Track()
    if !name.isEmpty { track.append(name, as: .trackName, at: 0) }
    track.endTick = end
    return track
  }
}

/// The tracks of played events in a song, chosen so that the order (tick, track, event), in which songs are merged, is
/// the order in which the events were sent.
///
/// At each tick, the sequencer sends note-ons in the order of their tracks, so every note-on can be in its own track.
/// Note-offs and other messages are in their own track if the order permits, and otherwise in the nearest track that it
/// permits:
///
///     sent at one tick       off 2   program 1   on 0   off 0   on 2
///     own track                  2           1      0       0      2
///     track in the song          0           0      0       0      2
private struct TrackOrder {
  private let played: PlayedSequence
  /// The index of each event's track.
  private(set) var tracks: [Int]
  private let lastTrack: Int

  init(_ played: PlayedSequence) {
    self.played = played
    tracks = played.ownTracks
    lastTrack = max(0, played.sequence.tracks.count - 1)
    var first = 0
    while first < tracks.count {
      let tick = played.events[first].tick
      let end = played.events[first...].firstIndex { $0.tick != tick } ?? tracks.count
      chooseTracks(first..<end, at: tick)
      first = end
    }
  }

  /// Chooses the tracks of the events at a tick, so that they ascend.
  private mutating func chooseTracks(_ group: Range<Int>, at tick: Tick) {
    var lowest = 0
    for index in group {
      if startsNote(index) { lowest = tracks[index] } else { tracks[index] = max(lowest, tracks[index]) }
    }
    // The first track ends all notes at the end of playback, so that no track ends before a note-off of another.
    var highest = tick == played.end ? 0 : lastTrack
    for index in group.reversed() {
      if !startsNote(index) { tracks[index] = min(tracks[index], highest) }
      highest = tracks[index]
    }
  }

  private func startsNote(_ index: Int) -> Bool { played.events[index].message.startsNote }
}

extension FileEvent {
  /// Whether the event is a key signature or a text event (including markers), but not a track name.
  fileprivate var isKept: Bool {
    guard case .meta(let type, _) = content else { return false }
    return (1...15).contains(type) && type != 0x03 || type == 0x59
  }

  /// Whether the event is a title or another piece of information as in karaoke files.
  fileprivate var isTitle: Bool {
    guard case .meta(0x01, let bytes) = content else { return false }
    return bytes.starts(with: "@T".utf8)
  }

  /// Returns the title of a song, as in karaoke files.
  fileprivate static func title(_ name: String) -> FileEvent {
    FileEvent(tick: 0, .meta(type: 0x01, Array("@T\(name)".utf8)))
  }
}
