import TactusFiles
import Testing

/// Headers, chunks and whole files: songs, other files, and data between tracks.
@Suite struct MIDIHeaderTests {
  private let track = MIDIBytes.track([0, 0x90, 60, 64])
  private let note = ["0 90 3C 40", "0 end"]

  private static let foreign: [(start: String, what: String)] = [
    ("PK\u{3}\u{4}", "a ZIP archive (unpack it first)"), ("GIF89a", "a GIF picture"), ("ID3\u{3}", "an MP3 audio file"),
    ("Rar!\u{1A}", "a RAR archive (unpack it first)"), ("RIFF....WAVEfmt ", "a WAV audio file"),
    ("RIFF....sfbkLIST", "a SoundFont bank"), ("RIFF....DLS colh", "a DLS bank"),
    ("FORM....AIFF", "an AIFF audio file"),
    ("\u{FEFF}  <!DOCTYPE HTML>\n<html>é", "an HTML page"), ("<html><body>", "an HTML page"),
    ("<?xml version='1.0'?>", "an XML document"), ("vti_encoding:SR|utf8-nl", "a FrontPage note about a file"),
    ("not a midi file", "a text file"), ("CAKEWALK\u{1A}", "a Cakewalk song"), ("MTM\u{10}", "a MultiTracker module"),
    ("MUS\u{1A}", "a Doom MUS song"), (String(repeating: "\0", count: 100), "a file of zeros (a broken copy?)"),
  ]

  @Test func saysWhatTheFileIsInstead() {
    for (start, what) in Self.foreign { check(Array(start.utf8), what) }
    check([0x89, 0x50, 0x4E, 0x47, 13, 10], "a PNG picture")
    check([0xF0, 0x7E, 0x7F, 9, 1, 0xF7], "a system-exclusive dump")
  }

  private func check(_ bytes: [UInt8], _ what: String) {
    #expect(throws: MIDIFileError.foreign(file: "test.mid", what: what)) { try readSong(bytes) }
    #expect(MIDIFileError.foreign(file: "test.mid", what: what).description == "test.mid is \(what), not a MIDI file")
  }

