import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime

/// The summary of a song's events, from one pass. In format 2, each track is a song; these songs follow one another.
struct SongSummary {
  /// The summary of a track.
  struct TrackFacts {
    var name = ""
    var noteCount = 0
    /// The end of the track.
    var endTick: Tick = 0
    /// The channels that it uses, port · 16 + channel.
    var channels: Set<Int> = []
  }

  /// A marker, a key signature, or another text with its position.
  struct Mark {
    let tick: Tick
    let text: String
  }

  private(set) var tracks: [TrackFacts]
  private(set) var meters: [(tick: Tick, signature: MIDIFile.TimeSignature)] = []
  private(set) var keySignatures: [Mark] = []
  /// Markers, cue points, and controllers that some programs use as loop points.
  private(set) var marks: [Mark] = []
  private(set) var texts: [MIDIFile.TextKind: [String]] = [:]
  private(set) var lyricCount = 0
  private(set) var isKaraoke = false
  /// The systems selected by reset messages, in order of appearance.
  private(set) var resets: [String] = []
  private(set) var sysExCount = 0
  /// The maximum number of notes held at once.
  private(set) var polyphony = 0
  /// The number of note-offs without a note.
  private(set) var orphanOffs = 0

  /// The number of held notes by port, channel and key.
  private var held = [UInt32](repeating: 0, count: 16 * 16 * 128)
  private var heldCount = 0
  private let textHint: MIDIFile.TextEncoding?

  init(_ song: MIDIFile) {
    textHint = song.textHint
    tracks = song.tracks.map { _ in TrackFacts() }
    for element in MergedEvents(song, choice: .concatenated) {
      if let event = element.event {
        take(event, element.tick, song.tracks[element.track], element.track)
      } else {
        tracks[element.track].endTick = element.tick
      }
    }
  }

  private mutating func take(_ event: MIDIFile.Event, _ tick: Tick, _ track: MIDIFile.Track, _ index: Int) {
    if let message = event.channelMessage {
      for message in message.midi1 { take(message, tick, index) }
      return
    }
    switch event.content {
    case .sysEx(let slice):
      sysExCount += 1
      if let reset = Self.reset(track.payload(slice)), !resets.contains(reset) { resets.append(reset) }
    case .meta, .tempo: if let meta = track.meaning(of: event) { take(meta, event, tick, track, index) }
    default: break
    }
  }

  private mutating func take(_ message: ChannelMessage, _ tick: Tick, _ track: Int) {
    let channel = Int(message.port) * 16 + Int(message.channel)
    let key = channel * 128 + Int(message.data1)
    tracks[track].channels.insert(channel)
    switch message.kind {
    case .noteOn where message.data2 > 0:
      start(key: key, track)
    case .noteOn, .noteOff:
      if held[key] > 0 {
        held[key] -= 1
        heldCount -= 1
      } else {
        orphanOffs += 1
      }
    case .controller: take(controller: Int(message.data1), Int(message.data2), tick)
    default: break
    }
  }

  private mutating func start(key: Int, _ track: Int) {
    tracks[track].noteCount += 1
    held[key] += 1
    heldCount += 1
    polyphony = max(polyphony, heldCount)
  }

  private mutating func take(controller: Int, _ value: Int, _ tick: Tick) {
    switch controller {
    case 111 where value == 0: marks.append(Mark(tick: tick, text: "controller 111: loop start (RPG Maker)"))
    case 116: marks.append(Mark(tick: tick, text: "controller 116: loop start (EMIDI, XMI)"))
    case 117: marks.append(Mark(tick: tick, text: "controller 117: loop end (EMIDI, XMI)"))
    case 118: marks.append(Mark(tick: tick, text: "controller 118: global loop start (EMIDI)"))
    case 119: marks.append(Mark(tick: tick, text: "controller 119: global loop end (EMIDI)"))
    default: break
    }
  }

  private mutating func take(
    _ meta: MIDIFile.Meta, _ event: MIDIFile.Event, _ tick: Tick, _ track: MIDIFile.Track, _ index: Int
  ) {
    switch meta {
    case .timeSignature(let signature):
      if meters.last?.signature != signature { meters.append((tick, signature)) }
    case .keySignature(let key): add(key, tick)
    case .text(let kind): take(kind, track.payload(of: event).text(besideTexts: textHint), tick, index)
    default: break
    }
  }

  /// Adds a key signature if it changes the key; each track may repeat it.
  private mutating func add(_ key: MIDIFile.KeySignature, _ tick: Tick) {
    if keySignatures.last?.text != key.words { keySignatures.append(Mark(tick: tick, text: key.words)) }
  }

  private mutating func take(_ kind: MIDIFile.TextKind, _ text: String, _ tick: Tick, _ track: Int) {
    switch kind {
    case .trackName where tracks[track].name.isEmpty: tracks[track].name = text
    case .lyric: lyricCount += 1
    case .marker, .cuePoint: marks.append(Mark(tick: tick, text: "\(kind.words) \"\(text)\""))
    case .text where text.hasPrefix("@KMIDI"): isKaraoke = true
    case .copyright, .text, .instrumentName:
      if texts[kind, default: []].count < 8 { texts[kind, default: []].append(text) }
    default: break
    }
  }

  /// Returns the system that a system-exclusive message (without its F0) resets; nil for other messages, and for those
  /// that the synthesizer does not follow.
  private static func reset(_ bytes: MIDIFile.Payload) -> String? {
    let bytes = Array(bytes.prefix(12))
    guard bytes.count >= 5 else { return nil }
    switch (bytes[0], bytes[2], bytes[3]) {
    case (0x7E, 0x09, 0x01): return "General MIDI"
    case (0x7E, 0x09, 0x02): return "General MIDI off"
    case (0x7E, 0x09, 0x03): return "General MIDI 2"
    case (0x41, 0x42, 0x12): return isRolandReset(bytes) ? "Roland GS" : nil
    case (0x43, 0x4C, 0x00) where bytes.count >= 7 && (bytes[4...6] == [0, 0x7E, 0] || bytes[4...6] == [0, 0x7F, 0]):
      return "Yamaha XG"
    default: return nil
    }
  }

  /// Whether a message to a Roland device resets it: the mode of the whole device, or GS, with a right checksum.
  private static func isRolandReset(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 9, bytes[1] == 0x10 || bytes[1] == 0x7F else { return false }
    let sum = bytes[4...8].reduce(0) { $0 + Int($1) }
    return (bytes[4...6] == [0x40, 0, 0x7F] || bytes[4...6] == [0, 0, 0x7F]) && sum % 128 == 0
  }
}
