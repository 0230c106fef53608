import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusSynth
import TactusThreads
import TestSupport
import Testing

/// Ranges: exact to the frame, with the channels as the song has set them.
@Suite struct RangeTests {
  private func settings(_ range: SongRange?) -> BounceSettings {
    var settings = BounceSettings()
    settings.synth = .dry
    // LFOs and control cells of insertion effects begin with the range.
    settings.synth.insertions = false
    settings.tail = .seconds(0.1)
    settings.range = range
    return settings
  }

  @Test func theFirstFrameIsTheRangesFirst() throws {
    let file = MIDIFile([(10_007, .noteOn(60)), (10_008, .noteOff(60)), (30_000, .noteOn(60))], endTick: 48_000)
    let bank = try SoundBank.click(sampleRate: 48_000)
    for from in [10_007, 10_000, 1_024, 8_192] as [Int64] {
      let range = SongRange(from: .tick(from), to: .tick(20_000))
      let sound = try Bouncer(file, bank: bank, settings: settings(range)).sound().sound
      #expect(sound.channels[0].firstIndex { $0 != 0 } == Int(10_007 - from))
      #expect(sound.count == 20_000 - Int(from) + 4_800)
      #expect(sound.channels[0].count { $0 != 0 } == 1, "what follows the range is not heard")
    }
  }

  /// The frames of a range equal those of the whole song, bit for bit, if no note sounds across its start and no note
  /// in it depends on earlier notes, as with portamento and mono mode.
  @Test func likeTheWholeSong() throws {
    for seed in 5_000..<UInt64(5_000 + rounds(4)) {
      var random = SeededGenerator(seed: seed)
      let bank = try SoundBank(random.font(isWild: false))
      var score = random.score(length: 6_000, density: 12, isWild: false)
      // A silence in the middle: all notes off, then no events for longer than any sound lasts.
      let cut = 6_000 + Int.random(in: 0..<2_000, using: &random)
      let channels: [UInt8] = [0, 1, 9]
      for channel in channels {
        for controller in [120, 123, 65, 68, 127] as [UInt8] {
          score.events.append((6_000, .controller(controller, 0, channel: channel)))
        }
      }
      let second = random.score(length: 4_000, density: 12, isWild: false)
      let rest = second.events.filter { !$0.message.remembersKeys }
      score.events += rest.map { ($0.frame + cut + 1_000, $0.message) }
      score.length = cut + 5_000
      let whole = try Bouncer(score.song, bank: bank, settings: settings(nil)).sound().sound
      for held in SongRange.HeldNotes.allCases where held != .struck {
        let range = SongRange(from: .tick(Int64(cut + 1_000)), heldNotes: held)
        let part = try Bouncer(score.song, bank: bank, settings: settings(range)).sound().sound
        #expect(part.count == whole.count - cut - 1_000)
        let isTheSame = part.bits == whole.bits(cut + 1_000..<whole.count)
        #expect(isTheSame, "seed \(seed), held notes \(held)")
      }
    }
  }

  /// With sounding notes the frames are the whole song's, effects and all, wherever the range begins.
  @Test func soundingNotesAndEffects() throws {
    var random = SeededGenerator(seed: 5_100)
    let bank = try SoundBank(random.font(isWild: false))
    let file = random.score(length: 9_000, density: 12, isWild: false).song
    var all = BounceSettings()
    all.tail = .seconds(0.1)
    let whole = try Bouncer(file, bank: bank, settings: all).sound().sound
    all.range = SongRange(from: .tick(5_003), heldNotes: .sounding)
    let part = try Bouncer(file, bank: bank, settings: all).sound(with: WorkerPool(width: 3)).sound
    #expect(part.bits == whole.bits(5_003..<whole.count))
  }

