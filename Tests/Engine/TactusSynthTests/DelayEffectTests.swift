import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// The system delay of GS and the delays of XG's variation effect, by their echoes of a short note.
@Suite struct DelayEffectTests {
  /// The echoes alone: what a stage renders with the delay, less what it renders without it.
  private func echoes(
    _ exclusives: [[UInt8]], _ messages: [ChannelMessage] = [.controller(94, 127)], frames: Int = 60_000,
    settings: SynthSettings = .dry, pan: UInt8 = 64, channel: UInt8 = 0
  ) throws -> (left: [Float], right: [Float], dry: Float) {
    let stages = try [true, false].map { hasDelay in
      var settings = settings
      settings.delay = hasDelay
      let stage = Stage(try bank(), settings: settings, isLoud: false)
      for bytes in exclusives { stage.send(exclusive: bytes) }
      stage.send(messages)
      stage.send(.controller(10, pan, channel: channel), .noteOn(60, channel: channel))
      stage.render(frames)
      return stage
    }
    let left = zip(stages[0].left, stages[1].left).map { $0 - $1 }
    let right = zip(stages[0].right, stages[1].right).map { $0 - $1 }
    return (left, right, max(stages[1].left.peak, stages[1].right.peak))
  }

  /// A click of ten frames, as a melodic preset and as a drum.
  private func bank() throws -> SoundBank {
    try SoundBank.made { bank in
      let click = bank.add(.init(name: "click", frames: .init(repeating: 20_000, count: 10), sampleRate: 48_000))
      bank.addPreset([.init(target: click, generators: SoundFont.Generator.atOnce)])
      bank.addPreset(bank: 128, [.init(target: click, generators: SoundFont.Generator.atOnce)])
    }
  }

  /// The echoes of one side as their first frames and peaks, relative to the dry note.
  private func list(_ samples: [Float], _ dry: Float) -> [(frame: Int, level: Float)] {
    var found: [(frame: Int, level: Float)] = []
    var last = -1_000
    for (frame, value) in samples.enumerated() where abs(value) > dry * 0.01 {
      if frame - last > 30 { found.append((frame, value / dry)) }
      last = frame
      if abs(value / dry) > abs(found[found.count - 1].level) { found[found.count - 1].level = value / dry }
    }
    return found
  }

  private func expect(
    _ found: [(frame: Int, level: Float)], _ milliseconds: [Double], _ levels: [Double], _ name: String
  ) {
    for (echo, (time, level)) in zip(found, zip(milliseconds, levels)) {
      #expect(abs(Double(echo.frame) - time * 48) <= 3, "\(name): an echo at \(Double(echo.frame) / 48) ms")
      #expect(abs(Double(echo.level) - level) < 0.02, "\(name): an echo of \(echo.level) at \(time) ms")
    }
    #expect(found.count >= milliseconds.count, "\(name): \(found.count) echoes")
  }

  @Test func atPowerOnDelayOneRepeatsEvery340Milliseconds() throws {
    let (left, right, dry) = try echoes([])
    #expect(left == right)
    expect(list(left, dry), [340, 680, 1_020], [1, 0.25, 0.0625], "Delay 1")
    #expect(try echoes([], [.controller(94, 0)]).left.peak == 0)
    let half = try echoes([], [.controller(94, 64)])
    expect(list(half.left, half.dry), [340], [64.0 / 127], "half")
  }

  /// A macro as the instrument's manual has it.
  struct Macro: Sendable {
    var number: UInt8
    /// The delays of center, left and right in milliseconds.
    var times: [Double]
    var levels: [Int]
    var feedback: Int
  }

  static let macros = [
    Macro(number: 1, times: [550, 0, 0], levels: [127, 0, 0], feedback: 16),
    Macro(number: 2, times: [1_000, 0, 0], levels: [127, 0, 0], feedback: 8),
    Macro(number: 3, times: [130, 0, 0], levels: [127, 0, 0], feedback: 8),
    Macro(number: 4, times: [500, 250, 500], levels: [0, 125, 60], feedback: 10),
    Macro(number: 5, times: [700, 350, 700], levels: [0, 125, 60], feedback: 7),
    Macro(number: 6, times: [1_000, 500, 1_000], levels: [0, 120, 64], feedback: 9),
    Macro(number: 7, times: [260, 130, 260], levels: [0, 120, 64], feedback: 8),
    Macro(number: 8, times: [700, 350, 700], levels: [0, 114, 60], feedback: -3),
    Macro(number: 9, times: [750, 656.25, 1_000], levels: [97, 127, 67], feedback: -24),
  ]

