import Foundation
import Tactus
import TactusEngine
import TactusFiles
import TactusSynth
import TactusThreads
import TestSupport
import Testing

/// The null law for stems: their sum is the mix.
@Suite struct StemTests {
  /// The greatest difference between the sum of the stems and a mix, in dBFS; the sums are made in doubles.
  static func difference(_ stems: [[Float]], _ mix: [[Float]]) -> Double {
    var worst = 0.0
    for side in 0..<2 {
      for frame in mix[side].indices {
        var sum = -Double(mix[side][frame])
        for stem in 0..<stems.count / 2 { sum += Double(stems[2 * stem + side][frame]) }
        worst = max(worst, abs(sum))
      }
    }
    return worst > 0 ? 20 * log10(worst) : -.infinity
  }

  private func law(_ bouncer: Bouncer, _ split: StemSplit, apart: Bool, _ what: String) throws {
    let mix = try bouncer.sound()
    let plan = try bouncer.stems(by: split, effectsApart: apart)
    var sound = BouncedSound()
    let report = try bouncer.render(plan, with: WorkerPool(width: 2)) { sound.append($0) }
    #expect(sound.channels.count == 2 * plan.stems.count + 2)
    #expect(sound.count == mix.sound.count, "\(what)")
    #expect(report.synth == mix.report.synth, "voices are started, stolen and choked as in the mix; \(what)")
    #expect(plan.stems.reduce(0) { $0 + $1.noteCount } == mix.report.noteCount)
    guard sound.count == mix.sound.count else { return }
    let level = Self.difference(Array(sound.channels.dropLast(2)), mix.sound.channels)
    let peak = 20 * log10(Double(max(1, mix.report.peak)))
    #expect(level - peak < -140, "\(what)")
    #expect(Self.difference(Array(sound.channels.suffix(2)), mix.sound.channels) - peak < -140, "\(what)")
  }

  @Test func randomSongsAndBanks() throws {
    for seed in 6_000..<UInt64(6_000 + rounds(4)) {
      var random = SeededGenerator(seed: seed)
      let bank = try SoundBank(random.font(isWild: false))
      var settings = BounceSettings()
      settings.synth.polyphony = [3, 9, 40][Int(seed % 3)]
      settings.synth.gain = -12
      if !isOptimized { settings.tail = .seconds(0.5) }
      let song = random.score(length: 6_000, density: 12, isWild: false).song
      let bouncer = try Bouncer(song, bank: bank, settings: settings)
      let split = StemSplit.allCases[Int(seed % 4)]
      try law(bouncer, split, apart: seed % 2 == 0, "seed \(seed), \(split)")
    }
  }

  @Test(.enabled(if: DebianSongs.areThere, Comment(rawValue: DebianSongs.whatIsMissing)))
  func realSong() throws {
    let song = try DebianSongs.song(DebianSongs.paths[1])
    let bouncer = try Bouncer(song.beginning(ticks: song.endTick / 60), bank: DebianSongs.bank())
    try law(bouncer, .channels, apart: false, DebianSongs.paths[1])
  }

  @Test func threadsGiveTheSame() throws {
    var random = SeededGenerator(seed: 6_100)
    let bank = try SoundBank(random.font(isWild: true))
    var settings = BounceSettings()
    settings.tail = .seconds(0.05)
    settings.level = .samplePeak(-3)
    let song = random.score(length: 5_000, density: 12, isWild: true).song
    let bouncer = try Bouncer(song, bank: bank, settings: settings)
    let plan = try bouncer.stems(by: .programs)
    let sounds = try [1, 2, 5].map { width in
      var sound = BouncedSound()
      _ = try bouncer.render(plan, with: WorkerPool(width: width)) { sound.append($0) }
      return sound.bits
    }
    #expect(sounds[1] == sounds[0] && sounds[2] == sounds[0])
  }

  /// XG's variation effect as a system effect takes what all parts send; apart, it is one of the effects.
  @Test(arguments: [0x46, 0x41, 0x05]) func variationOfAllParts(type: UInt8) throws {
    var track = MIDIFile.Track()
    for message in [Exclusive.xgOn, Exclusive.xg(0x02, 0x01, 0x40, type, 0), Exclusive.xg(0x02, 0x01, 0x5A, 1)] {
      track.appendSysEx(message + [0xF7], at: 0)
    }
    for channel in UInt8(0)..<2 {
      track.append(.controller(94, 100, channel: channel), at: 10)
      track.append(.noteOn(60 + channel, 100, channel: channel), at: 10)
    }
    for channel in UInt8(0)..<2 { track.append(.noteOff(60 + channel, channel: channel), at: 9_000) }
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    var settings = BounceSettings()
    settings.tail = .seconds(0.2)
    let bouncer = try Bouncer(song, bank: .sine(), settings: settings)
    try law(bouncer, .channels, apart: true, "apart")
    try law(bouncer, .channels, apart: false, "in each")
  }

