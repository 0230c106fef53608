import TactusFiles
import TactusMIDI
import TestSupport
import Testing

/// Writing, and the law read(write(x)) = x.
@Suite struct MIDIWriterTests {
  @Test func bytesAreWhatTheSpecificationSays() throws {
    var track = MIDIFile.Track()
    track.append("Päng", as: .trackName, at: 0)
    track.appendTempo(microsecondsPerQuarter: 500_000, at: 0)
    track.append(.init(rawNumerator: 6, denominatorPower: 3), at: 0)
    track.append(ChannelMessage(status: 0x90, 60, 64), at: 0)
    track.append(ChannelMessage(status: 0x90, 60, 0), at: 200)
    track.append(ChannelMessage(status: 0xC5, 7), at: 200)
    track.appendSysEx([0x7E, 0x7F, 9, 1, 0xF7], at: 0x4000)
    track.appendEscape([0xF8], at: 0x4000)
    track.endTick = 0x4001
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(480), tracks: [track])
    let expected =
      MIDIBytes.header(format: 0, division: 480)
      + MIDIBytes.chunk(
        "MTrk",
        [0, 0xFF, 3, 5, 0x50, 0xC3, 0xA4, 0x6E, 0x67, 0, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0, 0xFF, 0x58, 4, 6, 3, 24, 8]
          + [0, 0x90, 60, 64, 0x81, 0x48, 0x90, 60, 0, 0, 0xC5, 7, 0xFE, 0x38, 0xF0, 5, 0x7E, 0x7F, 9, 1, 0xF7]
          + [0, 0xF7, 1, 0xF8, 1, 0xFF, 0x2F, 0])
    #expect(try song.written() == expected)
    #expect(try readSong(expected, strict: true) == song)
  }

  @Test func runningStatusIsCancelledByEverythingElse() throws {
    let song = try readSong(
      MIDIBytes.song([0, 0x90, 1, 1, 0, 0x90, 2, 1, 0, 0xFF, 1, 0, 0, 0x90, 3, 1, 0, 0x91, 3, 1]))
    var options = MIDIFile.WriteOptions()
    options.usesRunningStatus = true
    let bytes = try song.written(options)
    #expect(bytes == MIDIBytes.song([0, 0x90, 1, 1, 0, 2, 1, 0, 0xFF, 1, 0, 0, 0x90, 3, 1, 0, 0x91, 3, 1]))
    #expect(try readSong(bytes, strict: true) == song)
  }

  @Test func formats() throws {
    let song = try readSong(MIDIBytes.song([0, 0x90, 1, 1, 9, 0x90, 2, 1], [5, 0x91, 3, 1, 50, 0xFF, 0x2F, 0]))
    let single = try readSong(try song.written(.init(format: .single)), strict: true)
    #expect(single.format == .single && single.lines == ["0 90 01 01", "5 91 03 01", "9 90 02 01", "55 end"])
    #expect(throws: MIDIWriteError.dependentTracks(2)) { try song.written(.init(format: .independent)) }
    var independent = song
    independent.format = .independent
    #expect(throws: MIDIWriteError.independentTracks(2)) { try independent.written(.init(format: .single)) }
    #expect(throws: MIDIWriteError.independentTracks(2)) { try independent.writtenAsClip() }
    #expect(try readSong(try independent.written(), strict: true) == independent)
    let none = MIDIFile(division: .ticksPerQuarter(96))
    #expect(try readSong(try none.written(), strict: true) == none)
    #expect(try readSong(try none.written(.init(format: .single)), strict: true).lines == ["0 end"])
  }

  @Test func whatCannotBeWrittenIsRefused() throws {
    for division in [
      MIDIFile.Division.ticksPerQuarter(0), .ticksPerQuarter(0x8000), .timecode(framesPerSecond: 0, ticksPerFrame: 1),
    ] {
      #expect(throws: MIDIWriteError.division(division)) { try MIDIFile(division: division).written() }
    }
    var track = MIDIFile.Track()
    track.append(ChannelMessage(status: 0x90, 1, 1), at: 0x0FFF_FFFF)
    #expect(try readSong(try MIDIFile(division: .ticksPerQuarter(1), tracks: [track]).written()).endTick == 0x0FFF_FFFF)
    track.endTick = 0x2000_0000
    #expect(throws: MIDIWriteError.gap(track: 0, tick: 0x2000_0000)) {
      try MIDIFile(division: .ticksPerQuarter(1), tracks: [track]).written()
    }
    let many = MIDIFile(division: .ticksPerQuarter(1), tracks: Array(repeating: MIDIFile.Track(), count: 65_536))
    #expect(throws: MIDIWriteError.trackCount(65_536)) { try many.written() }
  }

  /// Each error says what is wrong, and what to do.
  @Test func errorsHaveARemedy() {
    let errors: [MIDIWriteError] = [
      .division(.ticksPerQuarter(40_000)), .division(.timecode(framesPerSecond: 0, ticksPerFrame: 1)),
      .gap(track: 0, tick: 1 << 29), .independentTracks(2), .dependentTracks(2), .trackCount(65_536),
      .trackLength(track: 0),
    ]
    for error in errors { #expect(error.description.contains("; "), "\(error)") }
    #expect(errors[0].description == "the file cannot store 40000 ticks per quarter note; use 1 to 32767")
  }

  @Test func anyLawfulSongComesBack() throws {
    for seed in 0..<UInt64(rounds(100)) {
      var random = SeededGenerator(seed: seed)
      let song = randomSong(&random)
      var options = MIDIFile.WriteOptions()
      for running in [false, true] {
        options.usesRunningStatus = running
        let again = try readSong(try song.written(options), strict: true)
        #expect(again == song && again.diagnostics.isEmpty, "seed \(seed)")
      }
    }
  }

  private func randomSong(_ random: inout SeededGenerator) -> MIDIFile {
    let format = MIDIFile.Format.allCases.randomElement(using: &random) ?? .single
    let count = format == .single ? 1 : Int.random(in: 0...5, using: &random)
    let divisions: [MIDIFile.Division] = [
      .ticksPerQuarter(.random(in: 1...0x7FFF, using: &random)),
      .timecode(
        framesPerSecond: [24, 25, 29, 30].randomElement(using: &random) ?? 24,
        ticksPerFrame: .random(in: 1...255, using: &random)),
    ]
    return MIDIFile(
      format: format, division: divisions.randomElement(using: &random) ?? divisions[0],
      tracks: (0..<count).map { _ in randomTrack(&random) })
  }

  private func randomTrack(_ random: inout SeededGenerator) -> MIDIFile.Track {
    var track = MIDIFile.Track()
    var tick: Int64 = 0
    func bytes(_ range: ClosedRange<UInt8>) -> [UInt8] {
      (0..<Int.random(in: 0...300, using: &random)).map { _ in .random(in: range, using: &random) }
    }
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      tick += Int64.random(in: 0...(1 << Int64.random(in: 0...28, using: &random)) - 1, using: &random)
      switch Int.random(in: 0...9, using: &random) {
      case 0: track.appendMeta(.random(in: 1...15, using: &random), bytes(0...255).filter { _ in true }, at: tick)
      case 1: track.appendMeta(0x7F, bytes(0...255), at: tick)
      case 2: track.appendSysEx(bytes(0...127) + [0xF7], at: tick)
      case 3: track.appendEscape(bytes(0...255), at: tick)
      case 4: track.appendTempo(microsecondsPerQuarter: .random(in: 1...0xFF_FFFF, using: &random), at: tick)
      default:
        let status = UInt8.random(in: 0x80...0xEF, using: &random)
        let data2 = status & 0xE0 == 0xC0 ? 0 : UInt8.random(in: 0...127, using: &random)
        track.append(ChannelMessage(status: status, .random(in: 0...127, using: &random), data2), at: tick)
      }
    }
    track.endTick = tick + .random(in: 0...1000, using: &random)
    return track
  }
}
