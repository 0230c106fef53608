import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusSynth
import TactusThreads
import TestSupport
import Testing

/// Loops: passes at exact frames, fades, and seamless loops.
@Suite struct LoopTests {
  /// An intro, a loop between marks, and an end; a tempo change inside the loop.
  private func song(start: Int64 = 4_800, end: Int64 = 14_400, more: [(Int64, ChannelMessage)] = []) -> MIDIFile {
    var track = MIDIFile.Track()
    var items: [(Int64, (inout MIDIFile.Track) -> Void)] = [
      (start, { $0.append("loopStart", as: .marker, at: start) }),
      (end, { $0.append("loopEnd", as: .marker, at: end) }),
    ]
    let notes: [(Int64, UInt8)] = [(0, 60), (start, 62), (start + 2_400, 64), (end, 65)]
    for (tick, key) in notes {
      items.append((tick, { $0.append(.noteOn(key), at: tick) }))
      items.append((tick + 1_000, { $0.append(.noteOff(key), at: tick + 1_000) }))
    }
    for (tick, message) in more { items.append((tick, { $0.append(message, at: tick) })) }
    for (_, add) in items.enumerated().sorted(by: { ($0.1.0, $0.0) < ($1.1.0, $1.0) }).map(\.1) { add(&track) }
    track.endTick = end + 4_800
    return MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
  }

  private func settings(_ loops: LoopPlay) -> BounceSettings {
    var settings = BounceSettings()
    settings.synth = .dry
    settings.loops = loops
    return settings
  }

  private func onsets(_ sound: BouncedSound) -> [Int] {
    sound.channels[0].indices.filter { sound.channels[0][$0] != 0 }
  }

  @Test func passesFollowEachOther() throws {
    let bank = try SoundBank.click(sampleRate: 48_000)
    let (sound, report) = try Bouncer(song(), bank: bank, settings: settings(.times(3))).sound()
    #expect(onsets(sound) == [0, 4_800, 7_200, 14_400, 16_800, 24_000, 26_400, 33_600])
    #expect(report.loop == SongLoop(start: 4_800, end: 14_400, marks: .markers))
    #expect(report.noteCount == 8)
  }

