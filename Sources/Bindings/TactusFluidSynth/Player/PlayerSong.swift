import Tactus

/// A song prepared for a player: the events of all tracks in order.
struct PlayerSong {
  /// An event and its tick.
  struct Event {
    let tick: Int64
    let content: Content

    /// Whether it is a note-on or a note-off.
    var isNote: Bool {
      guard case .message(let message) = content else { return false }
      return message.kind == .noteOn || message.kind == .noteOff
    }

    /// Whether it sets the tempo.
    var isTempo: Bool {
      guard case .tempo = content else { return false }
      return true
    }
  }

  enum Content {
    case message(ChannelMessage)
    /// The bytes between F0 and F7.
    case systemExclusive([UInt8])
    /// Microseconds per quarter note.
    case tempo(Int32)
    /// A text (type 1) or a lyric (type 5).
    case text(type: UInt8, [UInt8])
  }

  let events: [Event]
  let endTick: Int64
  /// The tempo map of the file.
  let tempoMap: TempoMap
  /// The programs that the notes play.
  let programs: [ProgramUse]

  /// Reads a song. Throws the reader's error.
  init(_ bytes: FileBytes) throws {
    let file = try MIDIFile(reading: bytes)
    let track = file.mergedTrack()
    events = track.events.compactMap { event in
      Self.content(event, of: track).map { Event(tick: event.tick, content: $0) }
    }
    endTick = file.endTick
    tempoMap = file.tempoMap()
    programs = SequenceCompiler(sampleRate: 48_000).compile(file).programs
  }

  private static func content(_ event: MIDIFile.Event, of track: MIDIFile.Track) -> Content? {
    switch event.content {
    case .channel(let message): .message(message)
    case .sysEx(let slice):
      track.payload(slice).last == 0xF7 ? .systemExclusive(Array(track.payload(slice).dropLast())) : nil
    case .meta(let type, let slice) where type == 1 || type == 5: .text(type: type, Array(track.payload(slice)))
    case .meta(0x51, _), .tempo: tempo(track.meaning(of: event))
    default: nil
    }
  }

  private static func tempo(_ meaning: MIDIFile.Meta?) -> Content? {
    guard case .tempo(let tenNanoseconds) = meaning else { return nil }
    return .tempo(Int32(clamping: (Int64(tenNanoseconds) + 50) / 100))
  }
}