  /// Another kit restores the drum setup if a note has used it, also where the notes before the range are not played.
  @Test func drumSetupsBeforeTheRange() throws {
    let level = ChannelMessage.nonRegistered(26, 60, 20, channel: 9)
    let setup = level.map { (Int64(0), $0) }
    let kit: [(Int64, ChannelMessage)] = [(300, .program(8, channel: 9))]
    let stroke: [(Int64, ChannelMessage)] = [(100, .noteOn(60, channel: 9)), (200, .noteOff(60, channel: 9))]
    let later: [(Int64, ChannelMessage)] = [(48_000, .noteOn(60, channel: 9)), (52_800, .noteOff(60, channel: 9))]
    for events in [setup + stroke + kit + later, setup + kit + later] {
      let file = MIDIFile(events, endTick: 60_000)
      let whole = try Bouncer(file, bank: .sine(bank: 128), settings: settings(nil)).sound().sound
      for held in SongRange.HeldNotes.allCases {
        let range = SongRange(from: .tick(40_960), heldNotes: held)
        let part = try Bouncer(file, bank: .sine(bank: 128), settings: settings(range)).sound().sound
        #expect(part.bits == whole.bits(40_960..<whole.count), "\(held)")
      }
    }
  }

  /// Keys that are down are omitted, or struck at once.
  @Test func heldNotes() throws {
    let file = MIDIFile(
      [(0, .noteOn(60)), (100, .noteOn(64)), (200, .noteOff(64)), (9_000, .noteOff(60))], endTick: 9_600)
    for held in SongRange.HeldNotes.allCases {
      let bouncer = try Bouncer(
        file, bank: .sine(), settings: settings(SongRange(from: .tick(4_800), heldNotes: held)))
      let (sound, report) = try bouncer.sound()
      #expect((sound.peak(0..<4_000) > 0) == (held != .leftOut), "\(held)")
      #expect(report.synth.voicesStarted == [.leftOut: 0, .struck: 1, .sounding: 2][held])
    }
  }

  /// Keys that a message has ended are not down: their notes are not struck again, and no stem counts them.
  @Test(arguments: [[.controller(123, 0)], [.controller(120, 0)], [.controller(127, 0)], Exclusive.gmOn.packets])
  func endedNotesAreNotHeld(_ ending: [ChannelMessage]) throws {
    let events: [(Int64, ChannelMessage)] = [(0, .noteOn(60)), (0, .noteOn(62, channel: 1))]
    let file = MIDIFile(events + ending.map { (2_400, $0) }, endTick: 9_600)
    let bouncer = try Bouncer(
      file, bank: .sine(), settings: settings(SongRange(from: .tick(4_800), heldNotes: .struck)))
    let left = ending[0].isSystemExclusive ? 0 : 1
    #expect(try bouncer.sound().report.synth.voicesStarted == left)
    #expect(try bouncer.stems(by: .channels).stems.map(\.noteCount) == [0, left])
  }

  /// Notes end with the parts that play them: of a part that receives another channel, not those of that channel, and of
  /// two parts of a channel, not with one of them alone.
  @Test func endedPartsAreNotHeld() throws {
    let cases: [(setup: [UInt8], message: [UInt8], channels: [UInt8], left: [UInt8])] = [
      // part 2 receives no channel any more, while channel 1 of another port sounds
      ([], Exclusive.gs(0x40, 0x12, 0x02, 0x10), [1, 2], [2]),
      // part 5 receives channel 6 too
      ([], Exclusive.gs(0x40, 0x15, 0x02, 0x05), [4, 5], [5]),
      // parts 1 and 2 receive channel 1, and part 2 becomes a drum part
      (Exclusive.gs(0x40, 0x12, 0x02, 0x00), Exclusive.gs(0x40, 0x12, 0x15, 1), [0], [0]),
    ]
    for (setup, message, channels, left) in cases {
      var events: [(Int64, ChannelMessage)] = setup.isEmpty ? [] : setup.packets.map { (0, $0) }
      events += channels.map { (10, .noteOn(60, channel: $0)) } + message.packets.map { (2_400, $0) }
      let file = MIDIFile(events, endTick: 9_600)
      let range = SongRange(from: .tick(4_800), heldNotes: .struck)
      let plan = try Bouncer(file, bank: .sine(), settings: settings(range)).stems(by: .channels)
      let heard = plan.stems.filter { $0.noteCount > 0 }.map { UInt8($0.number - 1) }
      #expect(heard == left, "\(message)")
    }
  }

