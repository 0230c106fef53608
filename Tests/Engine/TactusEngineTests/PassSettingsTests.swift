import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusSynth
import TestSupport
import Testing

/// Each pass of a looped range starts with the settings of the first one, whatever messages have changed them.
@Suite struct PassSettingsTests {
  /// A multiple of the synthesizer's grid, so that all passes can have the same bits.
  private let period = 9 * 1_024

  /// A song with messages before the range from 4,800 to 14,016 and within it, and with a note on each of these ticks.
  private func song(
    _ exclusive: [UInt8]? = nil, _ before: [ChannelMessage] = [], then within: [ChannelMessage] = [],
    exclusive later: [UInt8]? = nil, notes: [Int64] = [], channel: UInt8 = 0
  ) -> MIDIFile {
    var track = MIDIFile.Track()
    if let exclusive { track.appendSysEx(exclusive + [0xF7], at: 0) }
    for message in before { track.append(message, at: 0) }
    func play(_ ticks: [Int64]) {
      for tick in ticks {
        track.append(.noteOn(60, channel: channel), at: tick)
        track.append(.noteOff(60, channel: channel), at: tick + 10)
      }
    }
    play(notes.filter { $0 < 9_000 })
    if let later { track.appendSysEx(later + [0xF7], at: 9_000) }
    for message in within { track.append(message, at: 9_000) }
    play(notes.filter { $0 >= 9_000 })
    track.endTick = 20_000
    return MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
  }

  private func bouncer(_ song: MIDIFile, passes: Int = 3, bank: SoundBank? = nil) throws -> Bouncer {
    var settings = BounceSettings()
    settings.synth = .dry
    settings.tail = .seconds(0)
    settings.loops = .times(passes)
    settings.range = SongRange(from: .tick(4_800), to: .tick(14_016))
    return try Bouncer(song, bank: bank ?? .sine(), settings: settings)
  }

  /// The messages with which the second pass starts, which are also those of the third.
  private func restored(_ song: MIDIFile) throws -> [ChannelMessage] {
    let timeline = try bouncer(song).timeline
    let passes = [14_016, 23_232].map { frame in timeline.filter { $0.frame == frame }.map(\.message) }
    #expect(passes[0] == passes[1])
    return passes[0]
  }

  /// The value of the last message for a controller.
  private func last(_ controller: UInt8, _ messages: [ChannelMessage], channel: UInt8 = 0) -> UInt8? {
    messages.last { $0.status == 0xB0 | channel && $0.data1 == controller }?.data2
  }

  /// A non-registered parameter of GS and XG sets a sound controller. Its value before the range can come from a
  /// controller or from a system-exclusive message.
  @Test func soundParameters() throws {
    let brightness = ChannelMessage.nonRegistered(1, 0x20, 20)
    #expect(try last(74, restored(song(then: brightness))) == 64)
    #expect(try last(74, restored(song(nil, [.controller(74, 90)], then: brightness))) == 90)
    let cutoff = Exclusive.gs(0x40, 0x11, 0x32, 80)
    #expect(try last(74, restored(song(cutoff, then: brightness))) == 80)
    #expect(try last(74, restored(song(cutoff, then: [.controller(74, 20)]))) == 80)
    #expect(try last(74, restored(song(exclusive: cutoff))) == 64, "nothing but a system-exclusive message")
    // attack, which no message before the range has set, and a parameter that is selected before it
    let attack = ChannelMessage.nonRegistered(1, 0x63, 100)
    let messages = try restored(song(nil, ChannelMessage.nonRegistered(1, 0x66, 30), then: attack))
    #expect(last(73, messages) == 64 && last(98, messages) == 0x66 && last(99, messages) == 1)
    #expect(!messages.contains { $0.channel != 0 })
  }

