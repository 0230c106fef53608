import TactusFiles
import TactusMIDI
import TactusSequencer

extension Score {
  /// The beginning of a timeline.
  package init(_ timeline: EventTimeline, length: Int) {
    self.init(length: length)
    events = timeline.prefix { $0.frame < length }.map { (Int($0.frame), $0.message) }
  }

  /// The score as a song of one track, a tick for each frame at 48,000 frames per second.
  package var song: MIDIFile {
    var track = MIDIFile.Track()
    track.appendTempo(microsecondsPerQuarter: 500_000, at: 0)
    var exclusive: [UInt8] = []
    for event in events {
      let message = event.message
      guard message.isSystemExclusive else {
        track.append(message, at: Int64(event.frame))
        continue
      }
      exclusive += (0..<message.packetByteCount).map { message.packetByte($0) }
      if message.packetForm == .whole || message.packetForm == .end {
        track.appendSysEx(exclusive + [0xF7], at: Int64(event.frame))
        exclusive = []
      }
    }
    track.endTick = Int64(length)
    return MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
  }
}

extension MIDIFile {
  /// A song of one track, of messages with their ticks. A tick is a frame at 48,000 frames per second.
  package init(_ events: [(Int64, ChannelMessage)], endTick: Int64) {
    var track = MIDIFile.Track()
    for (tick, message) in events { track.append(message, at: tick) }
    track.endTick = endTick
    self.init(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
  }

  /// A song of one note, which begins at tick 0 and has a number of ticks, as above. It ends with the note, unless
  /// another end is given.
  package static func oneNote(ticks: Int64, endTick: Int64? = nil) -> MIDIFile {
    MIDIFile([(0, .noteOn(60)), (ticks, .noteOff(60))], endTick: endTick ?? ticks)
  }

  /// The song up to a tick.
  package func beginning(ticks: Int64) -> MIDIFile {
    var short = MIDIFile(format: format, division: division)
    for track in tracks {
      var copy = MIDIFile.Track()
      for event in track.events where event.tick < ticks {
        switch event.content {
        case .channel(let message): copy.append(message, at: event.tick)
        case .meta(let type, let slice): copy.appendMeta(type, track.payload(slice), at: event.tick)
        case .sysEx(let slice): copy.appendSysEx(track.payload(slice), at: event.tick)
        default: break
        }
      }
      copy.endTick = ticks
      short.tracks.append(copy)
    }
    return short
  }
}