  @Test(arguments: macros)
  func macro(_ macro: Macro) throws {
    let (leftSide, rightSide, dry) = try echoes([Exclusive.gs(0x40, 0x01, 0x50, macro.number)], frames: 100_000)
    for (side, index) in [(leftSide, 1), (rightSide, 2)] {
      let back = Double(macro.feedback) / 64
      var expected: [(Double, Double)] = []
      for tap in [0, index] where macro.levels[tap] > 0 {
        let level = Double(macro.levels[tap]) / 127
        expected.append((macro.times[tap], level))
        if abs(back) * level > 0.03 { expected.append((macro.times[tap] + macro.times[0], back * level)) }
      }
      expected = expected.filter { $0.0 < 2_000 }.sorted { $0.0 < $1.0 }
      // Pan Repeat's right side is limited to one second, where the line ends.
      expect(list(side, dry), expected.map(\.0), expected.map(\.1), "macro \(macro.number)")
    }
  }

  @Test func eachParameterOfGS() throws {
    let center = Exclusive.gs(0x40, 0x01, 0x52, 80)  // 100 ms
    let off = Exclusive.gs(0x40, 0x01, 0x59, 64)  // no feedback
    for (value, time): (UInt8, Double) in [
      (1, 0.1), (20, 2), (35, 5), (45, 10), (55, 20), (70, 50), (80, 100), (90, 200), (105, 500), (115, 1_000),
    ] where value >= 55 {
      let found = try echoes([off, Exclusive.gs(0x40, 0x01, 0x52, value)])
      expect(list(found.left, found.dry), [time], [1], "time \(value)")
    }
    let sides = try echoes([
      center, off, Exclusive.gs(0x40, 0x01, 0x53, 12), Exclusive.gs(0x40, 0x01, 0x54, 48),
      Exclusive.gs(0x40, 0x01, 0x55, 0), Exclusive.gs(0x40, 0x01, 0x56, 127), Exclusive.gs(0x40, 0x01, 0x57, 64),
    ])
    expect(list(sides.left, sides.dry), [50], [1], "left")
    expect(list(sides.right, sides.dry), [200], [64.0 / 127], "right")
    let soft = try echoes([center, off, Exclusive.gs(0x40, 0x01, 0x58, 32)])
    expect(list(soft.left, soft.dry), [100], [0.5], "level")
    let inverted = try echoes([center, Exclusive.gs(0x40, 0x01, 0x59, 32)])
    expect(list(inverted.left, inverted.dry), [100, 200, 300], [1, -0.5, 0.25], "feedback")
    let dull = try echoes([center, off, Exclusive.gs(0x40, 0x01, 0x51, 7)])
    #expect(dull.left.peak < 0.4 * dull.dry, "the low-pass lowers the peak of a click")
    let part = try echoes([center, off, Exclusive.gs(0x40, 0x11, 0x2C, 127)], [])
    expect(list(part.left, part.dry), [100], [1], "part send")
  }

  @Test func theDelayAndTheChorusFeedOtherEffects() throws {
    var wet = SynthSettings.dry
    wet.reverb = true
    let noReverb = ChannelMessage.controller(91, 0)
    let alone = try echoes([], [.controller(94, 127), noReverb], settings: wet)
    let sent = try echoes(
      [Exclusive.gs(0x40, 0x01, 0x5A, 127)], [.controller(94, 127), noReverb], settings: wet)
    #expect(alone.left[17_000..<30_000].allSatisfy { abs($0) < 1e-6 })
    #expect(Array(sent.left[17_000..<30_000]).peak > 0.001)
    var chorus = SynthSettings.dry
    chorus.chorus = true
    let messages: [ChannelMessage] = [.controller(94, 0), .controller(93, 127)]
    #expect(try echoes([], messages, settings: chorus).left.peak == 0)
    let echoed = try echoes([Exclusive.gs(0x40, 0x01, 0x40, 127)], messages, settings: chorus)
    #expect(Array(echoed.left[16_000..<17_500]).peak > 0.05 * echoed.dry)
    #expect(Array(echoed.left[..<16_000]).peak == 0)
  }

