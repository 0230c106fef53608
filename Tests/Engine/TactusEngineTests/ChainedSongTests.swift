import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusSynth
import TactusThreads
import TestSupport
import Testing

/// Songs through chains of effects, as files and as sound.
@Suite struct ChainedSongTests {
  private func tempoSong(_ seed: UInt64) -> TempoSong {
    var random = SeededGenerator(seed: seed)
    return TempoSong(
      ticks: 40_000, division: 480, notes: 200, tempi: 30, micros: 100_000...2_000_000, random: &random)
  }

  private func onsets(_ song: MIDIFile) -> [Int64] {
    song.tracks.flatMap(\.events).filter { $0.channelMessage?.startsNote ?? false }.map(\.tick).sorted()
  }

  @Test func whatIsOnlyChangedStaysOnItsTick() throws {
    for seed in 0..<UInt64(rounds(4)) {
      let song = tempoSong(70 + seed)
      let processed = try ProcessedSong(song.file, through: ProcessorChain([.velocity(VelocityMap())])).song
      let isSame = onsets(processed) == song.onsets
      #expect(isSame, "seed \(70 + seed)")
      #expect(processed.tracks[0] == song.file.tracks[0], "tempi stay where they are")
      #expect(processed.tracks.count == 2 && processed.endTick == song.file.endTick)
    }
  }

