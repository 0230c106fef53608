import TactusEngine
import TactusFiles
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth
import TestSupport
import Testing

/// A song played live: the same bits as the bounce as long as no control is used, and the effect of the controls.
@Suite struct SongPlayerTests {
  private func settings(_ change: (inout BounceSettings) -> Void = { _ in }) -> BounceSettings {
    var settings = BounceSettings()
    settings.tail = .seconds(0.3)
    change(&settings)
    return settings
  }

  private var dry: BounceSettings { settings { $0.synth = .dry } }

  @Test func isTheBounceBitForBit() throws {
    let first = seed(of: "a song player's bits")
    for seed in first..<first + UInt64(rounds(6)) {
      var random = SeededGenerator(seed: seed)
      let bank = try SoundBank(random.font(isWild: true))
      let file = random.score(length: 20_000, density: 12, isWild: true).song
      let from: SongPosition? = random.oneIn(2) ? .tick(Int64.random(in: 1..<15_000, using: &random)) : nil
      let to: SongPosition? = random.oneIn(3) ? .tick(18_000) : nil
      let settings = settings {
        if from != nil || to != nil { $0.range = SongRange(from: from, to: to) }
        $0.sampleRate = random.pick([44_100, 48_000])
      }
      let bouncer = try Bouncer(file, bank: bank, settings: settings)
      let expected = try bouncer.sound().sound
      let played = PlayedSong(try SongPlayer(bouncer))
      played.player.play()
      for length in random.cycles(of: expected.count) { played.render(length) }
      #expect(played.sound.bits(0..<expected.count) == expected.bits, "seed \(seed)")
    }
  }

  /// The song's own volume is known also if it was set before the range.
  @Test func aRangeHasTheVolumesOfTheSong() throws {
    let file = MIDIFile(
      [(0, .controller(7, 30)), (30_000, .noteOn(60)), (30_100, .noteOff(60))], endTick: 40_000)
    var settings = dry
    settings.range = SongRange(from: .tick(24_000), to: nil)
    let bouncer = try Bouncer(file, bank: .click(sampleRate: 48_000), settings: settings)
    func peak(_ volumes: [Int]) throws -> Float {
      let played = PlayedSong(try SongPlayer(bouncer))
      played.player.play()
      played.render(1_000)
      for volume in volumes {
        played.player.set(volume: volume, of: SongPlayer.Part(channel: 0))
        played.render(1_000)
      }
      for _ in 0..<8 { played.render(1_000) }
      return played.sound.channels[0].reduce(0) { max($0, abs($1)) }
    }
    let own = try peak([])
    let (restored, softer) = (try peak([50, 100]), try peak([90]))
    #expect(own > 0 && abs(restored - own) < 1e-6 && softer < own, "\(own), \(restored), \(softer)")
  }

  /// Positions have 20 bits between frames; what lies after all of them is not played early.
  @Test(arguments: [Int64(1) << 43, 3 << 42, 1 << 44, 5 << 43]) func notesAfterYearsAreNotPlayedAtOnce(tick: Int64)
    throws
  {
    let file = MIDIFile(
      [(0, .noteOn(60)), (2_000, .noteOff(60)), (tick, .noteOn(72)), (tick + 9, .noteOff(72))], endTick: tick + 9)
    let bouncer = try Bouncer(
      file, bank: .sine(),
      settings: settings {
        $0.synth = .dry
        $0.range = SongRange(to: .tick(4_000))
      })
    let expected = try bouncer.sound().sound
    let played = PlayedSong(try SongPlayer(bouncer))
    played.player.play()
    for _ in 0..<8 { played.render(500) }
    #expect(played.sound.bits(0..<4_000) == expected.bits(0..<4_000))
  }

  /// A song that is played again from its beginning has the channels and tunings that it had at first. The grids of the
  /// synthesizer repeat after 1,024 frames.
  @Test(arguments: SynthSettings.BankSelect.allCases) func beginsAnewAfterASeek(system: SynthSettings.BankSelect) throws
  {
    let first = seed(of: "a song player's second play")
    for seed in first..<first + UInt64(rounds(4)) {
      var random = SeededGenerator(seed: seed)
      let bank = try SoundBank(random.font(isWild: false))
      let file = random.score(length: 12_000, density: 12, isWild: true).song
      let settings = settings {
        $0.synth = .dry
        $0.synth.bankSelect = system
      }
      let bouncer = try Bouncer(file, bank: bank, settings: settings)
      let expected = try bouncer.sound().sound
      let played = PlayedSong(try SongPlayer(bouncer))
      for position in [6_000, 0] as [Int64] {
        played.player.seek(toFrame: position)
        played.render(512)
      }
      played.player.play()
      for length in random.cycles(of: expected.count) { played.render(length) }
      #expect(played.sound.bits(1_024..<1_024 + expected.count) == expected.bits, "seed \(seed)")
    }
  }