  private let system = [Exclusive.xgOn, Exclusive.xg(0x02, 0x01, 0x5A, 1)]

  private func type(_ number: UInt8) -> [UInt8] { Exclusive.xg(0x02, 0x01, 0x40, number, 0) }

  @Test func delaysOfXG() throws {
    let send: [ChannelMessage] = [.controller(94, 127)]
    let lcr = try echoes(system, send)
    expect(list(lcr.left, lcr.dry), [333.3, 500, 833.3], [1, 100.0 / 127, 10.0 / 64], "L, C, R: left")
    expect(list(lcr.right, lcr.dry), [166.7, 500], [1, 100.0 / 127], "L, C, R: right")
    let sides = try echoes(system + [type(6)], send, pan: 0)
    expect(list(sides.left, sides.dry), [250, 625.2], [1, 23.0 / 64], "L, R")
    #expect(sides.right.peak == 0)
    let echo = try echoes(system + [type(7), Exclusive.xg(0x02, 0x01, 0x50, 0, 127)], send, frames: 20_000, pan: 127)
    expect(list(echo.right, echo.dry), [178, 356], [2, 0.5], "echo")
    // From left to right after 170 ms, and back after 175 ms; only the right side is its input.
    let crossed = try echoes(system + [type(8)], send, pan: 127)
    expect(list(crossed.left, crossed.dry), [175, 520], [1, 47.0 * 47 / 64 / 64], "cross: left")
    expect(list(crossed.right, crossed.dry), [345], [47.0 / 64], "cross: right")
    #expect(try echoes(system + [type(8)], send, pan: 0).left.peak == 0)
  }

  @Test func parametersOfXG() throws {
    let send: [ChannelMessage] = [.controller(94, 127)]
    let time = Exclusive.xg(0x02, 0x01, 0x42, 7, 104)  // 1,000 tenths of a millisecond
    let found = try echoes(
      system + [time, Exclusive.xg(0x02, 0x01, 0x4C, 0, 0), Exclusive.xg(0x02, 0x01, 0x4A, 0, 64)], send)
    expect(list(found.left, found.dry), [100], [1], "left delay")
    expect(list(found.right, found.dry), [166.7], [1], "right delay")
    #expect(list(found.left, found.dry).count == 1)
    let louder = try echoes(system + [time, Exclusive.xg(0x02, 0x01, 0x56, 127)], send)
    expect(list(louder.left, louder.dry), [100], [127.0 / 64], "return")
    let right = try echoes(system + [time, Exclusive.xg(0x02, 0x01, 0x57, 127)], send)
    #expect(right.left.peak == 0 && right.right.peak > 0)
    let part = try echoes(system + [time, Exclusive.xg(0x08, 0x00, 0x14, 127)], [])
    expect(list(part.left, part.dry), [100], [1], "part send")
  }

