import TactusEngine
import TactusFiles
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth
import TactusTime
import TestSupport
import Testing

/// The MIDI output of a song player: the messages of the song on their frames, and MIDI clock in step with them.
@Suite struct SongOutputTests {
  private static let part = SongPlayer.Part(channel: 0)

  /// Plays a song, whose part has another program from frame 1,000 to frame 4,000, for so many more frames. Returns the
  /// output.
  private func playWithAnotherProgram(
    _ events: [(Int64, ChannelMessage)], andThen frames: Int
  ) throws -> PlayedOutput {
    let playing = try PlayedOutput(events, endTick: 48_000)
    playing.play(1_000)
    playing.player.set(program: 40, of: Self.part)
    playing.render(3_000)
    playing.player.set(program: nil, of: Self.part)
    playing.render(frames)
    return playing
  }

  @Test func messagesOfASongAreSentOnTheirFramesWhateverTheCycles() throws {
    let first = seed(of: "a song's MIDI output")
    for seed in first..<first + UInt64(rounds(6)) {
      var random = SeededGenerator(seed: seed)
      let file = random.score(length: 20_000, density: 12, isWild: true).song
      let hasSound = random.oneIn(2)
      let bouncer = try Bouncer(file, bank: SoundBank(random.font(isWild: true)), settings: BounceSettings())
      let expected = bouncer.timeline.map { SentMessage(frame: $0.frame, message: $0.message) }
      let playing = PlayedOutput(try SongPlayer(bouncer, hasSound: hasSound, sendsMIDI: true, hasClock: true))
      playing.player.play()
      let end = Int(try bouncer.sound().sound.count)
      for length in random.cycles(of: end) { playing.render(length) }
      #expect(Array(playing.events.prefix(expected.count)) == expected, "seed \(seed)")
      #expect(playing.isSilent || hasSound, "seed \(seed)")
      // what follows only releases keys and pedals
      #expect(!playing.events.dropFirst(expected.count).contains { $0.message.startsNote }, "seed \(seed)")
      let again = PlayedOutput(try SongPlayer(bouncer, hasSound: false, sendsMIDI: true, hasClock: true))
      again.player.play()
      for length in random.cycles(of: end) { again.render(length) }
      let whole = playing.clock.filter { $0.frame < end }
      #expect(again.clock.filter { $0.frame < end } == whole, "clock, seed \(seed)")
    }
  }

  @Test func clockFollowsTheTempi() throws {
    // 120 bpm for a beat, then 60: 24 clocks of 1,000 frames, then of 2,000
    var file = MIDIFile.oneNote(ticks: 1_000, endTick: 72_000)
    file.tracks[0].appendTempo(microsecondsPerQuarter: 1_000_000, at: 24_000)
    let playing = try PlayedOutput(file)
    playing.play(300, cycles: 500)
    #expect(playing.clocks(0xFA) == [0])
    let expected = (0..<24).map { Int64($0) * 1_000 } + (0..<48).map { 24_000 + Int64($0) * 2_000 }
    #expect(playing.clocks(0xF8) == expected)
    #expect(playing.clocks(0xFC) == [120_000], "the clock stops at the end of the song")
  }

  @Test func clockFollowsTheSpeed() throws {
    let playing = try PlayedOutput(MIDIFile.oneNote(ticks: 1_000, endTick: 48_000))
    playing.player.set(speed: 0.5)
    playing.play(1_000, cycles: 60)
    #expect(playing.clocks(0xF8) == (0..<30).map { Int64($0) * 2_000 })
  }

  @Test func aPauseReleasesKeysAndStopsTheClock() throws {
    let playing = try PlayedOutput(
      [(0, .controller(64, 127)), (0, .noteOn(60)), (48_000, .noteOff(60))], endTick: 48_000)
    playing.play(5_000)
    playing.player.pause()
    playing.render(1_000)
    let released = playing.events.filter { $0.frame == 5_000 }.map(\.message)
    #expect(released.contains { $0.endsNote && $0.data1 == 60 })
    #expect(released.contains(.controller(64, 0)))
    #expect(playing.clocks(0xFC) == [5_000])
    playing.play(4_000)
    // it continues on the next sixteenth note: 6,000 frames from the start of the song
    #expect(playing.clocks(0xFB) == [6_000] && playing.clocks(0xF8).last! >= 7_000)
  }