  /// Parameters of drum keys return to what they were, or to the kit's own.
  @Test func drumParameters() throws {
    func level(_ value: UInt8) -> [ChannelMessage] { ChannelMessage.nonRegistered(26, 60, value, channel: 9) }
    func restores(_ value: UInt8, _ song: MIDIFile) throws -> Bool {
      try restored(song).firstRange(of: level(value)) != nil
    }
    #expect(try restores(127, song(then: level(20))))
    #expect(try restores(50, song(nil, level(50), then: level(20))))
    let set = Exclusive.gs(0x41, 0x02, 60, 90)
    #expect(try restores(90, song(set, then: level(20))))
    #expect(try restores(127, song(exclusive: set)))
    let notes: [Int64] = [4_800, 12_000]
    let sound = try bouncer(song(then: level(20), notes: notes, channel: 9), bank: .sine(bank: 128)).sound().sound
    for pass in 0..<3 {
      let (early, late) = (sound.peak(period * pass..<period * pass + 10), period * pass + 7_200)
      #expect(abs(early - sound.peak(0..<10)) < 1e-6 && early > 0.001, "pass \(pass)")
      #expect(sound.peak(late..<late + 10) < 0.1 * early)
    }
  }

  /// A pedal that is down at the start of the range sustains no notes of the pass before.
  @Test func pedals() throws {
    var track = MIDIFile.Track()
    track.append(.controller(64, 127), at: 0)
    track.append(.controller(64, 0), at: 9_000)
    track.append(.noteOn(60), at: 12_000)
    track.append(.noteOff(60), at: 14_016)
    track.endTick = 14_016
    let file = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    let sound = try bouncer(file).sound().sound
    for pass in 0..<3 {
      #expect(sound.peak(period * pass + 4_000..<period * pass + 7_000) == 0, "pass \(pass)")
      #expect(sound.peak(period * pass + 8_000..<period * pass + 9_000) > 0)
    }
  }

  /// A single data entry byte changes a value that is restored first.
  @Test func fineBendRanges() throws {
    let fine = [ChannelMessage.controller(101, 0), .controller(100, 0), .controller(38, 50)]
    let messages = try restored(song(nil, fine, then: ChannelMessage.registered(0, 12)))
    let channels = ChannelInterpreter(bankSelect: .gs, voices: NoVoices())
    for message in fine { channels.receive(message) }
    let start = channels.snapshots
    for message in ChannelMessage.registered(0, 12) + messages { channels.receive(message) }
    #expect(channels.restore(start).isEmpty)
    #expect(last(6, messages) == 2 && last(38, messages) == 50)
  }

  /// A part that does not receive a kind of message in a part of the range does so again at its start, and before the
  /// messages of that kind that restore it.
  @Test func receiveSwitches() throws {
    func volume(_ isOn: UInt8) -> [UInt8] { Exclusive.gs(0x40, 0x11, 0x0C, isOn) }
    let loud: [ChannelMessage] = [.controller(7, 90)]
    for (before, file) in [
      (loud, song(nil, loud, exclusive: volume(0))),
      (volume(0).packets, song(volume(0), then: [.controller(7, 20)], exclusive: volume(1))),
    ] {
      let (first, later) = (
        ChannelInterpreter(bankSelect: .gs, voices: NoVoices()), ChannelInterpreter(bankSelect: .gs, voices: NoVoices())
      )
      for message in before { first.receive(message) }
      for event in try bouncer(file, passes: 2).timeline where event.frame <= 14_016 { later.receive(event.message) }
      #expect(later.restore(first.snapshots).isEmpty)
      for channels in [first, later] { channels.receive(.controller(7, 50)) }
      #expect(later.restore(first.snapshots).isEmpty, "the switch itself")
    }
  }

  /// A part that a system-exclusive message turns into a drum part is melodic again in the next pass.
  @Test func drumParts() throws {
    let before: [ChannelMessage] = [.program(3)]
    let repeated = try restored(song(nil, before, exclusive: Exclusive.gs(0x40, 0x11, 0x15, 1)))
    let channels = ChannelInterpreter(bankSelect: .gs, voices: NoVoices())
    for message in before + Exclusive.gs(0x40, 0x11, 0x15, 1).packets + repeated { channels.receive(message) }
    let sound = channels.sound(port: 0, channel: 0)
    #expect(!sound.isDrums && sound.selected.bank == 0 && sound.selected.program == 3)
  }