  /// Ranges, loops and struck notes keep their stems.
  @Test func rangesAndLoopsSplitToo() throws {
    var random = SeededGenerator(seed: 6_200)
    let bank = try SoundBank(random.font(isWild: false))
    let song = random.score(length: 6_000, density: 12, isWild: false).song
    var settings = BounceSettings()
    settings.tail = .seconds(0.05)
    settings.synth.gain = -12
    for held in SongRange.HeldNotes.allCases {
      settings.range = SongRange(from: .tick(2_345), to: .tick(5_000), heldNotes: held)
      try law(Bouncer(song, bank: bank, settings: settings), .channels, apart: false, "\(held)")
    }
    settings.range = nil
    settings.tail = .automatic()
    settings.loops = .times(2)
    settings.fade = 0.02
    settings.level = .loudness(-30)
    try law(Bouncer(song, bank: bank, settings: settings), .programs, apart: true, "loops")
  }

  /// Part settings of GS do not move notes to other stems, and a part that receives another channel plays in the stem of
  /// that channel.
  @Test func partSettingsKeepStems() throws {
    let bank = try SoundBank.sine()
    var track = MIDIFile.Track()
    // part 4 (address block 4) shifts its keys; part 6 receives channel 4 too
    track.appendSysEx(Exclusive.gs(0x40, 0x14, 0x16, 0x41) + [0xF7], at: 0)
    track.appendSysEx(Exclusive.gs(0x40, 0x16, 0x02, 0x03) + [0xF7], at: 0)
    for (index, channel) in [3, 1, 3].enumerated() {
      track.append(.noteOn(60, 100, channel: UInt8(channel)), at: Int64(index + 1) * 2_400)
      track.append(.noteOff(60, channel: UInt8(channel)), at: Int64(index + 1) * 2_400 + 1_200)
    }
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    var settings = BounceSettings()
    settings.synth = .dry
    settings.tail = .seconds(0.1)
    let bouncer = try Bouncer(song, bank: bank, settings: settings)
    let plan = try bouncer.stems(by: .channels)
    #expect(plan.stems.map(\.number) == [2, 4])
    let collector = NoteCollector(for: bouncer)
    let audio = try bouncer.audio(stems: plan, trace: { collector.take($0) })
    let notes = collector.finish()
    #expect(notes.count == 5 && notes.allSatisfy { $0.track == 0 })
    #expect(notes.map(\.stem) == [1, 1, 0, 1, 1], "\(notes)")
    let (first, second) = (audio.samples(ofChannel: 0), audio.samples(ofChannel: 2))
    #expect(first[2_400..<3_600].allSatisfy { $0 == 0 } && second[2_400..<3_600].contains { $0 != 0 })
    #expect(first[4_800..<6_000].contains { $0 != 0 })
  }

  /// Master volume, balance and tuning by system-exclusive messages reach every stem, while notes and tails sound.
  @Test func masterMessages() throws {
    var random = SeededGenerator(seed: 6_300)
    let bank = try SoundBank(random.font(isWild: false))
    var settings = BounceSettings()
    settings.tail = .seconds(0.1)
    settings.synth.gain = -12
    var song = random.score(length: 6_000, density: 12, isWild: false).song
    var master = MIDIFile.Track()
    let messages = [
      Exclusive.gs(0x40, 0, 4, 64), Exclusive.gs(0x40, 0, 6, 20), Exclusive.device(1, 0, 100),
      Exclusive.xg(0, 0, 6, 67), Exclusive.gs(0x40, 0, 4, 0), Exclusive.gs(0x40, 0, 4, 127), Exclusive.device(2, 0, 90),
    ]
    let end = song.endTick
    for (index, message) in messages.enumerated() {
      master.appendSysEx(message + [0xF7], at: end * Int64(index + 1) / Int64(messages.count + 1))
    }
    let plain = try Bouncer(song, bank: bank, settings: settings).sound()
    song.tracks.append(master)
    for split in [StemSplit.channels, .programs] {
      let bouncer = try Bouncer(song, bank: bank, settings: settings)
      let mix = try bouncer.sound()
      #expect(mix.report.synth.systemMessages == plain.report.synth.systemMessages + messages.count)
      let isHeard = mix.sound.bits != plain.sound.bits
      #expect(isHeard)
      try law(bouncer, split, apart: split == .programs, "master messages, \(split)")
    }
  }

