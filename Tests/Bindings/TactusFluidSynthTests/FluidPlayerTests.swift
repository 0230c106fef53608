import TactusFiles
import TactusFluidSynth
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// The player and the sequencer of FluidSynth's interface send every event on its frame, however the program renders.
@Suite struct FluidPlayerTests {
  /// A song begins a block of 64 frames after it has been started.
  private static let start: Int64 = 64

  private func player(_ session: FluidSession, _ file: MIDIFile) throws -> OpaquePointer {
    let player = try #require(new_fluid_player(session.synth))
    let bytes = try file.written()
    #expect(fluid_player_add_mem(player, bytes, bytes.count) == 0)
    #expect(fluid_player_play(player) == 0)
    return player
  }

  @Test func notesOfASongSoundOnTheirFrames() throws {
    let seed = seed(of: "notesOfASongSoundOnTheirFrames")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(4) {
      let rate = random.pick([22_050, 44_100, 48_000])
      let song = TempoSong(
        ticks: 12_000, division: 480, notes: 60, tempi: 12, micros: 150_000...900_000, random: &random)
      let frames = song.frames(sampleRate: rate).map { $0 + Self.start }
      let session = try FluidSession(.click(sampleRate: rate), sampleRate: rate)
      let player = try player(session, song.file)
      let signal = session.render(random.cycles(of: Int(frames.last ?? 0) + 2_000))
      #expect(OnsetDetector(threshold: 0.001, gap: 1).onsets(in: signal).map(Int64.init) == frames, "seed \(seed)")
      delete_fluid_player(player)
    }
  }

