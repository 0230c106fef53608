import TactusFiles
import TactusMIDI
import TactusTime

/// What one walk through the events of a song finds out. In format 2 each track is a song and walked for itself.
struct SongSurvey {
  /// A track's own share.
  struct TrackFacts {
    var name = ""
    var noteCount = 0
    /// Port · 16 + channel of all that the track plays.
    var channels: Set<Int> = []
  }

  /// A preset that a channel plays.
  struct Sound: Hashable {
    /// Counted from 0.
    var port: Int
    var channel: Int
    /// Controllers 0 and 32.
    var bankMSB: Int
    var bankLSB: Int
    var program: Int

    var isDrums: Bool { channel == 9 }
    var order: [Int] { [port, channel, bankMSB, bankLSB, program] }
  }

  /// How a sound is used.
  struct SoundUse {
    var noteCount: Int
    var low: Int
    var high: Int
  }

  /// Something that holds from a tick on.
  struct Mark {
    let tick: Tick
    let text: String
  }

  private(set) var tracks: [TrackFacts]
  private(set) var sounds: [Sound: SoundUse] = [:]
  private(set) var meters: [(tick: Tick, signature: MIDIFile.TimeSignature)] = []
  private(set) var keySignatures: [Mark] = []
  /// Markers, cue points, and controllers that some programs take for loop points.
  private(set) var marks: [Mark] = []
  private(set) var texts: [MIDIFile.TextKind: [String]] = [:]
  private(set) var lyricCount = 0
  private(set) var isKaraoke = false
  /// The synthesizers that a reset message asks for, in order of appearance.
  private(set) var resets: [String] = []
  private(set) var sysExCount = 0
  /// The most notes that are held at once.
  private(set) var polyphony = 0
  /// Note-offs that no note waits for.
  private(set) var orphanOffs = 0

  /// Notes that are held, by port, channel and key.
  private var held = [UInt32](repeating: 0, count: 16 * 16 * 128)
  private var heldCount = 0
  private var channels: [Sound]

  var noteCount: Int { tracks.reduce(0) { $0 + $1.noteCount } }
  /// Notes that never end.
  private(set) var endlessNotes = 0

  init(_ song: MIDIFile) {
    tracks = song.tracks.map { _ in TrackFacts() }
    channels = Self.freshChannels
    for part in song.songs {
      for element in MergedEvents(Array(song.tracks[part])) {
        guard let event = element.event else { continue }
        take(event, song.tracks[part.lowerBound + element.track], part.lowerBound + element.track)
      }
      endlessNotes += heldCount
      for index in held.indices { held[index] = 0 }
      heldCount = 0
      channels = Self.freshChannels
    }
  }

  private static var freshChannels: [Sound] {
    (0..<256).map { Sound(port: $0 / 16, channel: $0 % 16, bankMSB: 0, bankLSB: 0, program: 0) }
  }

  private mutating func take(_ event: MIDIFile.Event, _ track: MIDIFile.Track, _ index: Int) {
    if let message = event.channelMessage { return take(message, event.tick, index) }
    switch event.content {
    case .sysEx(let slice):
      sysExCount += 1
      if let reset = Self.reset(track.payload(slice)), !resets.contains(reset) { resets.append(reset) }
    case .meta, .tempo: if let meta = track.meaning(of: event) { take(meta, event, track, index) }
    default: break
    }
  }

  private mutating func take(_ message: ChannelMessage, _ tick: Tick, _ track: Int) {
    let channel = Int(message.port) * 16 + Int(message.channel)
    let key = channel * 128 + Int(message.data1)
    tracks[track].channels.insert(channel)
    switch message.kind {
    case .noteOn where message.data2 > 0:
      start(key: key, channel, track)
    case .noteOn, .noteOff:
      if held[key] > 0 {
        held[key] -= 1
        heldCount -= 1
      } else {
        orphanOffs += 1
      }
    case .controller: take(controller: Int(message.data1), Int(message.data2), channel, tick)
    case .program: channels[channel].program = Int(message.data1)
    default: break
    }
  }

  private mutating func start(key: Int, _ channel: Int, _ track: Int) {
    tracks[track].noteCount += 1
    held[key] += 1
    heldCount += 1
    polyphony = max(polyphony, heldCount)
    let number = key % 128
    let use = sounds[channels[channel]] ?? SoundUse(noteCount: 0, low: number, high: number)
    sounds[channels[channel]] = SoundUse(
      noteCount: use.noteCount + 1, low: min(use.low, number), high: max(use.high, number))
  }

  private mutating func take(controller: Int, _ value: Int, _ channel: Int, _ tick: Tick) {
    switch controller {
    case 0: channels[channel].bankMSB = value
    case 32: channels[channel].bankLSB = value
    case 111 where value == 0: marks.append(Mark(tick: tick, text: "controller 111: loop start (RPG Maker)"))
    case 116: marks.append(Mark(tick: tick, text: "controller 116: loop start (EMIDI, XMI)"))
    case 117: marks.append(Mark(tick: tick, text: "controller 117: loop end (EMIDI, XMI)"))
    case 118: marks.append(Mark(tick: tick, text: "controller 118: global loop start (EMIDI)"))
    case 119: marks.append(Mark(tick: tick, text: "controller 119: global loop end (EMIDI)"))
    default: break
    }
  }

  private mutating func take(_ meta: MIDIFile.Meta, _ event: MIDIFile.Event, _ track: MIDIFile.Track, _ index: Int) {
    switch meta {
    case .timeSignature(let signature):
      if meters.last?.signature != signature { meters.append((event.tick, signature)) }
    case .keySignature(let key): add(key, event.tick)
    case .text(let kind): take(kind, track.payload(of: event).text(), event.tick, index)
    default: break
    }
  }

  /// Each track may repeat the key; only a change counts.
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

  /// The synthesizer that a system-exclusive message (without its F0) resets; nil for other messages.
  private static func reset(_ bytes: MIDIFile.Payload) -> String? {
    let bytes = Array(bytes.prefix(12))
    guard bytes.count >= 5 else { return nil }
    switch (bytes[0], bytes[2], bytes[3]) {
    case (0x7E, 0x09, 0x01): return "General MIDI"
    case (0x7E, 0x09, 0x03): return "General MIDI 2"
    case (0x41, 0x42, 0x12) where bytes.count >= 7 && bytes[4...6] == [0x40, 0x00, 0x7F]: return "Roland GS"
    case (0x43, 0x4C, 0x00) where bytes.count >= 6 && bytes[4...5] == [0x00, 0x7E]: return "Yamaha XG"
    default: return nil
    }
  }
}