  @Test func textsAndExclusiveMessagesKeepTheirPlaces() throws {
    var track = MIDIFile.Track()
    track.append("Piano", as: .trackName, at: 0)
    track.append(.program(3), at: 0)
    track.appendSysEx([0x7E, 0x7F, 9, 1, 0xF7], at: 0)
    track.append(.noteOn(60, 100), at: 0)
    track.append("la", as: .lyric, at: 240)
    track.append(.noteOff(60), at: 480)
    track.append("end", as: .marker, at: 480)
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(480), tracks: [track])
    let isSame = try ProcessedSong(song, through: ProcessorChain()).song == song
    #expect(isSame)
    let silent = try ProcessedSong(song, through: ProcessorChain([.filter(EventFilter(.stop, [.init()]))])).song
    #expect(silent.tracks[0].events.count == 4)
  }

  @Test func echoesInBeatsComeOnTicksAndAfterTheEnd() throws {
    var track = MIDIFile.Track()
    track.appendTempo(microsecondsPerQuarter: 612_345, at: 0)
    track.append(.noteOn(60, 100), at: 5)
    track.append(.noteOff(60), at: 100)
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track])
    let echo = ProcessorChain([.echo(Echo(.beats(0.5), repeats: 3))])
    let processed = try ProcessedSong(song, through: echo)
    #expect(onsets(processed.song) == [5, 53, 101, 149] && processed.noteCount == 4)
    #expect(processed.song.endTick == 244)
  }

  @Test func newChannelsGetTracks() throws {
    var track = MIDIFile.Track()
    track.append(.noteOn(60, 100), at: 0)
    track.append(.noteOff(60), at: 100)
    let song = MIDIFile(division: .ticksPerQuarter(96), tracks: [MIDIFile.Track(), track])
    var layer = Zones.Zone()
    layer.channel = 5
    let processed = try ProcessedSong(song, through: ProcessorChain([.zones(Zones([Zones.Zone(), layer]))])).song
    #expect(processed.tracks.count == 3 && processed.tracks[1] == track)
    #expect(processed.tracks[2].events.compactMap { $0.channelMessage?.channel } == [5, 5])
  }

  @Test func zonesComeBeforeTheNotesOfEarlierTracks() throws {
    // the notes of channel 2 are in the first track, the manager channel's track is the second
    var (first, second) = (MIDIFile.Track(), MIDIFile.Track())
    first.append(.noteOn(60, 100, channel: 1), at: 0)
    first.append(.noteOff(60, channel: 1), at: 100)
    second.append(.controller(7, 100), at: 0)
    let song = MIDIFile(division: .ticksPerQuarter(96), tracks: [first, second])
    let processed = try ProcessedSong(song, through: ProcessorChain([.channelToMPE(ChannelToMPE())])).song
    let played = SequenceCompiler(sampleRate: 48_000).compile(processed).map(\.message)
    let zone = try #require(played.firstIndex(of: .controller(100, 6)))
    let note = try #require(played.firstIndex { $0.startsNote })
    #expect(zone < note)
    #expect(processed.tracks.count == 2 && played.filter { $0 == .controller(7, 100) }.count == 1)
  }

  @Test func onlyZonesChangeTheirTracks() throws {
    // a channel in two tracks: its parameter stays behind its program, and behind a system-exclusive message
    var (first, second, third) = (MIDIFile.Track(), MIDIFile.Track(), MIDIFile.Track())
    first.append(.noteOn(60, 100), at: 0)
    first.append(.noteOff(60), at: 100)
    second.append(ChannelMessage(status: 0xC9, 8, 0), at: 0)
    for (number, value) in [(99, 24), (98, 36), (6, 80)] as [(UInt8, UInt8)] {
      second.append(.controller(number, value, channel: 9), at: 0)
    }
    second.append(.noteOn(36, channel: 9), at: 0)
    third.append([0x7E, 0x7F, 9, 1, 0xF7], isEscape: false, port: 0, at: 0)
    third.append(.controller(101, 0, channel: 1), at: 0)
    third.append(.controller(6, 12, channel: 1), at: 0)
    third.append(.noteOn(62), at: 0)
    let song = MIDIFile(division: .ticksPerQuarter(96), tracks: [first, second, third])
    for effect in [MIDIEffect.transpose(Transpose(0)), .channelToMPE(mpe(of: 5))] {
      let processed = try ProcessedSong(song, through: ProcessorChain([effect])).song
      #expect(processed.tracks.map(controls) == song.tracks.map(controls))
    }
  }

  /// The messages of a track that are not for keys.
  private func controls(_ track: MIDIFile.Track) -> [ChannelMessage] {
    track.events.compactMap(\.channelMessage).filter { $0.status & 0xF0 >= 0xB0 }
  }

  private func mpe(of channel: UInt8) -> ChannelToMPE {
    var mpe = ChannelToMPE()
    mpe.channel = channel
    return mpe
  }

  @Test func lookAheadMovesNothingOnTheWhole() throws {
    var humanise = Humanise()
    (humanise.looksAhead, humanise.timing) = (true, 20)
    let song = tempoSong(90)
    let processed = try ProcessedSong(song.file, through: ProcessorChain([.humanise(humanise)])).song
    let distances = zip(onsets(processed), song.onsets).map { $0 - $1 }
    #expect(distances.contains { $0 < 0 } && distances.contains { $0 > 0 })
  }

  // MARK: Sound

  private func song(_ events: [(Int64, ChannelMessage)]) -> MIDIFile {
    var track = MIDIFile.Track()
    for (tick, message) in events { track.append(message, at: tick) }
    return MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
  }

  private func settings(_ chain: ProcessorChain?) -> BounceSettings {
    var settings = BounceSettings()
    (settings.synth, settings.tail, settings.chain) = (.dry, .seconds(0.1), chain)
    return settings
  }

  @Test func echoesSoundOnTheirFramesAlsoAfterTheSong() throws {
    let file = song([(1_000, .noteOn(60)), (1_001, .noteOff(60))])
    let bank = try SoundBank.click(sampleRate: 48_000)
    let echo = ProcessorChain([.echo(Echo(.milliseconds(10), repeats: 2))])
    let sound = try Bouncer(file, bank: bank, settings: settings(echo)).sound().sound
    #expect(sound.channels[0].indices.filter { sound.channels[0][$0] != 0 } == [1_000, 1_480, 1_960])
  }

  @Test func theSoundIsThatOfTheProcessedSong() throws {
    var random = SeededGenerator(seed: 31)
    let bank = try SoundBank(random.font(isWild: false))
    let file = random.score(length: 6_000, density: 12, isWild: false).song
    let chain = ProcessorChain([.transpose(Transpose(5)), .velocity(VelocityMap())])
    let processed = try ProcessedSong(file, through: chain).song
    let direct = try Bouncer(file, bank: bank, settings: settings(chain)).sound().sound
    let isSame = try Bouncer(processed, bank: bank, settings: settings(nil)).sound().sound == direct
    #expect(isSame)
    let isSameInThreads =
      try Bouncer(file, bank: bank, settings: settings(chain)).sound(with: WorkerPool(width: 3))
      .sound == direct
    #expect(isSameInThreads)
    let isOther = try Bouncer(file, bank: bank, settings: settings(nil)).sound().sound != direct
    #expect(isOther)
  }

  @Test func stemsAreThoseOfWhatComesOut() throws {
    var random = SeededGenerator(seed: 32)
    let bank = try SoundBank(random.font(isWild: false))
    let file = song([(0, .noteOn(60)), (5_000, .noteOff(60))])
    var layer = Zones.Zone()
    layer.channel = 5
    let chain = ProcessorChain([.zones(Zones([Zones.Zone(), layer]))])
    let bouncer = try Bouncer(file, bank: bank, settings: settings(chain))
    let plan = try bouncer.stems(by: .channels)
    #expect(plan.stems.map(\.number) == [1, 6])
    let mix = try bouncer.sound().sound
    var sound = BouncedSound()
    _ = try bouncer.render(plan, with: SerialWork()) { sound.append($0) }
    let isMix = Array(sound.channels.suffix(2)) == mix.channels
    #expect(isMix)
    #expect(throws: BounceError.self) { _ = try bouncer.stems(by: .tracks) }
  }
}