  /// It has the effects too: the reverb is equally loud a third of a second after a click.
  @Test func soundsInTheSameRoomAfterASeek() throws {
    let file = MIDIFile([(0, .controller(91, 127)), (0, .noteOn(60)), (100, .noteOff(60))], endTick: 24_000)
    let bouncer = try Bouncer(file, bank: .click(sampleRate: 48_000), settings: settings())
    let played = PlayedSong(try SongPlayer(bouncer))
    func tail() -> Float {
      let first = played.sound.count
      played.player.play()
      played.render(24_000)
      played.player.pause()
      return played.sound.channels[0][(first + 16_000)..<(first + 24_000)].reduce(0) { $0 + $1 * $1 }
    }
    let once = tail()
    played.render(480_000)
    played.player.seek(toFrame: 0)
    played.render(1_024)
    let again = tail()
    #expect(once > 0 && (0.9...1.1).contains(again / once), "\(once), \(again)")
  }

  /// A loop equals that of the bounce if its length is a whole number of frames.
  @Test func loopsAreTheBouncesLoops() throws {
    for seed in 77..<UInt64(77 + rounds(3)) {
      var random = SeededGenerator(seed: seed)
      let bank = try SoundBank(random.font(isWild: false))
      var score = random.score(length: 9_000, density: 12, isWild: false)
      for channel in [0, 1, 9] as [UInt8] { score.events.append((9_000, .controller(123, 0, channel: channel))) }
      score.length = 9_600
      let file = score.song
      let expected = try Bouncer(file, bank: bank, settings: settings { $0.loops = .times(4) }).sound().sound
      let played = PlayedSong(try SongPlayer(Bouncer(file, bank: bank, settings: settings())))
      played.player.loop(0..<9_600)
      played.player.play()
      var frame = 0
      for length in random.cycles(of: 4 * 9_600 - 1) where frame < 4 * 9_600 {
        played.render(min(length, 4 * 9_600 - frame))
        frame += length
      }
      let frames = 0..<4 * 9_600 - 1
      #expect(played.sound.bits(frames) == expected.bits(frames), "seed \(seed)")
      #expect(played.player.location.passes == 3)
    }
  }

  @Test func anotherSpeedMovesEveryOnset() throws {
    let ticks: [Int64] = [0, 1_000, 1_001, 7_777, 20_000]
    let file = MIDIFile(ticks.map { ($0, .noteOn(60)) }, endTick: 24_000)
    let bank = try SoundBank.click(sampleRate: 48_000)
    for (speed, cycle) in [(0.5, 64), (2.0, 333), (1.25, 1), (4.0, 1_024)] {
      let played = PlayedSong(try SongPlayer(Bouncer(file, bank: bank, settings: dry)))
      played.player.set(speed: speed)
      played.player.play()
      while played.sound.count < 50_000 { played.render(cycle) }
      let expected = ticks.map { Int((Double($0) / speed).rounded(.up)) }
      #expect(played.onsets == Array(Set(expected)).sorted(), "speed \(speed)")
    }
  }

  @Test func seekingSetsTheChannels() throws {
    // the second half is an octave lower on the left
    let file = MIDIFile(
      [
        (0, .program(0)), (0, .noteOn(60)), (500, .noteOff(60)), (1_000, .controller(10, 0)),
        (12_000, .noteOn(64)), (12_500, .noteOff(64)),
      ], endTick: 24_000)
    let bank = try SoundBank.click(sampleRate: 48_000)
    let player = try SongPlayer(Bouncer(file, bank: bank, settings: dry))
    let played = PlayedSong(player)
    player.play()
    played.render(100)
    player.seek(toFrame: 11_000)
    #expect(player.location.frame == 11_000)
    played.render(10_000)
    #expect(played.onsets == [0, 100 + 1_000])
    #expect(played.sound.channels[1][1_100] == 0, "pan was set by the chase")
    player.seek(toFrame: 0)
    played.render(4_096)
    #expect(played.onsets.last == 10_100 && played.sound.channels[1][10_100] != 0, "pan is as at the beginning")
  }