  /// Without a connection as a system effect, with another type, or in another system, nothing is heard.
  @Test func whatIsNoSystemDelayIsSilent() throws {
    let send: [ChannelMessage] = [.controller(94, 127)]
    #expect(try echoes([Exclusive.xgOn], send).left.peak == 0)
    #expect(try echoes(system + [type(0x50)], send).left.peak == 0)
    #expect(try echoes(system + [type(0)], send).left.peak == 0)
    for other in [Exclusive.gmOn, Exclusive.gm2On] { #expect(try echoes([other], send).left.peak == 0) }
    #expect(try echoes(system + [Exclusive.gsReset], send).left.peak > 0)
  }

  /// A drum key's own send is a factor of its part's.
  @Test func drums() throws {
    let send: [ChannelMessage] = [.controller(94, 127, channel: 9)]
    let half = try echoes([Exclusive.gs(0x41, 0x09, 60, 64)], send, channel: 9)
    expect(list(half.left, half.dry), [340], [64.0 / 127], "GS")
    let none = try echoes(
      [], send + [.controller(99, 31, channel: 9), .controller(98, 60, channel: 9), .controller(6, 0, channel: 9)],
      channel: 9)
    #expect(none.left.peak == 0)
  }

  /// The settings return to those of power-on with a reset.
  @Test func resets() throws {
    let (left, _, dry) = try echoes([Exclusive.gs(0x40, 0x01, 0x52, 80), Exclusive.gsReset])
    expect(list(left, dry), [340], [1], "after a reset")
    let stage = Stage(try bank(), settings: SynthSettings())
    stage.send(.controller(94, 127), .noteOn(60))
    stage.render(3_000)
    stage.synth.reset()
    stage.render(30_000)
    #expect(Array(stage.left[3_000...]).peak == 0)
  }

  /// GS messages do not change XG's delay, nor XG messages that of GS. At power-on, `bankSelect` decides which one plays.
  @Test func systemsDoNotMeet() throws {
    let send: [ChannelMessage] = [.controller(94, 127)]
    let inGS = try echoes([Exclusive.gsReset, Exclusive.xg(0x02, 0x01, 0x5C, 0), type(5), system[1]], send)
    expect(list(inGS.left, inGS.dry), [340], [1], "GS")
    let inXG = try echoes([Exclusive.xgOn, Exclusive.gs(0x40, 0x01, 0x58, 64)], send)
    #expect(inXG.left.peak == 0)
    let both = try echoes([Exclusive.xgOn, Exclusive.gsReset, Exclusive.gs(0x40, 0x01, 0x52, 80), type(66)], send)
    expect(list(both.left, both.dry), [100], [1], "both")
    var settings = SynthSettings.dry
    settings.bankSelect = .xg
    #expect(try echoes([], send, settings: settings).left.peak == 0)
    let connected = try echoes([system[1]], send, settings: settings)
    expect(list(connected.right, connected.dry), [166.7], [1], "connected on the note's frame")
  }

  /// A chorus macro ends the chorus's send to the delay.
  @Test func aChorusMacroSendsNothingToTheDelay() throws {
    var chorus = SynthSettings.dry
    chorus.chorus = true
    let echoed = try echoes(
      [Exclusive.gs(0x40, 0x01, 0x40, 127), Exclusive.gs(0x40, 0x01, 0x38, 2)],
      [.controller(94, 0), .controller(93, 127)], settings: chorus)
    #expect(echoed.left.peak == 0)
  }

  /// GS reverb macros 6 and 7 are delays of the reverb sends: 120 ms apart on the note's own side, and 240 ms apart on
  /// alternating sides.
  @Test func reverbMacrosThatAreDelays() throws {
    var wet = SynthSettings.dry
    wet.reverb = true
    func echoes(_ messages: [UInt8]..., pan: UInt8 = 64) throws -> (left: [Float], right: [Float], dry: Float) {
      let stages = try [UInt8(127), 0].map { send in
        let stage = Stage(try bank(), settings: wet, isLoud: false)
        for message in messages { stage.send(exclusive: message) }
        stage.send(.controller(91, send), .controller(10, pan), .noteOn(60))
        stage.render(60_000)
        return stage
      }
      let left = zip(stages[0].left, stages[1].left).map { $0 - $1 }
      let right = zip(stages[0].right, stages[1].right).map { $0 - $1 }
      // A full send is a fifth of the sound, as SoundFont has it.
      return (left, right, 0.2 * max(stages[1].left.peak, stages[1].right.peak))
    }
    let back = 0.98 * (40.0 / 127).squareRoot()
    let delay = try echoes(Exclusive.gs(0x40, 1, 0x30, 6), pan: 0)
    expect(list(delay.left, delay.dry), [120, 240, 360], [1, back, back * back], "delay")
    #expect(delay.right.peak == 0)
    let panning = try echoes(Exclusive.gs(0x40, 1, 0x30, 7), pan: 127)
    let half = 0.98 * (32.0 / 127).squareRoot()
    expect(list(panning.left, panning.dry), [240, 720], [1, half * half], "panning: left")
    expect(list(panning.right, panning.dry), [480], [half], "panning: right")
    let changed = try echoes(
      Exclusive.gs(0x40, 1, 0x31, 6), Exclusive.gs(0x40, 1, 0x34, 80), Exclusive.gs(0x40, 1, 0x35, 0),
      Exclusive.gs(0x40, 1, 0x33, 32))
    expect(list(changed.left, changed.dry), [300], [0.5], "changed")
    #expect(list(changed.left, changed.dry).count == 1)
    let room = try echoes(Exclusive.gs(0x40, 1, 0x30, 6), Exclusive.gs(0x40, 1, 0x30, 4))
    let plain = try echoes(Exclusive.gs(0x40, 1, 0x30, 4))
    #expect(room.left == plain.left, "a room after a delay is the room")
  }
}
