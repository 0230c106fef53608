import TactusFiles
import TactusMIDI
import TactusPictures
import TactusTime
import TestSupport
import Testing

@Suite struct SongPictureTests {
  /// A song of notes (channel, key, velocity, first tick, last tick) at 480 ticks to the quarter, 120 bpm; from bar 3 on
  /// half as fast.
  private func song(_ notes: [(UInt8, UInt8, UInt8, Int64, Int64)], endTick: Int64 = 0) -> MIDIFile {
    var track = MIDIFile.Track()
    track.appendTempo(microsecondsPerQuarter: 500_000, at: 0)
    var events: [(Int64, Int, ChannelMessage)] = []
    for (channel, key, velocity, start, end) in notes {
      events.append((start, 1, ChannelMessage(status: 0x90 | channel, key, velocity)))
      events.append((end, 0, ChannelMessage(status: 0x80 | channel, key, 64)))
    }
    var hasSlowed = false
    for event in events.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
      if event.0 >= 3840, !hasSlowed {
        track.appendTempo(microsecondsPerQuarter: 1_000_000, at: 3840)
        hasSlowed = true
      }
      track.append(event.2, at: event.0)
    }
    track.endTick = max(track.endTick, endTick)
    return MIDIFile(format: .single, division: .ticksPerQuarter(480), tracks: [track])
  }

  private func layout(_ song: MIDIFile, _ settings: PictureSettings = PictureSettings()) -> SongLayout {
    SongLayout(SongContents(song), name: "test", settings: settings)
  }

  /// Before bar 3 a quarter lasts half a second, after it a whole one.
  private func second(_ tick: Int64) -> Double {
    tick <= 3840 ? Double(tick) / 960 : 4 + Double(tick - 3840) / 480
  }

  @Test func aNotesRectangleIsWhereItsTickIs() throws {
    let notes: [(UInt8, UInt8, UInt8, Int64, Int64)] = [
      (0, 60, 100, 0, 960), (1, 64, 20, 1440, 4800), (0, 67, 127, 3840, 7680), (0, 60, 90, 5000, 5480),
    ]
    let layout = layout(song(notes))
    #expect(layout.scale.low == 0 && abs(layout.scale.high - second(7680)) < 1e-4)
    #expect(layout.notes.count == notes.count)
    let roll = try #require(layout.frames.roll)
    for (_, key, _, start, end) in notes {
      let wanted = layout.scale.position(second(start))
      let note = try #require(
        layout.notes.first { abs($0.start - second(start)) < 1e-4 && $0.key == key })
      let rect = try #require(layout.rect(of: note))
      #expect(abs(rect.x - wanted) < 0.05)
      #expect(abs(rect.maxX - layout.scale.position(second(end))) < 1)
      let row = layout.row(ofKey: Int(key), in: roll)
      #expect(rect.y >= row.y && rect.maxY <= row.y + row.height)
      #expect(roll.contains(Point(rect.x, rect.y)) && roll.contains(Point(rect.maxX, rect.maxY)))
    }
    // Higher keys lie higher.
    #expect(layout.row(ofKey: 67, in: roll).y < layout.row(ofKey: 60, in: roll).y)
  }

  @Test func channelsHaveColoursAndLoudNotesCoverMore() {
    let shapes = layout(song([(0, 60, 10, 0, 100), (0, 62, 120, 0, 100), (5, 64, 120, 0, 100)])).noteShapes()
    #expect(shapes.count == 3)
    #expect(shapes[0].ink.light == shapes[1].ink.light && shapes[0].ink.opacity < shapes[1].ink.opacity)
    #expect(shapes[2].ink.light != shapes[1].ink.light)
    let inks = Set((0..<16).map { SongLayout.ink($0).light })
    #expect(inks.count == 16)
  }

  @Test func drumsHaveRowsOfTheirOwn() throws {
    let layout = layout(song([(9, 36, 100, 0, 10), (9, 42, 100, 480, 490), (0, 60, 90, 0, 960)]))
    let panel = try #require(layout.frames.drums)
    #expect(layout.drumKeys == [36, 42])
    for note in layout.notes where note.isDrum {
      let rect = try #require(layout.rect(of: note))
      #expect(rect.y >= panel.y && rect.maxY <= panel.maxY)
      #expect(abs(rect.x - layout.scale.position(note.start)) < 0.01)
    }
    let words = layout.drawn().texts.map(\.string)
    #expect(words.contains("Bass Drum 1") && words.contains("Closed Hi-Hat"))
  }

  @Test func aPartOfASong() {
    var settings = PictureSettings()
    settings.seconds = 1...2
    settings.channels = [0]
    let song = song([(0, 60, 90, 0, 480), (0, 62, 90, 1000, 1100), (1, 64, 90, 1000, 1100), (0, 65, 90, 5000, 5500)])
    let part = layout(song, settings)
    #expect(part.scale.low == 1 && part.scale.high == 2)
    #expect(part.notes.map(\.key) == [62])
    settings.seconds = 1e6...1e7
    #expect(layout(song, settings).drawn().isFinite)
  }

  @Test func overlappingNotesOfOneKeyEndInTheirOrder() {
    var track = MIDIFile.Track()
    let events: [(Int64, UInt8)] = [(0, 0x90), (100, 0x90), (200, 0x80), (400, 0x80)]
    for (tick, status) in events {
      track.append(ChannelMessage(status: status, 60, 80), at: tick)
    }
    let contents = SongContents(MIDIFile(format: .single, division: .ticksPerQuarter(480), tracks: [track]))
    #expect(contents.notes.map { ($0.end * 960).rounded() } == [200, 400])
  }

  @Test func manyNotesBecomePixels() {
    let count = SongPicture.vectorNoteLimit + 1
    var notes: [(UInt8, UInt8, UInt8, Int64, Int64)] = []
    for index in 0..<count {
      let start = Int64(index * 3)
      notes.append((UInt8(index % 16), UInt8(30 + index % 60), 90, start, start + 200))
    }
    let many = song(notes)
    let picture = SongPicture(many, name: "many")
    #expect(picture.noteCount == count)
    let images = picture.drawing.shapes.filter { if case .image = $0 { true } else { false } }
    #expect(images.count == 2)  // the roll and the drums
    #expect(picture.drawing.shapes.count < 2000)
  }

  @Test func nothingAndLittleAndAllChannels() {
    var all = MIDIFile(division: .ticksPerQuarter(96), tracks: [])
    for port in 0..<16 as Range<UInt8> {
      var track = MIDIFile.Track()
      for channel in 0..<16 as Range<UInt8> {
        track.append(ChannelMessage(status: 0x90 | channel, 40 + channel, 100, port: port), at: 0)
      }
      track.endTick = 96
      all.tracks.append(track)
    }
    for song in [song([]), song([], endTick: 100_000), song([(0, 0, 1, 0, 1)]), song([(0, 127, 127, 0, 0)]), all] {
      for (width, height) in [(1200, 700), (320, 200), (4000, 300)] {
        var settings = PictureSettings()
        settings.size = .init(width: width, height: height)
        let drawing = SongPicture(song, name: "x", settings: settings).drawing
        #expect(drawing.isFinite && drawing.width == width && drawing.height == height)
      }
    }
  }

  @Test func wordsOfTheTimelineDoNotCollide() {
    var notes: [(UInt8, UInt8, UInt8, Int64, Int64)] = []
    for index in 0..<400 as Range<Int64> { notes.append((0, 60, 90, index * 480, index * 480 + 400)) }
    var song = song(notes)
    var markers = MIDIFile.Track()
    for index in 0..<200 as Range<Int64> {
      let text: String = "Part number \(index)"
      markers.appendMeta(6, Array(text.utf8), at: index * 960)
    }
    song.format = .simultaneous
    song.tracks.append(markers)
    let texts = layout(song).drawn().texts
    for (index, text) in texts.enumerated() {
      for other in texts[(index + 1)...] where text.position.y == other.position.y {
        #expect(!text.bounds.overlaps(other.bounds), "\(text.string) and \(other.string)")
      }
    }
  }

  @Test(.enabled(if: DebianSongs.areThere, "\(DebianSongs.whatIsMissing)")) func realSongsTwice() throws {
    for path in DebianSongs.paths.prefix(2) {
      let song = try DebianSongs.song(path)
      let (a, b) = (SongPicture(song, name: path).drawing, SongPicture(song, name: path).drawing)
      #expect(a.svg(theme: .auto) == b.svg(theme: .auto))
      #expect(a.isFinite)
    }
  }
}
