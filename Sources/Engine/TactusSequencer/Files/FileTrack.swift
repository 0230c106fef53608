import TactusFiles
import TactusMIDI
import TactusTime

/// A track to be written to a file, with its events in the order of writing.
///
/// At one tick the order is: events that play nothing, note-offs, other messages, note-ons. Both messages of a note of
/// zero length belong to the last group, so that its note-off follows its note-on.
struct FileTrack {
  private enum Event {
    case message(ChannelMessage)
    case systemExclusive([UInt8], port: UInt8)
    case kept(FileEvent.Content)

    /// The port of the event; nil if it is not sent.
    var port: UInt8? {
      switch self {
      case .message(let message), .kept(.noteOff(let message)): message.port
      case .systemExclusive(_, let port), .kept(.escape(_, let port)), .kept(.unfinished(_, let port)): port & 15
      case .kept(.meta), .kept(.tempo), .kept(.packet): nil
      }
    }
  }

  private enum Rank: Int { case kept, noteOff, message, noteOn }

  private var events: [(tick: Tick, rank: Rank, event: Event)] = []
  private var endTick: Tick = 0
  private let portNumbers: [UInt8]

  /// Creates a track that only has events that play nothing.
  init(_ events: [FileEvent]) {
    portNumbers = [0]
    for event in events { add(event.tick, .kept, .kept(event.content)) }
  }

  /// Creates a track that plays a clip. Of the track's file events, it keeps those for which `isKept` returns true.
  init(_ track: Track, keeping isKept: (FileEvent) -> Bool, _ portNumbers: [UInt8]) {
    self.portNumbers = portNumbers
    let keepsName = (MIDISequence.name(in: track.fileEvents) ?? "") == track.name
    if !keepsName { for event in track.nameEvents { add(event.tick, .kept, .kept(event.content)) } }
    for event in track.fileEvents where isKept(event) && (keepsName || !event.isMeta(0x03)) {
      if case .noteOff = event.content {
        add(event.tick, .noteOff, .kept(event.content))
      } else {
        add(event.tick, .kept, .kept(event.content))
      }
    }
    guard let clip = track.clip else { return }
    for message in clip.messages {
      switch message.content {
      case .channel(let content): if !content.isOfNote { add(message.tick, .message, .message(content)) }
      case .systemExclusive(let bytes, let port): add(message.tick, .message, .systemExclusive(bytes, port: port))
      }
    }
    add(clip.notes)
    endTick = max(0, min(clip.length ?? 0, Self.lastTick))
  }

  private mutating func add(_ notes: NoteList) {
    var ends: [(tick: Tick, message: ChannelMessage)] = []
    for note in notes {
      let noteOn = ChannelMessage.noteOn(
        note.key, velocity: Int(note.velocity), channel: note.channel, port: note.port)
      let noteOff = noteOn.noteOff(velocity: note.releaseVelocity)
      add(note.onset, .noteOn, .message(noteOn))
      if note.duration <= 0 { add(note.onset, .noteOn, .message(noteOff)) } else { ends.append((note.end, noteOff)) }
    }
    for end in ends { add(end.tick, .noteOff, .message(end.message)) }
  }

  private static let lastTick: Tick = (1 << 53) - 1

  private mutating func add(_ tick: Tick, _ rank: Rank, _ event: Event) {
    events.append((min(max(0, tick), Self.lastTick), rank, event))
  }

  /// The track with its events in order. Port events (FF 21) are added where the port changes and the kept events do
  /// not set it.
  var track: MIDIFile.Track {
    let order = events.indices.sorted {
      (events[$0].tick, events[$0].rank.rawValue, $0) < (events[$1].tick, events[$1].rank.rawValue, $1)
    }
    var track = MIDIFile.Track()
    var port = firstPort
    for index in order {
      let (tick, _, event) = events[index]
      if case .kept(.meta(0x21, let bytes)) = event, let number = bytes.first { port = number }
      if let number = event.port.map(number), let before = port, number != before {
        track.appendMeta(0x21, [number], at: tick)
        port = number
      }
      append(event, at: tick, to: &track)
    }
    track.endTick = max(track.endTick, endTick)
    return track
  }

  private func number(ofPort port: UInt8) -> UInt8 {
    Int(port) < portNumbers.count ? portNumbers[Int(port)] & 127 : port
  }

  /// The port number before any port event; nil if a device name defines it.
  private var firstPort: UInt8? {
    var hasDeviceName = false
    for (_, _, event) in events {
      guard case .kept(.meta(let type, let bytes)) = event else { continue }
      if type == 0x21, let number = bytes.first { return number }
      if type == 0x09 { hasDeviceName = true }
    }
    return hasDeviceName ? nil : 0
  }

  private func append(_ event: Event, at tick: Tick, to track: inout MIDIFile.Track) {
    switch event {
    case .message(let message), .kept(.noteOff(let message)): track.append(message, at: tick)
    case .systemExclusive(let bytes, let port):
      track.append(bytes.map { $0 & 127 } + [0xF7], isEscape: false, port: port, at: tick)
    case .kept(.meta(let type, let bytes)): track.appendMeta(anyType: type, bytes, at: tick)  // type 2F sets the end
    case .kept(.tempo(let units)): track.appendTempo(tenNanoseconds: units, at: tick)
    case .kept(.escape(let bytes, let port)): track.append(bytes, isEscape: true, port: port, at: tick)
    case .kept(.unfinished(let bytes, let port)): track.append(bytes, isEscape: false, port: port, at: tick)
    case .kept(.packet(let bytes)): track.appendPacket(bytes, at: tick)
    }
  }
}
