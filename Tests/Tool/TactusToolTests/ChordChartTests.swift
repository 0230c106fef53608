import TactusFiles
import TactusMIDI
import TestSupport
import Testing

/// `tactus chords --per`, and how chords are spelled.
@Suite("tactus chords --per") struct ChordChartTests {
  /// A note: its key, the quarter on which it begins, and how many quarters it lasts.
  private typealias Note = (key: UInt8, start: Double, length: Double)

  private func song(
    _ notes: [Note], key: (sharps: Int8, isMinor: Bool)? = nil, meter: [UInt8] = [4, 2], channel: UInt8 = 0,
    pedal: ClosedRange<Int64>? = nil
  ) throws -> TemporaryFolder {
    var events: [(Int64, ChannelMessage)] = []
    if let pedal {
      events.append((pedal.lowerBound, ChannelMessage(status: 0xB0, 64, 127)))
      events.append((pedal.upperBound, ChannelMessage(status: 0xB0, 64, 0)))
    }
    for note in notes {
      events.append((Int64(note.start * 96), ChannelMessage(status: 0x90 | channel, note.key, 100)))
      events.append((Int64((note.start + note.length) * 96), ChannelMessage(status: 0x80 | channel, note.key, 64)))
    }
    var track = MIDIFile.Track()
    track.appendMeta(0x58, meter + [24, 8], at: 0)
    if let key { track.appendMeta(0x59, [UInt8(bitPattern: key.sharps), key.isMinor ? 1 : 0], at: 0) }
    for (tick, message) in events.sorted(by: { ($0.0, $0.1.status) < ($1.0, $1.1.status) }) {
      track.append(message, at: tick)
    }
    let folder = try TemporaryFolder()
    folder.make("song.mid", try MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track]).written())
    return folder
  }

  /// Position and chord of each line.
  private func chart(_ folder: TemporaryFolder, _ options: String...) throws -> [String] {
    let run = try ToolRun(["chords", "song.mid"] + options, in: folder)
    #expect(run.status == 0 && (run.errors.isEmpty || run.errors.contains("no chords")), "\(run.errors)")
    return run.output.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: " ")
      return "\(cells[0]) \(cells[2])"
    }
  }

  private func chord(_ keys: [UInt8], _ start: Double, _ length: Double) -> [Note] {
    keys.map { ($0, start, length) }
  }

  @Test("broken chords and passing notes are one chord for a bar, and another for each beat") func bars() throws {
    // C E G E in eighths with a B between; F and its bass; G7 as bass and chord; a bar of silence; A minor
    var notes: [Note] = []
    for (index, key) in [UInt8(48), 64, 67, 64, 48, 64, 71, 64].enumerated() {
      notes.append((key, Double(index) / 2, 0.5))
    }
    notes += chord([41], 4, 1) + chord([60, 65, 69], 5, 3)
    notes += chord([43], 8, 4) + chord([59, 62, 65], 9, 1) + chord([59, 62, 65], 11, 1)
    notes += chord([45, 57, 60, 64], 16, 4)
    let folder = try song(notes, key: (0, false))
    #expect(try chart(folder, "--per", "bar") == ["1:1:0 C", "2:1:0 F", "3:1:0 G7", "5:1:0 Am"])
    let beats = try chart(folder, "--per", "beat")
    #expect(beats.count == 16, "\(beats)")
    #expect(beats.count > 12 && beats[4] == "2:1:0 –" && beats[5] == "2:2:0 F/C" && beats[12] == "5:1:0 Am", "\(beats)")
  }

  @Test("names follow the key") func spelling() throws {
    let flats = chord([46, 58, 62, 65], 0, 4) + chord([51, 58, 63, 67], 4, 4) + chord([44, 60, 63, 68], 8, 4)
    #expect(try chart(song(flats, key: (-3, false)), "--per", "bar") == ["1:1:0 Bb", "2:1:0 Eb", "3:1:0 Ab"])
    #expect(try chart(song(flats, key: (5, false)), "--per", "bar") == ["1:1:0 A#", "2:1:0 D#", "3:1:0 G#"])
    // the leading tone of a minor key, and the third of its dominant in the bass
    let dominant = chord([44, 59, 64, 68], 0, 4) + chord([45, 60, 64, 69], 4, 4)
    #expect(try chart(song(dominant, key: (0, true)), "--per", "bar") == ["1:1:0 E/G#", "2:1:0 Am"])
    let run = try ToolRun(
      "chords", "song.mid", "--per", "bar", "--json",
      in: song(chord([44, 59, 63], 0, 4), key: (-7, false)))
    #expect(run.output.contains(#""pitches": ["Ab", "Cb", "Eb"]"#), "\(run.output)")
    #expect(run.output.contains(#""key": "C flat major""#) && run.output.contains(#""per": "bar""#))
    // --flats goes before the key
    #expect(try chart(song(flats, key: (5, false)), "--per", "bar", "--flats").first == "1:1:0 Bb")
  }

  @Test("without a signature the notes say the key") func keyFromNotes() throws {
    // E flat major: I IV V7 I
    let notes =
      chord([51, 63, 67, 70], 0, 4) + chord([56, 60, 63, 68], 4, 4) + chord([46, 62, 65, 68], 8, 4)
      + chord([51, 63, 67, 70], 12, 4)
    #expect(try chart(song(notes), "--per", "bar") == ["1:1:0 Eb", "2:1:0 Ab", "3:1:0 Bb7", "4:1:0 Eb"])
    let run = try ToolRun("chords", "song.mid", "--json", in: song(notes))
    #expect(run.output.contains(#""key": "E flat major""#) && run.output.contains(#""keysAreFromNotes": true"#))
    // E major, a semitone up
    let sharps = notes.map { Note($0.key + 1, $0.start, $0.length) }
    #expect(try chart(song(sharps), "--per", "bar") == ["1:1:0 E", "2:1:0 A", "3:1:0 B7", "4:1:0 E"])
    // also for chords as they change
    #expect(try chart(song(notes)).first == "1:1:0 Eb")
  }

  @Test("meters, pedals and channels count") func meters() throws {
    let waltz = chord([48], 0, 1) + chord([64, 67], 1, 2) + chord([43], 3, 1) + chord([59, 62], 4, 2)
    #expect(try chart(song(waltz, meter: [3, 2]), "--per", "bar") == ["1:1:0 C", "2:1:0 G"])
    // keys held by the pedal turn single notes into a chord
    let short: [Note] = [(48, 0, 0.1), (64, 0.2, 0.1), (67, 0.4, 0.1)]
    let pedal = try song(short, pedal: 0...380)
    #expect(try chart(pedal, "--per", "bar").first == "1:1:0 C")
    let dry = try chart(pedal, "--per", "beat", "--dry")
    #expect(dry.count == 1, "\(dry)")
    #expect(try chart(song(chord([36, 40, 43], 0, 4), channel: 9), "--per", "bar").isEmpty)
    #expect(try chart(song(chord([36, 40, 43], 0, 4), channel: 9), "--per", "bar", "--channels", "10").count == 1)
  }

  @Test("a note of years is refused in a line") func years() throws {
    let folder = try song([(60, 0, 2_500_000)])
    let run = try ToolRun(["chords", "song.mid", "--per", "beat"], in: folder, processorSeconds: 60)
    run.expectComplaint("more than 100,000 beats")
    // silence costs nothing
    let far = try song(chord([48, 52, 55], 0, 1) + chord([48, 52, 55], 2_000_000, 1), key: (0, false))
    #expect(try chart(far, "--per", "bar") == ["1:1:0 C", "500001:1:0 C"])
  }

  @Test("what does not go together is refused") func refusals() throws {
    let folder = try song([(60, 0, 1)])
    try ToolRun("chords", "song.mid", "--per", "beat", "--settling", "10", in: folder).expectComplaint(
      "--settling cannot be combined", status: 2)
    try ToolRun("chords", "song.mid", "--per", "tact", in: folder).expectComplaint(
      "--per 'tact': expected 'beat' or 'bar'", status: 2)
    #expect(try chart(folder, "--per", "bar") == ["1:1:0 –"])
  }
}
