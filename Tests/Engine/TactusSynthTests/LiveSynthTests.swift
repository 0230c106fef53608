import Synchronization
import TactusFiles
import TactusMIDI
import TactusRender
import TactusSynth
import TestSupport
import Testing

@Suite("Live synthesizer") struct LiveSynthTests {
  private static let note = [TimedEvent(offset: 0, message: .noteOn(60))]
  private static let end = [TimedEvent(offset: 0, message: .noteOff(60))]

  private func bank(_ seed: UInt64) throws -> SoundBank {
    var random = SeededGenerator(seed: seed)
    return try SoundBank(random.font(isWild: false))
  }

  private func low(program: UInt16 = 0) throws -> SoundBank { try .sine(amplitude: 20_000, program: program) }
  /// A fifth higher.
  private func high() throws -> SoundBank { try .sine(amplitude: 9_000, [.init(.coarseTune, 7)]) }

  @Test("sounds as the one whose bank is fixed, bit for bit", arguments: SynthSettings.Interpolation.allCases)
  func same(interpolation: SynthSettings.Interpolation) throws {
    var settings = SynthSettings()
    settings.interpolation = interpolation
    let bank = try bank(7)
    let fixed = SoundFontSynth(bank: bank, settings: settings)
    fixed.prepare(sampleRate: 48_000, maximumFrameCount: 512)
    let live = LiveSynth(sampleRate: 48_000, settings: settings)
    live.publish(bank)
    var random = SeededGenerator(seed: 8)
    for cycle in 0..<rounds(40, unoptimized: 10) {
      let events = (0..<3).map { index in
        let key = UInt8.random(in: 30...90, using: &random)
        let message: ChannelMessage = Bool.random(using: &random) ? .noteOn(key) : .noteOff(key)
        return TimedEvent(offset: Int32(index * 100), message: message)
      }
      let (one, other) = (
        fixed.rendered(512, from: cycle * 512, events: events), live.rendered(512, from: cycle * 512, events: events)
      )
      let isSame = one.left == other.left && one.right == other.right
      #expect(isSame, "cycle \(cycle)")
    }
  }

  @Test("is silent until a bank is there, and without one again")
  func silence() throws {
    let live = LiveSynth()
    #expect(live.rendered(256, events: Self.note).left.peak == 0)
    live.publish(try low())
    #expect(live.rendered(256).left.peak == 0, "a note that began without a bank stays silent")
    #expect(live.rendered(256, events: Self.note).left.peak > 0.01)
    live.publish(nil, formerNotes: .cut)
    _ = live.rendered(48_000)
    #expect(live.rendered(256, events: Self.note).left.peak < 1e-4)
  }

  @Test("notes of a former bank ring out as if nothing had happened; then it is given back")
  func ringOut() throws {
    let (first, second) = (LiveSynth(settings: .dry), LiveSynth(settings: .dry))
    weak var former: SoundBank?
    try {
      let bank = try low()
      former = bank
      for live in [first, second] { live.publish(bank) }
    }()
    for live in [first, second] { _ = live.rendered(1_000, events: Self.note) }
    first.publish(try high())
    for cycle in 0..<8 {
      let isSame = first.rendered(1_000, from: cycle * 1_000).left == second.rendered(1_000, from: cycle * 1_000).left
      #expect(isSame, "cycle \(cycle)")
    }
    #expect(first.reclaim() == 1)
    let both = first.rendered(1_000, events: [TimedEvent(offset: 0, message: .noteOn(72))]).left
    #expect(both != second.rendered(1_000).left, "the other bank plays beside it")
    _ = first.rendered(96_000, events: Self.end)
    #expect(first.reclaim() == 0)
    _ = second.rendered(96_000, events: Self.end)
    second.publish(nil)
    _ = second.rendered(64)
    second.reclaim()
    #expect(former == nil)
  }