  @Test func aFactorOfTheTempoShortensTheSong() throws {
    var random = SeededGenerator(seed: 7)
    let song = TempoSong(ticks: 4_000, division: 480, notes: 20, tempi: 1, micros: 400_000...400_000, random: &random)
    let session = try FluidSession(.click(sampleRate: 44_100), sampleRate: 44_100)
    let player = try player(session, song.file)
    #expect(fluid_player_set_tempo(player, 0, 2) == 0)
    let signal = session.render([30_000, 77, 60_000, 60_000])
    let expected = song.onsets.map { Int64((Double($0) * 0.2 * 44_100 / 480).rounded()) }
    let found = OnsetDetector(threshold: 0.001, gap: 1).onsets(in: signal).map { Int64($0) - Self.start }
    #expect(found.count == expected.count)
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 1 })
    #expect(fluid_player_set_tempo(player, 0, 0) == -1)
    delete_fluid_player(player)
  }

  /// Four notes at a distance of 96 ticks; the tempo is 120 beats per minute, and 60 from the third note on.
  private static var slowingSong: MIDIFile {
    var track = MIDIFile.Track()
    track.appendTempo(microsecondsPerQuarter: 500_000, at: 0)
    for tick: Int64 in [0, 96, 192, 288] {
      if tick == 192 { track.appendTempo(microsecondsPerQuarter: 1_000_000, at: tick) }
      track.append(ChannelMessage(status: 0x90, 60, 100), at: tick)
      track.append(ChannelMessage(status: 0x80, 60), at: tick + 10)
    }
    track.endTick = 300
    return MIDIFile(division: .ticksPerQuarter(96), tracks: [track])
  }

  @Test func theTempoOfTheDeprecatedFunctionsLastsUntilTheNextTempoEvent() throws {
    let session = try FluidSession(.click(sampleRate: 48_000), sampleRate: 48_000)
    let player = try #require(new_fluid_player(session.synth))
    let bytes = try Self.slowingSong.written()
    #expect(fluid_player_add_mem(player, bytes, bytes.count) == 0)
    #expect(fluid_player_set_bpm(player, 240) == 0, "replaced by the tempo at the start")
    #expect(fluid_player_play(player) == 0)
    var signal = session.render([100])
    #expect(fluid_player_get_bpm(player) == 120)
    #expect(fluid_player_set_bpm(player, 240) == 0 && fluid_player_get_bpm(player) == 240)
    #expect(fluid_player_set_bpm(player, 0) == -1 && fluid_player_set_midi_tempo(player, 0) == -1)
    signal += session.render([20_000, 60_000])
    #expect(fluid_player_get_bpm(player) == 60)
    // 36 frames pass at 250 frames per tick; then a tick has 125, and from the tempo event on 500
    let onsets = OnsetDetector(threshold: 0.001, gap: 1).onsets(in: signal).map(Int64.init)
    let expected: [Int64] = [64, 12_082, 24_082, 72_082]
    #expect(onsets == expected)
    delete_fluid_player(player)
  }

  @Test func eachSongStartsAtItsOwnTempo() throws {
    var track = MIDIFile.Track()
    track.endTick = 480
    let bytes = try MIDIFile(division: .ticksPerQuarter(480), tracks: [track]).written()
    let session = try FluidSession(.click(sampleRate: 48_000), sampleRate: 48_000)
    let player = try #require(new_fluid_player(session.synth))
    for _ in 0..<2 { #expect(fluid_player_add_mem(player, bytes, bytes.count) == 0) }
    #expect(fluid_player_set_bpm(player, 60) == 0 && fluid_player_play(player) == 0)
    #expect(fluid_player_get_bpm(player) == 120)
    _ = session.render([1_000])
    #expect(fluid_player_set_bpm(player, 240) == 0 && fluid_player_get_bpm(player) == 240)
    // the first song ends at about frame 12,500, and the second one lasts 24,000 frames
    _ = session.render([20_000])
    #expect(fluid_player_get_status(player) == 1 && fluid_player_get_bpm(player) == 120)
    delete_fluid_player(player)
  }

  @Test func aTempoThatTheProgramHasSetIsReadBack() throws {
    let session = try FluidSession(.click(sampleRate: 48_000), sampleRate: 48_000)
    let player = try player(session, Self.slowingSong)
    _ = session.render([100])
    for bpm: Int32 in [7, 90, 120, 1_054] {
      #expect(fluid_player_set_tempo(player, 1, Double(bpm)) == 0)
      #expect(fluid_player_get_bpm(player) == bpm && fluid_player_get_midi_tempo(player) == 60_000_000 / bpm)
    }
    // while the tempo is the program's, that of the song is only remembered; a factor applies to it
    #expect(fluid_player_set_bpm(player, 240) == 0 && fluid_player_get_bpm(player) == 1_054)
    #expect(fluid_player_set_tempo(player, 0, 2) == 0)
    #expect(fluid_player_get_midi_tempo(player) == 125_000)
    delete_fluid_player(player)
  }

  @Test func theTempoAtTheEndIsThatOfTheLastEvent() throws {
    let session = try FluidSession(.click(sampleRate: 48_000), sampleRate: 48_000)
    let player = try player(session, Self.slowingSong)
    _ = session.render([300_000])
    #expect(fluid_player_get_status(player) == 3)
    #expect(fluid_player_get_bpm(player) == 60 && fluid_player_get_midi_tempo(player) == 1_000_000)
    delete_fluid_player(player)
  }

  @Test func aRepeatedListFollowsWithoutAGap() throws {
    var track = MIDIFile.Track()
    track.append(ChannelMessage(status: 0x90, 60, 100), at: 0)
    track.append(ChannelMessage(status: 0x80, 60), at: 100)
    track.endTick = 480
    let file = MIDIFile(division: .ticksPerQuarter(480), tracks: [track])
    let session = try FluidSession(.click(sampleRate: 48_000), sampleRate: 48_000)
    let player = try player(session, file)
    #expect(fluid_player_set_loop(player, 3) == 0)
    let signal = session.render([100_000, 100_000, 100_000])
    let onsets = OnsetDetector(threshold: 0.001, gap: 1).onsets(in: signal).map { Int64($0) - Self.start }
    #expect(onsets == [0, 24_000, 48_000])
    // the end: silence for two seconds
    #expect(fluid_player_get_status(player) == 3)
    delete_fluid_player(player)
  }

  @Test func aPlayerThatIsStoppedBeforeItPlaysIsDone() throws {
    var track = MIDIFile.Track()
    track.append(ChannelMessage(status: 0x90, 60, 100), at: 0)
    track.endTick = 96
    let session = try FluidSession(.click(sampleRate: 48_000), sampleRate: 48_000)
    let player = try #require(new_fluid_player(session.synth))
    #expect(fluid_player_get_division(player) == 0, "no song yet")
    let bytes = try MIDIFile(division: .ticksPerQuarter(96), tracks: [track]).written()
    #expect(fluid_player_add_mem(player, bytes, bytes.count) == 0)
    #expect(fluid_player_get_division(player) == 96)
    #expect(fluid_player_stop(player) == 0 && fluid_player_get_status(player) == 3)
    #expect(fluid_player_play(player) == 0 && fluid_player_get_status(player) == 1)
    let onsets = OnsetDetector(threshold: 0.001, gap: 1).onsets(in: session.render([10_000]))
    #expect(onsets.map(Int64.init) == [Self.start])
    delete_fluid_player(player)
  }

  @Test func songsWithoutLengthDoNotHang() throws {
    let session = try FluidSession(.click(sampleRate: 48_000), sampleRate: 48_000)
    let player = try player(session, MIDIFile(division: .ticksPerQuarter(480), tracks: [MIDIFile.Track()]))
    _ = fluid_player_set_loop(player, -1)
    _ = session.render([1, 10_000])
    #expect(fluid_player_get_status(player) == 1)
    delete_fluid_player(player)
  }

  @Test func songsShorterThanAFrameAreRepeatedBlockByBlock() throws {
    var track = MIDIFile.Track()
    track.append(ChannelMessage(status: 0x90, 60, 100), at: 0)
    track.endTick = 10
    let session = try FluidSession(.click(sampleRate: 48_000), sampleRate: 48_000)
    let player = try player(session, MIDIFile(division: .ticksPerQuarter(480), tracks: [track]))
    _ = fluid_player_set_loop(player, 100_000)
    #expect(fluid_player_set_tempo(player, 2, 1) == 0)
    _ = session.render([1, 10_000])
    #expect(fluid_player_get_status(player) == 1)
    delete_fluid_player(player)
  }

  @Test func aSongOfMillionsOfYearsCanBePlayedAndSought() throws {
    var track = MIDIFile.Track()
    track.appendTempo(microsecondsPerQuarter: 16_777_215, at: 0)
    for index in 0..<60_000 { track.append(ChannelMessage(status: 0xB0, 1, 1), at: Int64(index) * 0xFFF_FFFF) }
    let session = try FluidSession(.click(sampleRate: 48_000), sampleRate: 48_000)
    let player = try player(session, MIDIFile(division: .ticksPerQuarter(1), tracks: [track]))
    #expect(fluid_player_set_tempo(player, 0, 0.001) == 0)
    _ = session.render([100])
    _ = fluid_player_seek(player, .max)
    _ = session.render([100])
    #expect(fluid_player_set_tempo(player, 0, 1_000) == 0)
    _ = session.render([100])
    #expect(fluid_player_get_status(player) == 1)
    delete_fluid_player(player)
  }

  @Test func anotherSampleRateKeepsTheTempo() throws {
    var random = SeededGenerator(seed: 3)
    let song = TempoSong(ticks: 4_000, division: 480, notes: 20, tempi: 3, micros: 300_000...500_000, random: &random)
    let session = try FluidSession(.click(sampleRate: 24_000), sampleRate: 48_000)
    let player = try player(session, song.file)
    fluid_synth_set_sample_rate(session.synth, 24_000)
    let signal = session.render(random.cycles(of: 120_000))
    let expected = song.frames(sampleRate: 24_000).map { $0 + Self.start }
    #expect(OnsetDetector(threshold: 0.001, gap: 1).onsets(in: signal).map(Int64.init) == expected)
    delete_fluid_player(player)
  }

  @Test func seekingContinuesAtTheTick() throws {
    var random = SeededGenerator(seed: 11)
    let song = TempoSong(ticks: 9_600, division: 480, notes: 30, tempi: 1, micros: 500_000...500_000, random: &random)
    let session = try FluidSession(.click(sampleRate: 48_000), sampleRate: 48_000)
    let player = try player(session, song.file)
    _ = session.render([5_000])
    #expect(fluid_player_seek(player, 4_800) == 0)
    #expect(fluid_player_seek(player, 4_800) == -1, "an earlier seek waits")
    let signal = session.render(random.cycles(of: 300_000))
    let expected = song.onsets.filter { $0 >= 4_800 }.map { ($0 - 4_800) * 50 + Self.start }
    #expect(OnsetDetector(threshold: 0.001, gap: 1).onsets(in: signal).map(Int64.init) == expected)
    #expect(fluid_player_seek(player, 100_000) == -1)
    // a player that does not play takes the last of several seeks
    _ = fluid_player_stop(player)
    #expect(fluid_player_seek(player, 1_000) == 0 && fluid_player_seek(player, 9_000) == 0)
    _ = fluid_player_play(player)
    let rest = session.render(random.cycles(of: 60_000))
    let last = song.onsets.filter { $0 >= 9_000 }.map { ($0 - 9_000) * 50 + Self.start }
    #expect(OnsetDetector(threshold: 0.001, gap: 1).onsets(in: rest).map(Int64.init) == last)
    delete_fluid_player(player)
  }
}