  /// Parameters are selected and set in the song's order, and a program is sent with its bank.
  @Test func channelsAreAsTheSongSetThem() throws {
    let setting: [ChannelMessage] = [
      .controller(101, 0), .controller(100, 0), .controller(6, 12), .controller(100, 2), .controller(6, 70),
      .controller(101, 127), .controller(100, 127), .controller(6, 3), .pitchBend(12_000), .controller(7, 50),
      .controller(0, 3), .program(7), .controller(0, 0),
    ]
    let bank = try SoundBank.sine(bank: 3, program: 7)
    let events = setting.enumerated().map { (Int64($0), $1) } + [(4_096, .noteOn(60)), (9_000, .noteOff(60))]
    let whole = try Bouncer(MIDIFile(events, endTick: 9_600), bank: bank, settings: settings(nil)).sound().sound
    let range = SongRange(from: .tick(4_096))
    let part = try Bouncer(MIDIFile(events, endTick: 9_600), bank: bank, settings: settings(range)).sound().sound
    #expect(part.peak(0..<1_000) > 0.001)
    #expect(part.bits == whole.bits(4_096..<whole.count))
  }

  /// A note that ends on the first frame of the range, as in a legato line, is not held; one that is struck there is.
  @Test func notesThatEndAtTheStart() throws {
    let file = MIDIFile(
      [
        (0, .noteOn(60)), (0, .noteOn(64)), (4_800, .noteOff(60)), (4_800, .noteOn(62)), (4_800, .noteOff(64)),
        (4_800, .noteOn(64)), (9_600, .noteOff(62)), (9_600, .noteOff(64)),
      ], endTick: 9_600)
    for held in SongRange.HeldNotes.allCases {
      let bouncer = try Bouncer(
        file, bank: .sine(), settings: settings(SongRange(from: .tick(4_800), heldNotes: held)))
      let report = try bouncer.sound().report
      #expect(report.noteCount == 2, "\(held)")
      if held == .struck { #expect(report.synth.voicesStarted == 2) }
    }
  }

  /// The tail follows a range's end like a song's end: keys are released, and nothing more is played.
  @Test func theEndRings() throws {
    let file = MIDIFile([(0, .noteOn(60)), (90_000, .noteOff(60))], endTick: 96_000)
    var settings = settings(SongRange(to: .tick(4_800)))
    settings.tail = .automatic()
    let (sound, report) = try Bouncer(file, bank: .sine([.init(.releaseVolEnv, -1_200)]), settings: settings).sound()
    #expect((4_800 + 24_000...4_800 + 24_000 + 8_192).contains(sound.count))
    #expect(!report.isTailCut)
  }

  @Test func leadInOnlyPrecedes() throws {
    var random = SeededGenerator(seed: 5_200)
    let bank = try SoundBank(random.font(isWild: false))
    let file = random.score(length: 5_000, density: 12, isWild: false).song
    var settings = BounceSettings()
    settings.tail = .seconds(0.05)
    settings.range = SongRange(from: .tick(777))
    let plain = try Bouncer(file, bank: bank, settings: settings).sound().sound
    settings.leadIn = 0.0123
    let led = try Bouncer(file, bank: bank, settings: settings).sound().sound
    #expect(led.peak(0..<590) == 0)
    #expect(led.bits(590..<led.count) == plain.bits)
  }

  @Test func nonsenseIsRefused() throws {
    let file = MIDIFile([(0, .noteOn(60))], endTick: 48_000)
    for range in [SongRange(from: .seconds(2)), SongRange(from: .tick(100), to: .tick(100)), SongRange(to: .tick(0))] {
      #expect(throws: BounceError.self) { try Bouncer(file, bank: .sine(), settings: settings(range)) }
    }
  }
}

extension ChannelMessage {
  /// Whether the message makes notes depend on earlier ones: portamento, legato pedal, mono mode, zones.
  fileprivate var remembersKeys: Bool { kind == .controller && [5, 37, 65, 68, 84, 126].contains(data1) }
}