  @Test("or they are faded out at once")
  func cut() throws {
    let live = LiveSynth(settings: .dry)
    live.publish(try low())
    _ = live.rendered(4_800, events: Self.note)
    let before = live.rendered(480).left
    live.publish(try high(), formerNotes: .cut)
    let fading = live.rendered(720).left
    #expect(fading.steepest <= before.steepest * 1.01, "without a click")
    #expect(live.rendered(480).left.peak < 1e-4)
    #expect(live.reclaim() == 0)
  }

  @Test("only so many former banks ring out: the oldest is faded")
  func manyBanks() throws {
    let live = LiveSynth(settings: .dry)
    for number in 0..<12 {
      live.publish(try low())
      _ = live.rendered(1_024, events: [TimedEvent(offset: 0, message: .noteOn(UInt8(40 + number)))])
    }
    _ = live.rendered(4_800)
    #expect(live.reclaim() <= 4)
    #expect(live.voiceCount <= 5)
  }

  @Test("a cut holds although another bank is published before the next cycle")
  func cutTwice() throws {
    let live = LiveSynth(settings: .dry)
    live.publish(try low())
    _ = live.rendered(4_800, events: Self.note)
    live.publish(try high(), formerNotes: .cut)
    live.publish(try high())
    _ = live.rendered(1_200)
    #expect(live.rendered(480).left.peak < 1e-4)
  }

  @Test("banks that were never played are not kept")
  func neverPlayed() throws {
    let live = LiveSynth()
    for _ in 0..<20 { live.publish(try low()) }
    #expect(live.reclaim() <= 1)
  }

  @Test("fewer voices are asked for, fewer sound")
  func fewerVoices() throws {
    let live = LiveSynth(settings: .dry)
    live.publish(try low())
    _ = live.rendered(480, events: (40..<60).map { TimedEvent(offset: 0, message: .noteOn($0)) })
    #expect(live.voiceCount == 20)
    var controls = live.synthControls
    controls.polyphony = 6
    live.set(controls)
    _ = live.rendered(480)
    #expect(live.voiceCount == 6)
  }

  @Test("a bank select waits for the program, also when the bank is swapped")
  func bankSelect() throws {
    let live = LiveSynth()
    live.publish(try low())
    live.send(.program(3))
    live.send(.controller(0, 8))
    _ = live.rendered(64)
    #expect(live.programs[0] == PartProgram(program: 3))
    live.publish(try low())
    _ = live.rendered(64)
    #expect(live.programs[0] == PartProgram(program: 3))
    live.send(.program(3))
    _ = live.rendered(64)
    #expect(live.programs[0] == PartProgram(bank: 8, program: 3))
    live.prepare(sampleRate: 48_000, maximumFrameCount: 64)
    _ = live.rendered(64)
    #expect(live.programs[0] == PartProgram(program: 0), "as at power-on")
  }

  @Test("parts are set to presets, also for after a reset, and tell what MIDI sets")
  func programs() throws {
    let live = LiveSynth()
    live.publish(try low(program: 5))
    #expect(live.programs[0] == PartProgram(program: 0) && live.programs[9] == PartProgram(bank: 128, program: 0))
    live.set(PartProgram(program: 5), of: 0)
    live.set(PartProgram(bank: 128, program: 8), of: 3)
    #expect(live.programs[0] == PartProgram(program: 5), "also before a cycle has followed it")
    _ = live.rendered(64)
    #expect(live.programs[0] == PartProgram(program: 5))
    #expect(live.programs[3] == PartProgram(bank: 128, program: 8))
    #expect(live.programs[9] == PartProgram(bank: 128, program: 0))
    live.send(.program(17))
    _ = live.rendered(64)
    #expect(live.programs[0] == PartProgram(program: 17))
    live.reset()
    _ = live.rendered(64)
    #expect(live.programs[0] == PartProgram(program: 5))
    live.prepare(sampleRate: 44_100, maximumFrameCount: 512)
    #expect(live.rendered(512, events: Self.note).left.peak > 0.01, "the bank is still there")
    #expect(live.programs[0] == PartProgram(program: 5))
  }