  @Test func emptyUnknownAndTooLarge() {
    #expect(throws: MIDIFileError.empty(file: "test.mid")) { try readSong([]) }
    #expect(throws: MIDIFileError.noHeader(file: "test.mid", searched: 5)) { try readSong([1, 2, 0xFE, 3, 4]) }
    #expect(throws: MIDIFileError.tooLarge(file: "test.mid", bytes: 32, limit: 31)) {
      try readSong(MIDIBytes.song([0, 0x90, 1, 2, 0, 0x80])) { $0.limits.fileBytes = 31 }
    }
    #expect(throws: MIDIFileError.noSong(file: "test.mid")) {
      try readSong(MIDIBytes.rmid(MIDIBytes.riff("DISP", [1])))
    }
    #expect(throws: MIDIFileError.foreign(file: "test.mid", what: "a text file")) {
      try readSong(MIDIBytes.rmid(MIDIBytes.riff("data", Array("hello".utf8))))
    }
  }

  @Test func headerMayBeginLate() throws {
    let song = MIDIBytes.header() + track
    for count in [1, 128, 1023] {
      let found = try readSong([UInt8](repeating: 0, count: count) + song)
      #expect(found.lines == note && found.defects == [.headerLate(bytes: count)])
    }
    #expect(throws: MIDIFileError.self) { try readSong([UInt8](repeating: 0, count: 1024) + song) }
    #expect(throws: MIDIFileError.foreign(file: "test.mid", what: "a program")) {
      try readSong([0x7F] + Array("ELF".utf8) + song)
    }
    #expect(throws: MIDIFileError.self) {
      try readSong([1] + MIDIBytes.chunk("MThd", [0, 1, 0, 1, 0, 96], length: 65) + track)
    }
  }

  @Test func headerOfAnotherLength() throws {
    let fields: [UInt8] = [0, 1, 0, 1, 0, 96]
    let longer = try readSong(MIDIBytes.chunk("MThd", fields + [1, 2, 3, 4]) + track)
    #expect(longer.lines == note && longer.defects == [.headerLength(10)])
    for length in [0, 5, 7, 0x0600_0000] {
      let wrong = try readSong(MIDIBytes.chunk("MThd", fields, length: length) + track)
      #expect(wrong.lines == note && wrong.defects == [.headerLength(length)], "length \(length)")
    }
    for count in 4..<14 {
      let cut = try readSong(Array(MIDIBytes.header().prefix(count)))
      #expect(cut.tracks.isEmpty && cut.defects.contains(.headerCut))
    }
  }

  @Test func formatAndNumberOfTracks() throws {
    let strange = try readSong(MIDIBytes.header(format: 7) + track)
    #expect(strange.format == .simultaneous && strange.defects == [.format(7)])
    let two = try readSong(MIDIBytes.header(format: 0, tracks: 2) + track + track)
    #expect(two.format == .simultaneous && two.tracks.count == 2 && two.defects == [.singleWithTracks(2)])
    for declared in [0, 1, 3, 0xFFFF] {
      let song = try readSong(MIDIBytes.header(tracks: declared) + track + track)
      #expect(song.tracks.map(\.lines) == [note, note] && song.defects == [.trackCount(declared: declared, found: 2)])
    }
    #expect(try readSong(MIDIBytes.header(tracks: 0)).tracks.isEmpty)
  }

  @Test func divisionsThatMakeNoSense() throws {
    let zero = try readSong(MIDIBytes.header(division: 0) + track)
    #expect(zero.division == .ticksPerQuarter(96) && zero.defects == [.divisionZero])
    #expect(try readSong(MIDIBytes.header(division: 0xE800) + track).defects == [.divisionZero])
    for (word, frames, ticks) in [(0xF060, 16, 96), (0xFFFF, 1, 255), (0x8001, 128, 1)] {
      let song = try readSong(MIDIBytes.header(division: word) + track)
      #expect(song.division == .timecode(framesPerSecond: frames, ticksPerFrame: ticks))
      #expect(song.defects == [.divisionRate(framesPerSecond: frames, ticksPerFrame: ticks)])
      #expect(try readSong(try song.written()) == song)
    }
  }

  @Test func alienChunksAreSkipped() throws {
    let song = try readSong(
      MIDIBytes.header() + MIDIBytes.chunk("XFIH", [1, 2, 3]) + track + MIDIBytes.chunk("cue ", []), strict: true)
    #expect(song.lines == note)
    #expect(song.defects == [.alienChunk(name: "XFIH", length: 3), .alienChunk(name: "cue ", length: 0)])
    let impossible = MIDIBytes.chunk("XFIH", [1, 2, 3], length: 0x7FFF_FFFF)
    let found = try readSong(MIDIBytes.header() + impossible + track)
    #expect(found.lines == note && found.defects == [.alienChunk(name: "XFIH", length: 3)])
    // the bytes of this length are "MTrk"
    #expect(try readSong(MIDIBytes.header() + Array("XFKMMTrk".utf8)).tracks.isEmpty)
    let garbage = try readSong(MIDIBytes.header() + [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] + track)
    #expect(garbage.lines == note && garbage.defects == [.strayBytes(10)])
  }

  @Test func fewBytesBehindTheLastTrackAreSkipped() throws {
    for count in 1...7 {
      let song = try readSong(MIDIBytes.header() + track + [UInt8](repeating: 0x20, count: count))
      #expect(song.lines == note && song.defects == [.strayBytes(count)])
    }
  }

  @Test func undeclaredTracksAreReadUnlessTheyAreGarbage() throws {
    let privateData = MIDIBytes.chunk("MTrk", [0xFF, 0x7F, 4, 0x24, 0x24, 0, 1, 1, 2, 3])
    let song = try readSong(MIDIBytes.header() + track + privateData + track)
    #expect(song.tracks.map(\.lines) == [note, note])
    #expect(song.defects == [.privateTrack, .trackCount(declared: 1, found: 2)])
  }

  @Test func damagedRIFF() throws {
    let song = MIDIBytes.header() + track
    let cut = MIDIBytes.riff("data", song, length: song.count + 1000)
    let found = try readSong(MIDIBytes.rmid(cut))
    #expect(
      found.lines == note && found.defects == [.riffCut(name: "data", length: song.count + 1000, available: song.count)]
    )
    let wrongSize = Array("RIFF".utf8) + [1, 0, 0, 0] + Array("RMID".utf8) + MIDIBytes.riff("data", song)
    #expect(try readSong(wrongSize).lines == note)
  }

  /// A song that follows another one is left out, with however many tracks; its tracks would play at the same time. A
  /// header before the first track begins no other song.
  @Test func onlyTheFirstOfSeveralSongsIsRead() throws {
    let song = MIDIBytes.header() + track
    for second in [song, MIDIBytes.header(tracks: 2, division: 480) + track + track] {
      let found = try readSong(song + second)
      #expect(found.lines == note && found.tracks.count == 1 && found.division == .ticksPerQuarter(96))
      #expect(found.defects == [.anotherSong(bytes: second.count)])
      #expect(found.diagnostics.kept[0].offset == song.count)
    }
    #expect(throws: MIDIFileError.self) { try readSong(song + song, strict: true) }
    let twice = try readSong(MIDIBytes.header() + song)
    #expect(twice.lines == note && twice.defects == [.alienChunk(name: "MThd", length: 6)])
    // without a track, or with an impossible length, it is a chunk like any other
    #expect(try readSong(song + MIDIBytes.header()).defects == [.alienChunk(name: "MThd", length: 6)])
  }

  @Test func strictReadingThrowsAtTheFirstDefect() throws {
    let bytes = MIDIBytes.header(tracks: 2) + track + MIDIBytes.track([3, 0xF8, 0, 0x90, 60, 0xFF])
    let error = #expect(throws: MIDIFileError.self) { try readSong(bytes, strict: true) }
    guard case .defect(_, let defect) = error else { return #expect(Bool(false)) }
    #expect(defect.defect == .systemMessage(status: 0xF8) && defect.track == 1 && defect.offset == bytes.count - 9)
    #expect(
      error?.description
        == "test.mid: track 2, byte 39: message F8, which does not belong in a file (read without strict to accept it)")
    let lenient = try readSong(bytes)
    #expect(lenient.diagnostics.count == 2 && lenient.diagnostics.count(atLeast: .error) == 2)
    #expect(
      lenient.diagnostics.kept[0].description
        == "error: track 2, byte 39: message F8, which does not belong in a file: skipped")
  }

  @Test func limits() throws {
    let busy = MIDIBytes.song(Array(repeatElement([UInt8](arrayLiteral: 0, 0xF8), count: 1500).joined()))
    let song = try readSong(busy)
    #expect(song.diagnostics.kept.count == 1000 && song.diagnostics.count == 1500 && song.diagnostics.omitted == 500)
    let notes = MIDIBytes.song([0, 0x90, 1, 1, 0, 2, 1, 0, 3, 1], [0, 0x90, 4, 1, 0, 5, 1], [0, 0x90, 1, 1])
    let few = try readSong(notes) { $0.limits.events = 4 }
    #expect(few.eventCount == 4 && few.tracks.count == 2 && few.defects.contains(.eventLimit(4)))
    let tracks = try readSong(notes) { $0.limits.tracks = 2 }
    #expect(tracks.tracks.count == 2 && tracks.defects.contains(.trackLimit(2)))
    let packets = MIDIBytes.song([0, 0xF0, 3, 1, 2, 3, 0, 0xF7, 3, 4, 5, 6, 0, 0xF7, 1, 0xF7, 0, 0xF0, 1, 0xF7])
    let sysEx = try readSong(packets) { $0.limits.sysExBytes = 5 }
    #expect(sysEx.lines == ["0 F0 01 02 03", "0 F0 F7", "0 end"] && sysEx.defects.contains(.sysExLimit(5)))
    #expect(try readSong(try sysEx.written()) == sysEx)
  }
}