  /// The tempi of a sequence can have ramps, which no file has. Each pass has them, whether they lie within the loop or
  /// continue beyond its start and its end.
  @Test(arguments: [TempoCurve.linearInBeats, .linearInTime], [6_000 as Tick, 14_399, 14_400, 17_000])
  func rampsAreRepeated(curve: TempoCurve, corner: Tick) throws {
    let entries = [
      TempoMap.Entry(tick: 0, tempo: Tempo(bpm: 90)), .init(tick: 3_000, tempo: Tempo(bpm: 100), curve: curve),
      .init(tick: corner, tempo: Tempo(bpm: 170), curve: curve), .init(tick: 18_000, tempo: Tempo(bpm: 70)),
    ]
    let map = TempoMap(timeBase: .ticksPerQuarter(24_000), entries: entries)
    func frame(_ tick: Tick) -> Double { map.seconds(atTick: tick).approximate * 48_000 }
    let (passes, length) = (50, frame(14_400) - frame(4_800))
    func bouncer(_ loops: LoopPlay) throws -> Bouncer {
      try Bouncer(song(), bank: .click(sampleRate: 48_000), settings: settings(loops), tempoMap: map)
    }
    var expected = [frame(0)]
    for pass in 0..<passes {
      for tick in [4_800, 7_200] as [Tick] { expected.append(frame(tick) + Double(pass) * length) }
    }
    expected.append(frame(14_400) + Double(passes - 1) * length)
    let found = try bouncer(.times(passes)).timeline.filter { $0.message.startsNote }.map { Double($0.frame) }
    #expect(found.count == expected.count)
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 0.6 }, "\(curve), \(corner)")
    let seamless = try bouncer(.seamless()).loopFrames ?? 0..<0
    #expect(abs(Double(seamless.count) - length) < 1.1)
  }

  /// Passes whose ticks no position can have are refused.
  @Test func tooManyTicksAreRefused() throws {
    var track = MIDIFile.Track()
    track.endTick = 1 << 52
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(32_767), tracks: [track])
    let fast = [TempoMap.Entry(tick: 0, tempo: Tempo(tensOfNanoseconds: 1))]
    let map = TempoMap(timeBase: .ticksPerQuarter(32_767), entries: fast)
    var settings = settings(.times(5_000))
    settings.maximumLength = 1e9
    let error = #expect(throws: BounceError.self) {
      try Bouncer(song, bank: .click(sampleRate: 48_000), settings: settings, tempoMap: map)
    }
    #expect(error.map { "\($0)".contains("choose fewer passes") } == true)
  }

  /// A track that ends within the loop ends its notes there, in every pass.
  @Test func hangingNotesEndWithTheirTrack() throws {
    var song = song(more: [])
    var hanging = MIDIFile.Track()
    hanging.append(.noteOn(40, channel: 3), at: 2_400)
    hanging.append(.noteOn(41, channel: 3), at: 6_000)
    hanging.endTick = 9_600
    song.tracks.append(hanging)
    song.format = .simultaneous
    let bouncer = try Bouncer(song, bank: .click(sampleRate: 48_000), settings: settings(.times(3)))
    func frames(_ status: UInt8, _ key: UInt8) -> [Int64] {
      bouncer.timeline.filter { $0.message.status == status && $0.message.data1 == key }.map(\.frame)
    }
    #expect(frames(0x93, 41) == [6_000, 15_600, 25_200])
    #expect(frames(0x83, 41) == [9_600, 19_200, 28_800])
    #expect(frames(0x93, 40) == [2_400] && frames(0x83, 40) == [9_600])
  }

  /// Passes keep their exact positions, even if a pass is not a whole number of frames.
  @Test func noFrameIsLostInAThousandPasses() throws {
    var settings = settings(.times(1_000))
    settings.tail = .seconds(0)
    settings.sampleRate = 44_100
    let bouncer = try Bouncer(song(start: 100, end: 197), bank: .click(sampleRate: 44_100), settings: settings)
    let ons = bouncer.timeline.filter { $0.message.status & 0xF0 == 0x90 && $0.message.data1 == 62 }
    #expect(ons.count == 1_000)
    for (pass, on) in ons.enumerated() {
      let exact = Double(100 + 97 * pass) * 44_100 / 48_000
      #expect(abs(Double(on.frame) - exact) <= 0.5 + 1e-6, "pass \(pass)")
    }
  }

  /// Every pass starts with the tempo at the loop's start.
  @Test func tempoStartsAnew() throws {
    var track = MIDIFile.Track()
    track.append(.controller(111, 0), at: 0)
    track.append(.noteOn(60), at: 0)
    track.appendTempo(microsecondsPerQuarter: 1_000_000, at: 4_800)
    track.append(.noteOn(60), at: 4_800)
    track.endTick = 9_600
    let file = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    let bouncer = try Bouncer(file, bank: .click(sampleRate: 48_000), settings: settings(.times(3)))
    let ons = bouncer.timeline.filter { $0.message.status & 0xF0 == 0x90 }.map(\.frame)
    #expect(ons == [0, 4_800, 14_400, 19_200, 28_800, 33_600])
  }

  /// Notes that sound at the loop's end are ended there, in any track, and no note of the next pass is ended.
  @Test func openNotesEnd() throws {
    var first = MIDIFile.Track()
    first.append(.controller(111, 0), at: 0)
    first.append(.noteOn(60, channel: 1), at: 0)
    first.endTick = 4_800
    var second = MIDIFile.Track()
    second.append(.noteOn(60, channel: 1), at: 2_400)
    second.append(.noteOn(67, channel: 2), at: 2_400)
    second.endTick = 4_800
    let file = MIDIFile(division: .ticksPerQuarter(24_000), tracks: [first, second])
    let bouncer = try Bouncer(file, bank: .sine(), settings: settings(.times(2)))
    let atJoint = bouncer.timeline.filter { $0.frame == 4_800 && $0.message.status & 0xE0 == 0x80 }.map(\.message)
    #expect(atJoint.map { $0.status & 0xF0 } == [0x80, 0x80, 0x80, 0x90])
    #expect(bouncer.timeline.hangingNoteCount == 3)
  }

  @Test func fadesAfterTheLastPass() throws {
    var settings = settings(.times(2))
    settings.fade = 0.25
    let whole: [(Int64, ChannelMessage)] = [(4_800, .noteOn(40)), (14_399, .noteOff(40))]
    let (sound, report) = try Bouncer(song(more: whole), bank: .sine(), settings: settings).sound()
    let end = 4_800 + 2 * 9_600
    #expect(sound.count == end + 12_000)
    #expect(!report.isTailCut)
    let middle = sound.peak(end + 5_900..<end + 6_100) / sound.peak(end - 400..<end - 200)
    #expect(abs(middle - 0.5) < 0.2)
    #expect(sound.peak(sound.count - 60..<sound.count) < 0.001)
  }

  @Test func withoutMarksTheWholeSongIsTheLoop() throws {
    let file = song().beginning(ticks: 4_000)
    let bouncer = try Bouncer(file, bank: .click(sampleRate: 48_000), settings: settings(.times(2)))
    #expect(bouncer.loop == SongLoop(start: 0, end: 4_000, marks: .none))
    #expect(onsets(try bouncer.sound().sound) == [0, 4_000])
  }

  // MARK: Without a seam

  /// Six ticks to a frame: songs and settings at 8,000 frames per second, so that much time takes few frames.
  private func slow(_ loops: LoopPlay) -> BounceSettings {
    var settings = settings(loops)
    settings.sampleRate = 8_000
    return settings
  }

  /// A song whose every pass is alike, long-tailed, whose pass is a multiple of the synthesizer's grid.
  private var periodic: (MIDIFile, SoundBank) {
    get throws {
      let bank = try SoundBank.sine([.init(.releaseVolEnv, 0)])
      let setting: [(Int64, ChannelMessage)] = [
        (4_800, .controller(7, 90)), (6_000, .controller(10, 20)), (9_000, .pitchBend(9_000)),
        (9_100, .controller(10, 90)),
      ]
      return (song(start: 4_800, end: 4_800 + 6 * 12 * 1_024, more: setting), bank)
    }
  }

  /// A file's last and first frames are consecutive frames of an endless rendering, bit for bit.
  @Test func bitForBit() throws {
    let (file, bank) = try periodic
    var endless = slow(.times(14))
    endless.tail = .seconds(0)
    let long = try Bouncer(file, bank: bank, settings: endless).sound().sound
    let (loop, report) = try Bouncer(file, bank: bank, settings: slow(.seamless())).sound()
    let period = 12 * 1_024
    #expect(loop.count == period)
    #expect(report.loopFrames == 0..<Int64(period))
    #expect(loop.peak(0..<period) > 0.01)
    let start = 800 + 11 * period
    #expect(loop.bits == long.bits(start..<start + period))
    #expect(loop.bits == long.bits(start + period..<start + 2 * period), "the rendering is periodic")
    let (whole, wholeReport) = try Bouncer(file, bank: bank, settings: slow(.seamless(withIntro: true))).sound()
    #expect(whole.bits == long.bits(0..<whole.count))
    #expect(wholeReport.loopFrames == Int64(whole.count - period)..<Int64(whole.count))
  }

  /// With modulated effects the passes differ; the first frame still follows the last one in one rendering.
  @Test func effectsPassOverTheSeam() throws {
    let sends: [(Int64, ChannelMessage)] = [(4_800, .controller(93, 127)), (4_800, .controller(91, 127))]
    let wet = song(start: 4_800, end: 4_800 + 6 * 9_777, more: sends)
    let bank = try periodic.1
    var seamless = slow(.seamless())
    seamless.synth = SynthSettings()
    let bouncer = try Bouncer(wet, bank: bank, settings: seamless)
    let loop = try bouncer.sound().sound
    var endless = seamless
    endless.loops = .times(15)
    endless.tail = .seconds(0)
    let long = try Bouncer(wet, bank: bank, settings: endless).sound().sound
    let first = Int(bouncer.renderRange.first)
    #expect(loop.count == 9_777)
    #expect(loop.bits(0..<8_000) == long.bits(first..<first + 8_000))
    #expect(loop.bits(9_776..<9_777) == long.bits(first - 1..<first))
    for channel in 0..<2 {
      // At the loop crossfade there are no steps larger than those of the rendering itself, except that two crossfaded
      // tails may be 3 dB steeper.
      let over = loop.channels[channel].suffix(1_100) + loop.channels[channel].prefix(1)
      let own = long.channels[channel][first - 1_100...first]
      #expect(Array(over).steepest <= 1.5 * Array(own).steepest)
    }
  }

  /// A range can serve as a manually set loop.
  @Test func rangesLoop() throws {
    var settings = settings(.seamless())
    settings.range = SongRange(from: .tick(4_800), to: .tick(14_400))
    let byHand = try Bouncer(song(), bank: .click(sampleRate: 48_000), settings: settings).sound().sound
    #expect(onsets(byHand) == [0, 2_400])
    #expect(byHand.count == 9_600)
  }

  @Test func threadsGiveTheSame() throws {
    let (file, bank) = try periodic
    var settings = slow(.seamless())
    settings.synth = SynthSettings()
    settings.level = .loudness(-20)
    let bouncer = try Bouncer(file, bank: bank, settings: settings)
    let alone = try bouncer.sound()
    let shared = try bouncer.sound(with: WorkerPool(width: 3))
    #expect(alone.sound.bits == shared.sound.bits)
    #expect(alone.report == shared.report)
  }

  @Test func contradictionsAreSaid() throws {
    let changes: [(inout BounceSettings) -> Void] = [
      { $0.fade = 1 }, { $0.leadIn = 1 }, { $0.tail = .seconds(1) }, { $0.limit = -1 },
      {
        $0.loops = .times(2); $0.range = SongRange(from: .tick(1), heldNotes: .struck)
      },
      {
        $0.loops = .asWritten; $0.fade = 1; $0.tail = .seconds(2)
      },
    ]
    for change in changes {
      var settings = settings(.seamless())
      change(&settings)
      #expect {
        try Bouncer(song(), bank: .sine(), settings: settings)
      } throws: {
        if case .contradiction = $0 as? BounceError { true } else { false }
      }
    }
  }
}