  @Test func mutedPartsAreNotHeardAndOthersStay() throws {
    let file = MIDIFile(
      (0..<10).map { (Int64($0) * 1_000, .noteOn(60, channel: UInt8($0 % 2))) }, endTick: 12_000)
    let player = try SongPlayer(Bouncer(file, bank: .click(sampleRate: 48_000), settings: dry))
    let played = PlayedSong(player)
    player.play()
    player.mute([.init(channel: 1)])
    played.render(4_500)
    player.mute([.init(channel: 0)])
    played.render(4_500)
    #expect(played.onsets == [0, 2_000, 4_000, 5_000, 7_000])
  }

  /// A user who sets the loop's end to the current position always does so slightly too late.
  @Test func aLoopThatEndsWhereTheSongJustWasIsPlayed() throws {
    let file = MIDIFile([(0, .noteOn(60))], endTick: 200_000)
    for (late, passes) in [(0, 1), (256, 1), (11_000, 1), (13_000, 0)] as [(Int, Int64)] {
      let player = try SongPlayer(Bouncer(file, bank: .click(sampleRate: 48_000), settings: dry))
      let played = PlayedSong(player)
      player.play()
      played.render(10_000 + late)
      #expect(player.loop(1_000..<10_000) && !player.loop(5_000..<5_100) && player.loop(1_000..<10_000))
      played.render(256)
      #expect(player.location.passes == passes, "\(late) frames later")
    }
  }

  /// A muted part's pedal does not hold sounding notes, and is down again after unmuting.
  @Test func muteLiftsThePedal() throws {
    let file = MIDIFile(
      [(0, .controller(64, 127)), (0, .noteOn(60)), (10, .noteOff(60)), (30_000, .noteOn(60)), (30_010, .noteOff(60))],
      endTick: 90_000)
    let player = try SongPlayer(Bouncer(file, bank: .sine(), settings: dry))
    let played = PlayedSong(player)
    player.play()
    played.render(5_000)
    #expect(player.location.voices == 1)
    player.mute([.init(channel: 0)])
    played.render(20_000)
    #expect(player.location.voices == 0)
    player.mute([])
    played.render(30_000)
    #expect(player.location.voices == 1)
  }

  @Test func pausingEndsWhatSoundsAndKeepsThePlace() throws {
    let bank = try SoundBank.sine()
    let file = MIDIFile([(0, .controller(64, 127)), (0, .noteOn(60)), (20_000, .noteOn(72))], endTick: 48_000)
    let player = try SongPlayer(Bouncer(file, bank: bank, settings: dry))
    let played = PlayedSong(player)
    played.render(1_000)
    #expect(played.sound.peak(0..<1_000) == 0, "it stands at first")
    player.play()
    played.render(10_000)
    player.pause()
    played.render(30_000)
    #expect(played.sound.peak(35_000..<41_000) == 0 && player.location.frame == 10_000 && player.location.voices == 0)
    player.play()
    played.render(10_500)
    #expect(played.sound.peak(41_000..<50_900) == 0 && played.sound.peak(51_000..<51_500) > 0)
  }

  @Test func whatComesInIsPlayedAlong() throws {
    let file = MIDIFile([(500, .noteOn(60))], endTick: 1_000)
    let player = try SongPlayer(Bouncer(file, bank: .click(sampleRate: 48_000), settings: dry))
    let played = PlayedSong(player)
    played.render(256, [TimedEvent(offset: 17, message: .noteOn(64))])
    player.play()
    played.render(
      4_096, [TimedEvent(offset: 600, message: .noteOn(64)), TimedEvent(offset: 4_095, message: .noteOn(65))])
    #expect(played.onsets == [17, 256 + 500, 256 + 600, 256 + 4_095])
  }

  /// The messages that a chase omits make no difference.
  @Test func aChaseLeavesEveryChannelAsAllMessagesWould() throws {
    for seed in 900..<UInt64(900 + rounds(12)) {
      var random = SeededGenerator(seed: seed)
      let bank = try SoundBank(random.font(isWild: true))
      let timeline = SequenceCompiler(sampleRate: 48_000).compile(
        random.score(length: 30_000, density: 20, isWild: true).song)
      let frame = Int64.random(in: 0...30_000, using: &random)
      let all = RangeOpening(timeline, before: frame).settings.map(\.message)
      let chase = SongChase(timeline, before: frame).messages
      #expect(chase.count <= all.count)
      let sounds = [all, chase].map { messages in
        let stage = Stage(bank, isLoud: false)
        for message in messages { stage.send(message) }
        stage.render(2_048)
        for channel in 0..<16 as Range<UInt8> { stage.send(.noteOn(50 + channel, 90, channel: channel)) }
        stage.render(6_000)
        return [stage.left.map(\.bitPattern), stage.right.map(\.bitPattern)]
      }
      #expect(sounds[0] == sounds[1], "seed \(seed)")
    }
  }
}
