import TactusFiles
import TactusMIDI
import TactusTime

extension PlayedSequence {
  /// Returns the events as a song: a first track with the tempo, meter, key and text events until the end of playback,
  /// and the played tracks.
  ///
  /// - Parameter asOneTrack: whether all played tracks are merged into one, with events in the order in which they were
  ///   sent; in a file with several tracks, events at the same tick are ordered by track.
  package func song(asOneTrack: Bool) throws(FlatteningError) -> MIDIFile {
    var conductor = sequence
    conductor.fileEvents += sequence.tracks.flatMap { $0.fileEvents }
    conductor.fileEvents.removeAll { !$0.isKept }
    conductor.tracks = []
    var file = try conductor.midiFile()
    file.portNumbers = sequence.portNumbers
    for index in file.tracks.indices { file.tracks[index].end(at: end) }
    if asOneTrack {
      file.tracks.append(track(events))
    } else {
      let parts = Dictionary(grouping: events) { $0.track }
      for track in sequence.tracks { file.tracks.append(self.track(parts[track.id] ?? [], name: track.name)) }
    }
    file.format = file.tracks.count == 1 ? .single : .simultaneous
    return file
  }

  private func track(_ events: [PlayedEvent], name: String = "") -> MIDIFile.Track {
    var track = MIDIFile.Track()
    if !name.isEmpty { track.append(name, as: .trackName, at: 0) }
    var packets = PacketsJoined()
    for event in events {
      if !event.message.isSystemExclusive {
        track.append(event.message, at: event.tick)
      } else if let bytes = packets.bytes(of: event.message) {
        track.append(bytes.dropFirst(), isEscape: false, port: event.message.port, at: event.tick)
      }
    }
    track.endTick = end
    return track
  }
}

extension FileEvent {
  /// Whether the event is a key signature or a text event (including markers), but not a track name.
  fileprivate var isKept: Bool {
    guard case .meta(let type, _) = content else { return false }
    return (1...15).contains(type) && type != 0x03 || type == 0x59
  }
}
