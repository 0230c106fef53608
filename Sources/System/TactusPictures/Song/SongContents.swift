import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime

/// The contents of a song's picture, in seconds from its start. The sequences of a format 2 file follow one another.
package struct SongContents {
  /// A key that is held for some time.
  package struct Note {
    package var start, end: Double
    /// The channel: port · 16 + channel.
    package var channelIndex: UInt8
    package var key: UInt8
    package var velocity: UInt8
    /// The index of the next note of the same key that sounds at the same time; −1 for none.
    fileprivate var next: Int32 = -1

    init(start: Double, channelIndex: UInt8, key: UInt8, velocity: UInt8) {
      (self.start, end) = (start, start)
      (self.channelIndex, self.key, self.velocity) = (channelIndex, key, velocity)
    }

    package var isDrum: Bool { channelIndex & 15 == 9 }
  }

  /// A label at a time.
  package struct Mark {
    package var second: Double
    package var text: String
  }

  /// The notes in order of their starts.
  package private(set) var notes: [Note] = []
  package private(set) var markers: [Mark] = []
  package private(set) var lyrics: [Mark] = []
  /// The meter changes; 4/4 by default.
  package private(set) var meters: [Mark] = []
  /// The name of the first track that has one.
  package private(set) var title = ""
  package let timeline: EventTimeline
  package let meterMap: MeterMap
  /// The end of the song.
  package private(set) var length = 0.0

  /// The maximum number of labels of each kind.
  fileprivate static let markLimit = 4096
  private static let rate = 48_000

  package init(_ song: MIDIFile) {
    timeline = SequenceCompiler(sampleRate: Self.rate, choice: .concatenated).compile(song)
    meterMap = song.meterMap(.concatenated)
    collectNotes()
    length = notes.reduce(Double(timeline.endFrame) / Double(Self.rate)) { max($0, $1.end) }
    collectWords(song)
  }

  /// Returns the time of a tick in seconds.
  package func second(atTick tick: Tick) -> Double { timeline.clock.seconds(atTick: tick).approximate }
  /// Returns the last tick at or before a time in seconds.
  package func tick(atSecond second: Double) -> Tick {
    timeline.clock.tick(atFrame: Int64(min(max(second * Double(Self.rate), 0), 0x1p52)))
  }
  package func tempo(atSecond second: Double) -> Double { timeline.clock.map.tempo(atTick: tick(atSecond: second)).bpm }

  /// Returns the numbers, counted from 1, of the requested channels (port · 16 + channel) that have no notes on any
  /// requested port.
  package func silentChannels(of wanted: Set<Int>) -> [Int] {
    let playing = Set(notes.lazy.filter { wanted.contains(Int($0.channelIndex)) }.map { Int($0.channelIndex & 15) })
    return Set(wanted.map { $0 & 15 }).subtracting(playing).sorted().map { $0 + 1 }
  }

  /// Collects the notes. A note-off ends the oldest sounding note of its key.
  private mutating func collectNotes() {
    notes.reserveCapacity(timeline.noteCount)
    var oldest = [Int32](repeating: -1, count: 1 << 15)
    var newest = oldest
    for event in timeline {
      let (message, second) = (event.message, Double(event.frame) / Double(Self.rate))
      let channelIndex = UInt8(message.port << 4 | message.channel)
      let key = Int(channelIndex) << 7 | Int(message.data1)
      if message.kind == .noteOn {
        let index = Int32(notes.count)
        notes.append(Note(start: second, channelIndex: channelIndex, key: message.data1, velocity: message.keyVelocity))
        if oldest[key] < 0 { oldest[key] = index } else { notes[Int(newest[key])].next = index }
        newest[key] = index
      } else if message.kind == .noteOff, oldest[key] >= 0 {
        let index = Int(oldest[key])
        notes[index].end = second
        oldest[key] = notes[index].next
      }
    }
    let end = Double(timeline.endFrame) / Double(Self.rate)
    for first in oldest where first >= 0 {
      var index = Int(first)
      while index >= 0 {
        notes[index].end = max(end, notes[index].start)
        index = Int(notes[index].next)
      }
    }
  }

  private mutating func collectWords(_ song: MIDIFile) {
    let hint = song.textHint
    for element in MergedEvents(song, choice: .concatenated) {
      guard let event = element.event, event.channelMessage == nil else { continue }
      let track = song.tracks[element.track]
      switch track.meaning(of: event) {
      case .text(.trackName) where title.isEmpty:
        title = Text.clean(track.payload(of: event).text(besideTexts: hint))
      case .text(.marker), .text(.cuePoint):
        add(mark(track.payload(of: event).text(besideTexts: hint), element.tick), to: &markers)
      case .text(.lyric): add(mark(track.payload(of: event).text(besideTexts: hint), element.tick), to: &lyrics)
      case .timeSignature:
        let meter = meterMap.meter(atTick: element.tick).description
        if meters.last?.text != meter { add(mark(meter, element.tick), to: &meters) }
      default: break
      }
    }
  }

  private func mark(_ text: String, _ tick: Tick) -> Mark {
    Mark(second: second(atTick: tick), text: Text.clean(text, limit: 80))
  }
}

/// Adds a mark that has a text, if the list has room.
private func add(_ mark: SongContents.Mark, to list: inout [SongContents.Mark]) {
  if !mark.text.isEmpty, list.count < SongContents.markLimit { list.append(mark) }
}

extension ChannelMessage {
  /// The velocity in 7 bits, 1…127; MIDI 2.0 has 16 bits in the second word.
  fileprivate var keyVelocity: UInt8 {
    word0 >> 28 == 2 ? data2 : UInt8(max(1, word1 >> 25))
  }
}
