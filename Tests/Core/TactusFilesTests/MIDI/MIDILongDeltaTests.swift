import TactusFiles
import TactusMIDI
import TestSupport
import Testing

/// Damage must not lengthen a song: tracks end before implausible delta times.
@Suite struct MIDILongDeltaTests {
  private static let long: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F]
  /// Forty notes of a quarter of a second.
  private static let notes: [UInt8] = (0..<40).flatMap { (index: UInt8) -> [UInt8] in
    [0, 0x90, 60 + index % 12, 100, 48, 0x80, 60 + index % 12, 0]
  }

  private func bytes(_ tracks: [UInt8]..., format: Int = 1, division: Int = 96) -> [UInt8] {
    MIDIBytes.header(format: format, tracks: tracks.count, division: division)
      + tracks.flatMap { MIDIBytes.chunk("MTrk", $0 + ($0.suffix(2) == [0x2F, 0] ? [] : MIDIBytes.endOfTrack)) }
  }

  @Test func garbageBehindFortyNotes() throws {
    let file = bytes(Self.notes + Self.long + [0x90, 60, 100], format: 0)
    let song = try readSong(file)
    #expect(song.eventCount == 80 && song.endTick == 1_920)
    #expect(song.defects == [.longDelta(seconds: 1_398_101, isAfterDamage: false, events: 1)])
    #expect(
      song.diagnostics.kept.first?.description
        == "error: track 1, byte 342: a delta time of 16 days far beyond all other events: the track ends before it, "
        + "without 1 event")
    #expect(try readSong(file, strict: true).endTick == 1_920 + 0x0FFF_FFFF)
    #expect(try readSong(file) { $0.keepsLongDeltas = true }.endTick == 1_920 + 0x0FFF_FFFF)
  }

  @Test func silenceOfHoursBeforeTheEnd() throws {
    let song = try readSong(bytes([0, 0x90, 60, 100, 1, 0x80, 60, 0] + Self.long + [0xFF, 0x2F, 0], format: 0))
    #expect(song.lines == ["0 90 3C 64", "1 80 3C 00", "1 end"])
    #expect(song.diagnostics.count(atLeast: .error) == 0 && song.defects.count == 1)
  }

  @Test func notesThatMayBeMeantStay() throws {
    let held = try readSong(bytes([0, 0x90, 60, 100] + Self.long + [0x80, 60, 0], format: 0, division: 1))
    #expect(held.endTick == 0x0FFF_FFFF && held.diagnostics.isEmpty)
    // a chord of forty keys that is held for days
    let keys: [UInt8] = (0..<40).flatMap { (index: UInt8) -> [UInt8] in [0, 0x90, index + 30, 100] }
    let chord = try readSong(bytes(keys + Self.long + [0x80, 30, 0], format: 0))
    #expect(chord.eventCount == 41 && chord.diagnostics.isEmpty)
    // as many notes after it as before
    let halves = try readSong(bytes(Self.notes + Self.long + [0x90, 1, 1] + Self.notes, format: 0))
    #expect(halves.eventCount == 161 && halves.diagnostics.isEmpty)
    // less than an hour, and all tracks continue
    let pause = try readSong(bytes([0x81, 0x80, 0x00, 0x90, 60, 100], division: 4))
    #expect(pause.diagnostics.isEmpty)
    let all = try readSong(bytes(Self.long + [0x90, 1, 1], Self.long + [0x91, 1, 1]))
    #expect(all.eventCount == 2 && all.diagnostics.isEmpty)
  }

  @Test func aTrackFarBeyondAllOthersEnds() throws {
    let broken: [UInt8] = [0, 0x91, 60, 100] + Self.long + [0x81, 60, 0] + Self.notes
    let song = try readSong(bytes(Self.notes, broken))
    #expect(song.tracks[0].events.count == 80 && song.tracks[1].lines == ["0 91 3C 64", "0 end"])
    #expect(song.defects == [.longDelta(seconds: 1_398_101, isAfterDamage: false, events: 81)])
    #expect(song.diagnostics.kept.first?.track == 1)
    // two broken ones, one later than the other; a track of texts
    let other: [UInt8] = [0, 0x92, 60, 100, 0x83, 0xDD, 0x80, 0x00, 0x82, 60, 0] + Self.notes
    let text: [UInt8] = [0, 0xFF, 1, 1, 65] + Self.long + [0xFF, 0x2F, 0]
    let three = try readSong(bytes(text, Self.notes, broken, other))
    #expect(three.tracks.map(\.endTick) == [0, 1_920, 0, 0] && three.defects.count == 3)
  }

  @Test func anHourAfterDamageEndsTheTrack() throws {
    let hours: [UInt8] = [0x83, 0xDD, 0x80, 0x00]  // 7,815,168 ticks
    let start: [UInt8] = [0, 0x90, 60, 100, 0, 0x90, 60, 200]
    let song = try readSong(bytes(start + hours + [0x90, 60, 100] + hours + Self.notes.dropFirst(), format: 0))
    #expect(song.endTick == 0)
    #expect(
      song.defects == [.dataByte(200, .clamp), .longDelta(seconds: 40_704, isAfterDamage: true, events: 81)])
    // the event of the delta time itself is the damaged one
    let itself = try readSong(bytes([0, 0x90, 60, 100] + hours + [0x90, 60, 200] + Self.notes, format: 0))
    #expect(itself.endTick == 0)
    let minutes = try readSong(bytes(start + [0x90, 0x00] + Self.notes.dropFirst(), format: 0))
    #expect(minutes.endTick == 2_048 + 1_920 && minutes.defects.count == 1)
  }

  @Test func tracksOfFormatTwoAreSongsOfTheirOwn() throws {
    let song = try readSong(bytes(Self.notes, Self.notes + Self.long + [0x90, 1, 1], format: 2))
    #expect(song.tracks.map(\.endTick) == [1_920, 1_920] && song.diagnostics.kept.map(\.track) == [1])
  }

  @Test func timeCodeAndSlowTempi() throws {
    let file = bytes(Self.notes + [0x81, 0xC8, 0xC0, 0x00, 0x90, 1, 1], format: 0, division: 0xE728)
    #expect(try readSong(file).endTick > 1_920, "3,284,992 ticks of a millisecond are less than an hour")
    let hours = bytes(Self.notes + [0x84, 0xC8, 0xC0, 0x00, 0x90, 1, 1], format: 0, division: 0xE728)
    #expect(try readSong(hours).endTick == 1_920)
    let slow: [UInt8] = [0, 0xFF, 0x51, 3, 0xFF, 0xFF, 0xFF] + Self.notes + [0x81, 0x80, 0x00, 0x90, 1, 1]
    #expect(try readSong(bytes(slow, format: 0, division: 24)).endTick == 1_920)
  }

  @Test func songsBelowTwoHoursAreLeftAlone() throws {
    for seed in 0..<UInt64(rounds(60)) {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...4, using: &random)
      var tracks: [MIDIFile.Track] = []
      for _ in 0..<count {
        var track = MIDIFile.Track()
        var tick: Int64 = 0
        while tick < 1_380_000, Int.random(in: 0...9, using: &random) > 0 {
          tick = min(1_382_000, tick + Int64.random(in: 0...1_382_000, using: &random))
          track.append(ChannelMessage(status: 0x90, 60, .random(in: 0...1, using: &random)), at: tick)
        }
        track.endTick = min(1_382_400, tick + 1_000)
        tracks.append(track)
      }
      let song = MIDIFile(division: .ticksPerQuarter(96), tracks: tracks)
      #expect(try readSong(song.written()) == song, "seed \(seed)")
    }
  }

  @Test func manyLongDeltaTimesOfOneTrackTakeLinearTime() throws {
    let later = Array(repeatElement(Self.long + [0xB0, 1, 1], count: 100_000).joined())
    let seconds = try processorSeconds {
      let song = try readSong(bytes([0, 0x90, 60, 100] + later, format: 0, division: 1))
      #expect(song.eventCount == 100_001 && song.diagnostics.isEmpty)
    }
    #expect(seconds < 60)
  }

  @Test func manyBrokenTracksTakeLinearTime() throws {
    let track = MIDIBytes.chunk("MTrk", [0, 0x90, 1, 1] + Self.long + [0x80, 1, 1] + MIDIBytes.endOfTrack)
    for format in [1, 2] {
      let tracks = Array(repeatElement(track, count: 30_000).joined())
      let song = try readSong(MIDIBytes.header(format: format, tracks: 30_000) + tracks)
      #expect(song.eventCount == 60_000)
    }
  }
}