  /// In XG, drum parts have bank select 127 before any message. A kit that the range selects leaves them drum parts.
  @Test func kitsOfXG() throws {
    let kit: [ChannelMessage] = [.controller(0, 127, channel: 9), .program(8, channel: 9)]
    let file = song(Exclusive.xgOn, then: kit, notes: [4_800, 7_200, 12_000], channel: 9)
    #expect(try last(0, restored(file), channel: 9) == 127)
    let bank = try SoundBank.sine(bank: 128)
    let once = try bouncer(file, passes: 1, bank: bank).sound().sound
    let sound = try bouncer(file, bank: bank).sound().sound
    #expect(once.peak(0..<10) > 0.001)
    for pass in 0..<3 { #expect(sound.bits(period * pass..<period * (pass + 1)) == once.bits, "pass \(pass)") }
  }

  /// The drum setup of a part that plays melodies is not heard, and is not restored: its messages would change the drum
  /// parts that share it.
  @Test func drumSetupsOfMelodicParts() throws {
    let before =
      ChannelMessage.nonRegistered(26, 60, 20, channel: 9) + [.controller(0, 0, channel: 9), .program(0, channel: 9)]
    #expect(try restored(song(Exclusive.xgOn, before, exclusive: Exclusive.xg(0, 0, 0x7D, 0))).isEmpty)
  }

  /// A reset within the range undoes the settings of all channels. They are repeated in their order: a bank select
  /// after a program is for the next program.
  @Test(arguments: [Exclusive.gsReset, Exclusive.gmOff]) func resets(reset: [UInt8]) throws {
    let before: [ChannelMessage] = [
      .controller(0, 5), .program(3, channel: 0), .controller(0, 7), .controller(7, 90),
      .controller(10, 20, channel: 4),
    ]
    let channels = ChannelInterpreter(bankSelect: .gs, voices: NoVoices())
    for message in before { channels.receive(message) }
    let start = channels.snapshots
    let repeated = try restored(song(nil, before, exclusive: reset))
    for message in reset.packets + repeated { channels.receive(message) }
    let selected = channels.sound(port: 0, channel: 0).selected
    #expect(selected.bank == 5 && selected.program == 3)
    #expect(channels.restore(start).isEmpty)
  }

  /// Random messages before and within the range: the second pass starts in the state of the first, but for what
  /// no channel message can set.
  @Test func randomMessages() throws {
    for seed in 7_000..<UInt64(7_000 + rounds(20)) {
      var random = SeededGenerator(seed: seed)
      func messages() -> [ChannelMessage] {
        (0..<12).flatMap { _ -> [ChannelMessage] in
          let value = UInt8.random(in: 0...127, using: &random)
          return switch Int.random(in: 0..<6, using: &random) {
          case 0: [.controller(random.pick([1, 5, 7, 10, 33, 64, 65, 74, 91, 121]), value)]
          case 1: ChannelMessage.nonRegistered(1, random.pick([8, 9, 10, 32, 33, 99, 100, 102, 48, 52]), value)
          case 2: ChannelMessage.nonRegistered(random.pick([20, 24, 26, 29]), value % 4, value)
          case 3:
            ChannelMessage.registered(random.pick([0, 1, 2, 5]), value % 100, random.oneIn(2) ? value % 100 : nil)
          case 4: [.keyPressure(value, value), .pressure(value), .pitchBend(Int(value) * 100)]
          default: [.controller(random.pick([6, 38, 96, 97]), value)]
          }
        }
      }
      let (before, within) = (messages(), messages())
      let channels = ChannelInterpreter(bankSelect: .gs, voices: NoVoices())
      for message in before { channels.receive(message) }
      let start = channels.snapshots
      let repeated = try restored(song(nil, before, then: within))
      for message in within + repeated { channels.receive(message) }
      #expect(channels.restore(start).isEmpty, "seed \(seed)")
    }
  }
}