  /// Two tracks on one channel are two stems, and their files have safe names.
  @Test func tracksOfOneChannelAreTold() throws {
    var first = MIDIFile.Track()
    first.append("Left / hand", as: .trackName, at: 0)
    first.append(.noteOn(60), at: 0)
    first.endTick = 4_800
    var second = MIDIFile.Track()
    second.append(.noteOn(64), at: 100)
    second.endTick = 4_800
    let song = MIDIFile(division: .ticksPerQuarter(24_000), tracks: [first, second])
    let bouncer = try Bouncer(song, bank: .sine())
    let plan = try bouncer.stems(by: .tracks)
    #expect(plan.stems.map(\.name) == ["Left / hand", "Track 2"])
    #expect(plan.stems.map(\.noteCount) == [1, 1])
    let folder = temporaryPath("/")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let report = try bouncer.write(plan, to: folder)
    let names = ["01 Left hand.wav", "02 Track 2.wav"]
    #expect(report.files.map(\.path) == names.map { folder + $0 })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names)
    let file = try AudioFileReader(FileBytes.open(report.files[1].path))
    #expect(file.samples(channel: 0, frames: 0..<100).allSatisfy { $0 == 0 })
    #expect(file.samples(channel: 0, frames: 200..<400).contains { $0 != 0 })
    let cancelled = temporaryPath("/")
    #expect(throws: BounceError.cancelled) { try bouncer.write(plan, to: cancelled) { _ in false } }
    #expect(!FileManager.default.fileExists(atPath: cancelled), "a new folder does not stay")
    #expect(throws: BounceError.cancelled) { try bouncer.write(plan, to: folder) { _ in false } }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names)
  }

  /// Stems of a range count the notes that are heard there: those that begin in it, and those that it strikes.
  @Test(arguments: SongRange.HeldNotes.allCases)
  func stemsOfARangeCountWhatIsHeard(held: SongRange.HeldNotes) throws {
    var early = MIDIFile.Track()
    for tick in [0, 100, 200] as [Tick] {
      early.append(.noteOn(60), at: tick)
      early.append(.noteOff(60), at: tick + 50)
    }
    early.append(.noteOn(72), at: 900)
    early.append(.noteOff(72), at: 1_500)
    var steady = MIDIFile.Track()
    for tick in stride(from: 0 as Tick, to: 4_000, by: 500) {
      steady.append(.noteOn(64), at: tick)
      steady.append(.noteOff(64), at: tick + 100)
    }
    let song = MIDIFile(division: .ticksPerQuarter(960), tracks: [early, steady])
    var settings = BounceSettings()
    settings.range = SongRange(from: .tick(1_000), to: .tick(2_500), heldNotes: held)
    let bouncer = try Bouncer(song, bank: .sine(), settings: settings)
    let plan = try bouncer.stems(by: .tracks)
    #expect(plan.stems.map(\.noteCount) == [held == .leftOut ? 0 : 1, 3])
    #expect(try bouncer.sound().report.noteCount == (held == .leftOut ? 3 : 4))
  }

  /// With more tracks than stems, the last stem has the notes of the rest, and the plan says of how many.
  @Test func tooManyTracksShareTheLastStem() throws {
    var song = MIDIFile(division: .ticksPerQuarter(24_000))
    for index in 0..<300 {
      var track = MIDIFile.Track()
      track.append("Track \(index)", as: .trackName, at: 0)
      track.append(.noteOn(60), at: Tick(index) * 100)
      track.append(.noteOff(60), at: Tick(index) * 100 + 50)
      song.tracks.append(track)
    }
    let plan = try Bouncer(song, bank: .sine()).stems(by: .tracks, effectsApart: true)
    #expect(plan.stems.count == StemPlan.mostStems + 1 && plan.mergedCount == 44)
    #expect(plan.stems[254].name == "Track 254" && plan.stems[254].noteCount == 1)
    #expect(plan.stems[255].name == "Others" && plan.stems[255].noteCount == 45)
    #expect(plan.stems[256].number == 301 && plan.stems[256].isOfEffects && !plan.stems[255].isOfEffects)
    var few = song
    few.tracks.removeLast(44)
    let whole = try Bouncer(few, bank: .sine()).stems(by: .tracks)
    #expect(whole.mergedCount == 0 && whole.stems[255].name == "Track 255")
  }

  /// Each file has its own dither, so that equal sounds do not have equal errors, and its stem's name in its title.
  @Test func filesHaveTheirOwnDitherAndTitle() throws {
    var track = MIDIFile.Track()
    for channel in [0, 1] as [UInt8] { track.append(.noteOn(60, channel: channel), at: 0) }
    for channel in [0, 1] as [UInt8] { track.append(.noteOff(60, channel: channel), at: 9_600) }
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    let bouncer = try Bouncer(song, bank: .sine())
    var output = BounceOutput(sampleFormat: .int16)
    output.metadata.title = "Duet"
    let folder = temporaryPath("/")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let report = try bouncer.write(bouncer.stems(by: .channels), to: folder, as: output)
    let files = try report.files.map { try FileBytes.open($0.path) }
    for (file, stem) in zip(files, report.files) {
      let title = Array("Duet (\(stem.stem.name))".utf8) + [0]
      #expect(Array(file.bytes).firstRange(of: title) != nil)
    }
    let sounds = try files.map { try AudioFileReader($0).integers(channel: 0) }
    let differences = zip(sounds[0], sounds[1]).map { abs($0 - $1) }
    #expect(sounds.count == 2 && differences.max() ?? 0 <= 2)
    #expect(differences.count { $0 > 0 } > sounds[0].count / 10, "the dither is the same")
  }
}
