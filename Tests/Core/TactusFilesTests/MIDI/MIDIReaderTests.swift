import TactusFiles
import TactusMIDI
import Testing

/// Valid files: everything that a Standard MIDI File may contain.
@Suite struct MIDIReaderTests {
  @Test func readsChannelMessagesWithAndWithoutRunningStatus() throws {
    let song = try readSong(
      MIDIBytes.song(
        [
          0, 0x90, 60, 64, 48, 60, 0, 0, 0xC3, 5, 1, 6, 0x81, 0x48, 0xD0, 99, 0, 0xE1, 0, 0x40, 0, 0xA2, 1, 2, 0, 0xBF,
          7, 127,
        ]),
      strict: true)
    #expect(song.diagnostics.isEmpty)
    #expect(song.format == .simultaneous && song.division == .ticksPerQuarter(96) && song.container == .plain)
    #expect(
      song.lines == [
        "0 90 3C 40", "48 90 3C 00", "48 C3 05", "49 C3 06", "249 D0 63", "249 E1 00 40", "249 A2 01 02",
        "249 BF 07 7F", "249 end",
      ])
    #expect(song.tracks[0].events[0].channelMessage == ChannelMessage(status: 0x90, 60, 64))
    #expect(MemoryLayout<MIDIFile.Event>.size == 16)
  }

  @Test func deltaTimeOfEndOfTrackCounts() throws {
    let song = try readSong(MIDIBytes.raw([0, 0x90, 60, 64, 96, 0x80, 60, 0, 0x83, 0x60, 0xFF, 0x2F, 0]), strict: true)
    #expect(song.tracks[0].endTick == 96 + 480 && song.endTick == 576)
  }

  @Test func emptyAndZeroLengthTracks() throws {
    let song = try readSong(MIDIBytes.header(tracks: 2) + MIDIBytes.track([]) + MIDIBytes.chunk("MTrk", []))
    #expect(song.tracks.map(\.lines) == [["0 end"], ["0 end"]])
    #expect(song.defects == [.noEndOfTrack])
  }

  @Test func variableLengthNumbersToTheirEnds() throws {
    let deltas: [([UInt8], Int64)] = [
      ([0], 0), ([0x40], 0x40), ([0x7F], 0x7F), ([0x81, 0], 0x80), ([0xC0, 0], 0x2000), ([0xFF, 0x7F], 0x3FFF),
      ([0x81, 0x80, 0], 0x4000), ([0xC0, 0x80, 0], 0x10_0000), ([0xFF, 0xFF, 0x7F], 0x1F_FFFF),
      ([0x81, 0x80, 0x80, 0], 0x20_0000), ([0xC0, 0x80, 0x80, 0], 0x800_0000),
      ([0xFF, 0xFF, 0xFF, 0x7F], 0xFFF_FFFF),
    ]
    for (bytes, value) in deltas {
      let song = try readSong(MIDIBytes.song(bytes + [0x90, 1, 2]), strict: true)
      #expect(song.lines.first == "\(value) 90 01 02")
    }
  }

  @Test func ticksBeyond32Bits() throws {
    let step: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F, 0x90, 1, 2]
    let song = try readSong(MIDIBytes.song(Array(repeatElement(step, count: 100).joined())), strict: true)
    #expect(song.endTick == 100 * 0xFFF_FFFF)
  }

  @Test(arguments: [1, 23, 24, 96, 480, 960, 10_000, 0x7FFF])
  func ticksPerQuarter(_ ticks: Int) throws {
    let song = try readSong(MIDIBytes.song(division: ticks, []), strict: true)
    #expect(song.division == .ticksPerQuarter(ticks) && song.division.ticksPerSecond == nil)
  }

  @Test func timecodeDivisions() throws {
    for (high, frames) in [(0xE8, 24), (0xE7, 25), (0xE3, 29), (0xE2, 30)] {
      let song = try readSong(MIDIBytes.song(division: high << 8 | 40, []), strict: true)
      #expect(song.division == .timecode(framesPerSecond: frames, ticksPerFrame: 40))
      let rate = try #require(song.division.ticksPerSecond)
      #expect(rate == (frames == 29 ? (1_200_000, 1001) : (frames * 40, 1)))
    }
  }

  @Test func formatsAndManyTracks() throws {
    #expect(try readSong(MIDIBytes.song(format: 0, []), strict: true).format == .single)
    #expect(try readSong(MIDIBytes.song(format: 2, [], []), strict: true).format == .independent)
    let many = MIDIBytes.header(tracks: 300) + (0..<300).flatMap { MIDIBytes.track([0, 0x90, UInt8($0 % 128), 1]) }
    #expect(try readSong(many, strict: true).tracks.count == 300)
  }

  @Test func metaEvents() throws {
    let song = try readSong(
      MIDIBytes.song([
        0, 0xFF, 0x00, 2, 1, 2, 0, 0xFF, 0x00, 0, 0, 0xFF, 0x03, 2, 65, 0xE9, 0, 0xFF, 0x20, 1, 9, 0, 0xFF, 0x51, 3,
        0x07, 0xA1, 0x20, 0, 0xFF, 0x54, 5, 0x61, 2, 3, 4, 5, 0, 0xFF, 0x58, 4, 6, 3, 36, 8, 0, 0xFF, 0x59, 2, 0xFD, 1,
        0, 0xFF, 0x7F, 3, 0x41, 1, 2, 0, 0xFF, 0x60, 1, 7,
      ]), strict: true)
    #expect(song.diagnostics.isEmpty)
    let track = song.tracks[0]
    #expect(
      track.events.map { track.meaning(of: $0) } == [
        .sequenceNumber(0x102), .sequenceNumber(nil), .text(.trackName), .channelPrefix(9),
        .tempo(tenNanoseconds: 50_000_000),
        .smpteOffset(.init(rateAndHours: 0x61, minutes: 2, seconds: 3, frames: 4, subframes: 5)),
        .timeSignature(.init(rawNumerator: 6, denominatorPower: 3, clocksPerClick: 36, thirtySecondsPerQuarter: 8)),
        .keySignature(.init(sharps: -3, isMinor: true)), .sequencerSpecific, .other(type: 0x60),
      ])
    #expect(Array(track.payload(of: track.events[2])) == [65, 0xE9])
    #expect(track.name == "Aé")
  }

  @Test func tempoAndMeterComeFromAllTracks() throws {
    let song = try readSong(
      MIDIBytes.song(
        [96, 0xFF, 0x51, 3, 0, 0, 2, 0, 0xFF, 0x58, 4, 3, 2, 24, 8],
        [
          0, 0xFF, 0x51, 3, 0, 0, 1, 96, 0xFF, 0x51, 3, 0, 0, 3, 0, 0xFF, 0x51, 3, 0, 0, 0, 0, 0xFF, 0x58, 4, 2, 1, 24,
          8,
        ]))
    #expect(song.tempoChanges().map(\.tick) == [0, 96])
    #expect(song.tempoChanges().map(\.tenNanoseconds) == [100, 300])
    #expect(song.tempoChanges(inTrack: 0).map(\.tenNanoseconds) == [200])
    #expect(song.meterChanges().map(\.signature.numerator) == [2])
    #expect(song.defects == [.metaPayload(type: 0x51, length: 3)])
  }

  @Test func systemExclusiveInOnePiece() throws {
    let song = try readSong(MIDIBytes.song([0, 0xF0, 3, 0x7E, 1, 0xF7, 5, 0xF0, 1, 0xF7]), strict: true)
    #expect(song.lines == ["0 F0 7E 01 F7", "5 F0 F7", "5 end"])
  }

  @Test func systemExclusiveInPacketsIsWholeAtItsLastPacket() throws {
    let song = try readSong(
      MIDIBytes.song([
        0, 0xF0, 2, 0x43, 0x12, 10, 0x90, 60, 64, 10, 0xF7, 2, 1, 2, 0, 0xF7, 1, 0xF8, 10, 0xF7, 2, 3, 0xF7, 0, 0xF7, 1,
        0xFA,
      ]))
    #expect(song.lines == ["10 90 3C 40", "20 F7 F8", "30 F0 43 12 01 02 03 F7", "30 F7 FA", "30 end"])
    #expect(song.diagnostics.isEmpty)
  }

  @Test func escapesAreKeptAsTheyAre() throws {
    let song = try readSong(MIDIBytes.song([0, 0xF7, 3, 0x90, 60, 64, 0, 0xF7, 1, 0xFE, 0, 0xF7, 2, 1, 2, 0, 0xF7, 0]))
    #expect(song.lines == ["0 F7 90 3C 40", "0 F7 FE", "0 F7 01 02", "0 F7", "0 end"])
    #expect(song.diagnostics.isEmpty)
  }

  @Test func mergedTrackKeepsTheOrderOfTicksThenTracksThenEvents() throws {
    let song = try readSong(
      MIDIBytes.song(
        [0, 0x90, 1, 1, 5, 0x90, 2, 1, 0, 0x80, 2, 0], [0, 0x91, 3, 1, 5, 0xFF, 1, 1, 65],
        [3, 0x92, 4, 1, 9, 0xFF, 0x2F, 0]))
    #expect(
      song.mergedTrack().lines == [
        "0 90 01 01", "0 91 03 01", "3 92 04 01", "5 90 02 01", "5 80 02 00", "5 FF 01 41", "12 end",
      ])
  }

  @Test func rmidIsUnwrappedAndItsBankFound() throws {
    let song = MIDIBytes.song([0, 0x90, 60, 64])
    let bank = MIDIBytes.riff("RIFF", Array("sfbk".utf8) + [1, 2, 3])
    let parts = MIDIBytes.riff("DISP", [1, 2, 3]) + MIDIBytes.riff("data", song) + bank
    let file = try readSong(MIDIBytes.rmid(parts), strict: true)
    #expect(file.lines == ["0 90 3C 40", "0 end"] && file.diagnostics.isEmpty)
    guard case .rmid(let range?, _) = file.container else { return #expect(Bool(false), "no bank") }
    #expect(Array(MIDIBytes.rmid(parts)[range]) == Array(bank.dropLast()))
    #expect(try readSong(MIDIBytes.rmid(MIDIBytes.riff("data", song))).container == .rmid(bank: nil))
  }

  /// DBNK anywhere in the list INFO: 0 to 127 in two bytes; any other content is ignored.
  @Test(
    arguments: [
      ([0, 0], 0), ([1, 0], 1), ([127, 0], 127), ([128, 0], nil), ([0, 1], nil), ([1], nil), ([1, 0, 0, 0], nil),
    ] as [([UInt8], Int?)])
  func rmidSaysItsBankOffset(bytes: [UInt8], offset: Int?) throws {
    let song = MIDIBytes.riff("data", MIDIBytes.song([0, 0x90, 60, 64]))
    let name = MIDIBytes.riff("INAM", Array("odd".utf8))
    let list = MIDIBytes.riff("LIST", Array("INFO".utf8) + name + MIDIBytes.riff("DBNK", bytes))
    for parts in [song + list, list + song] {
      #expect(try readSong(MIDIBytes.rmid(parts)).container == .rmid(bank: nil, bankOffset: offset))
    }
    let other = MIDIBytes.riff("LIST", Array("adtl".utf8) + MIDIBytes.riff("DBNK", [2, 0]))
    #expect(try readSong(MIDIBytes.rmid(other + song)).container == .rmid(bank: nil))
  }

  /// Chunks of odd sizes whose padding byte is missing hide neither the bank nor its offset.
  @Test func rmidWithoutPadding() throws {
    let song = MIDIBytes.riff("data", MIDIBytes.song([0, 0xC0, 5]))
    let name = MIDIBytes.riff("INAM", Array("odd".utf8))
    let offset = MIDIBytes.riff("DBNK", [2, 0])
    let bank = MIDIBytes.riff("RIFF", Array("sfbk".utf8))
    let list = MIDIBytes.riff("LIST", Array("INFO".utf8) + Array(name.dropLast()) + offset)
    let bytes = MIDIBytes.rmid(Array(song.dropLast()) + Array(list.dropLast()) + bank)
    guard case .rmid(let range?, 2?) = try readSong(bytes).container else { return #expect(Bool(false), "no bank") }
    #expect(Array(bytes[range]) == bank)
  }
}