  @Test func aSeekSilencesTheReceiverAndSetsItsChannels() throws {
    let playing = try PlayedOutput(
      [(0, .program(5)), (0, .noteOn(60)), (10_000, .program(9)), (40_000, .noteOff(60))], endTick: 48_000)
    playing.play(1_000)
    playing.player.seek(toFrame: 24_000)
    playing.render(1_000)
    let sent = playing.events.filter { $0.frame == 1_000 }.map(\.message)
    let silence = sent.firstIndex(of: .controller(120, 0))
    let program = sent.lastIndex(of: .program(9))
    #expect(silence != nil && program != nil && silence! < program!)
    #expect(playing.clocks(0xFC) == [1_000], "stop, song position, continue")
    #expect(playing.clock.contains { $0.message.status == 0xF2 })
  }

  /// A range that starts inside the song begins with the state of its channels.
  @Test func aRangeBeginsWithTheStateOfTheChannels() throws {
    let playing = try PlayedOutput(
      [(0, .program(5)), (0, .controller(7, 90)), (24_000, .noteOn(60))], endTick: 48_000,
      range: SongRange(from: .tick(24_000), to: nil))
    playing.play(100)
    #expect(playing.events.prefix(3).map(\.message) == [.program(5), .controller(7, 90), .noteOn(60)])
  }

  @Test func chosenVolumesAndProgramsReplaceThoseOfTheSong() throws {
    let playing = try PlayedOutput(
      [
        (0, .program(5)), (0, .controller(7, 80)), (0, .noteOn(60)), (24_000, .program(6)),
        (24_000, .controller(7, 120)), (48_000, .noteOff(60)),
      ], endTick: 48_000)
    playing.play(1_000)
    playing.player.set(volume: 50, of: Self.part)
    playing.player.set(program: 40, of: Self.part)
    for _ in 0..<25 { playing.render(1_000) }
    func changes() -> [ChannelMessage] {
      playing.events.filter { $0.frame >= 1_000 && !$0.message.startsNote }.map(\.message)
    }
    #expect(changes() == [.controller(7, 40), .program(40), .controller(7, 60)])
    playing.player.set(volume: 100, of: Self.part)
    playing.player.set(program: nil, of: Self.part)
    playing.render(100)
    #expect(changes().suffix(2) == [.controller(7, 120), .program(6)])
  }

  /// A part returns to the song's last program in the bank of this program, and not in the bank that the song has
  /// selected since; the song's next program takes the latter.
  @Test func theSongsProgramReturnsInItsBank() throws {
    let playing = try playWithAnotherProgram(
      [
        (0, .controller(0, 8)), (0, .program(5)), (0, .noteOn(60)), (2_000, .controller(0, 16)),
        (2_000, .controller(32, 3)), (2_000, .program(6)), (3_000, .controller(0, 24)), (6_000, .program(7)),
        (48_000, .noteOff(60)),
      ], andThen: 3_000)
    let expected: [ChannelMessage] = [
      .controller(0, 16), .controller(32, 3), .program(6), .controller(0, 24), .program(7),
    ]
    #expect(playing.messages(from: 4_000) == expected)
    #expect(playing.frames(of: .program(7)) == [6_000])
  }

  /// A program that the song has set without a bank returns in bank 0.
  @Test func aProgramWithoutABankReturnsInBank0() throws {
    let playing = try playWithAnotherProgram(
      [(0, .program(5)), (0, .noteOn(60)), (2_000, .controller(0, 24)), (48_000, .noteOff(60))], andThen: 100)
    #expect(playing.messages(from: 4_000) == [.controller(0, 0), .program(5), .controller(0, 24)])
  }

  /// A part's own volume is sent again after a reset in the song: not between the packets of the message that resets,
  /// and not with the song's volume before the reset.
  @Test func volumesAfterAReset() throws {
    let reset = Exclusive.gsReset.packets
    var track = MIDIFile.Track()
    track.append(.controller(7, 60), at: 0)
    track.append(.noteOn(60), at: 0)
    track.appendSysEx(Exclusive.gsReset + [0xF7], at: 1_000)
    track.append(.noteOff(60), at: 40_000)
    track.endTick = 48_000
    let playing = try PlayedOutput(
      MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track]))
    playing.player.set(volume: 50, of: Self.part)
    playing.play(500, cycles: 4)
    let sent = playing.messages(from: 1_000)
    #expect(reset.count == 2 && sent == reset + [.controller(7, 50)])
  }
}