  @Test("each note has the preset that was set before it, in the order in which all were sent")
  func selectionsKeepTheirOrder() throws {
    // program p has p voices; there is no program 0
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.sine())
      for program: UInt16 in 1...4 {
        bank.addPreset(program: program, Array(repeating: .init(target: wave), count: Int(program)))
      }
    }
    let live = LiveSynth(settings: .dry)
    live.publish(bank)
    for program in 1...3 {
      live.set(PartProgram(program: program), of: 0)
      live.send(.noteOn(UInt8(60 + program)))
    }
    live.set(PartProgram(program: 4), of: 0)
    live.set(PartProgram(program: 1), of: 5)
    live.send(.noteOn(64, channel: 5))
    _ = live.rendered(64)
    #expect(live.voiceCount == 1 + 2 + 3 + 1)
    #expect(live.programs[0] == PartProgram(program: 4) && live.programs[5] == PartProgram(program: 1))
    live.send(.program(2))
    _ = live.rendered(64)
    #expect(live.programs[0] == PartProgram(program: 2), "no selection is applied twice")
  }

  @Test("of more selections than can wait, the last counts")
  func manySelections() throws {
    let live = LiveSynth(settings: .dry)
    live.publish(try low(program: 5))
    for number in 0..<3_000 { live.set(PartProgram(program: number % 7), of: number % 2) }
    live.set(PartProgram(program: 5), of: 0)
    live.send(.noteOn(60))
    _ = live.rendered(64)
    #expect(live.programs[0] == PartProgram(program: 5) && live.programs[1] == PartProgram(program: 2_999 % 7))
    #expect(live.voiceCount == 1)
  }

  @Test("pan has an exact centre and reaches both ends; gain is exact")
  func panAndGain() throws {
    for value in UInt8(0)...127 {
      #expect(SynthControls.controller(pan: SynthControls.pan(controller: value)) == value)
    }
    #expect(SynthControls.pan(controller: 0) == -1 && SynthControls.pan(controller: 64) == 0)
    #expect(SynthControls.pan(controller: 127) == 1)
    func peaks(_ change: (inout SynthControls) -> Void) throws -> (Float, Float) {
      let live = LiveSynth(settings: .dry)
      live.publish(try low())
      var controls = SynthControls()
      change(&controls)
      live.set(controls)
      let sound = live.rendered(4_800, events: Self.note)
      return (sound.left.peak, sound.right.peak)
    }
    let (left, right) = try peaks { _ in }
    #expect(left == right)
    #expect(try peaks { $0.pan = -1 } == (left, 0))
    #expect(try peaks { $0.pan = 1 } == (0, right))
    #expect(try peaks { $0.pan = 0.5 } == (left / 2, right))
    #expect(try peaks { $0.gain = -96 } == (0, 0))
    let louder = try peaks { $0.gain = 6 }
    #expect(abs(decibels(louder.0 / left) - 6) < 1e-4)
  }

  @Test("changes of gain, pan, tuning, sends, voices and interpolation do not click")
  func changes() throws {
    let live = LiveSynth()
    live.publish(try low())
    _ = live.rendered(9_600, events: Self.note)
    let quiet = live.rendered(9_600).left.steepest
    var controls = SynthControls()
    var random = SeededGenerator(seed: 3)
    for round in 0..<60 {
      controls.gain = .random(in: -30...0, using: &random)
      controls.pan = .random(in: -1...1, using: &random)
      controls.tuning = .random(in: -10...0, using: &random)
      controls.reverb = .random(in: 0...1, using: &random)
      controls.chorus = .random(in: 0...1, using: &random)
      controls.polyphony = .random(in: 1...256, using: &random)
      controls.interpolation = SynthSettings.Interpolation.allCases.randomElement(using: &random) ?? .cubic
      live.set(controls)
      #expect(live.rendered(500).left.steepest < quiet * 1.5, "round \(round)")
    }
  }
}
