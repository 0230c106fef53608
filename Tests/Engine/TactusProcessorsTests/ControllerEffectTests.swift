import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// Examples of what the effects on controllers, pressure and pitch bend do.
@Suite("Effects on controllers") struct ControllerEffectTests {
  @Test("a bend sounds the same in another range; the centre stays, the ends stop")
  func bendRange() throws {
    let out = try messages(
      .bendRange(BendRange(senderCents: 200, receiverCents: 1_200)),
      [.pitchBend(8_192), .pitchBend(16_383), .pitchBend(0)])
    let before: [ChannelMessage] = [
      .controller(101, 0), .controller(100, 0), .controller(6, 12), .controller(38, 0), .controller(101, 127),
      .controller(100, 127),
    ]
    #expect(Array(out.prefix(6)) == before)
    let bends: [ChannelMessage] = [.pitchBend(8_192), .pitchBend(8_192 + 1_365), .pitchBend(8_192 - 1_365)]
    #expect(Array(out.dropFirst(6).prefix(3)) == bends)
    // when it ends, the receiver has the sender's range and pitch bend
    let after: [ChannelMessage] = [
      .controller(101, 0), .controller(100, 0), .controller(6, 2), .controller(38, 0), .controller(101, 127),
      .controller(100, 127), .pitchBend(0),
    ]
    #expect(Array(out.suffix(7)) == after)
    let narrow = try messages(
      .bendRange(BendRange(senderCents: 1_200, receiverCents: 200)), [.pitchBend(12_000), .pitchBend(1)])
    #expect(narrow[6] == .pitchBend(16_383) && narrow[7] == .pitchBend(0))
  }

  @Test("the sender's bend range is followed and goes no further; its selection holds")
  func followedRange() throws {
    let input = ChannelMessage.registered(0, 12, 0) + [.pitchBend(16_383), .controller(6, 24), .pitchBend(8_192)]
    let out = try messages(.bendRange(BendRange(senderCents: 200, receiverCents: 2_400)), input)
    let own: [ChannelMessage] = [
      .controller(101, 0), .controller(100, 0), .controller(6, 24), .controller(38, 0), .controller(101, 0),
      .controller(100, 127),
    ]
    #expect(out.prefix(6) == own[...])
    // 12 of 24 semitones, then 24: the pitch bend is sent again
    #expect(
      out.dropFirst(6).prefix(5) == [
        .controller(101, 0), .controller(100, 0), .pitchBend(8_192 + 4_096), .pitchBend(16_383), .pitchBend(8_192),
      ])
  }

  @Test("steps of the bend range go on from what has been said, and go no further")
  func steppedRange() throws {
    let effect = MIDIEffect.bendRange(BendRange(senderCents: 200, receiverCents: 400))
    // 200 cents as set, one down and two up; then received, cleared by another selection, one up
    let steps: [ChannelMessage] = [.controller(101, 0), .controller(100, 0), .controller(97, 0)]
    let own: [ChannelMessage] = [.pitchBend(16_383)]
    let out = try messages(effect, steps + own + ChannelMessage.registered(0, 4, 0) + [.controller(100, 0)] + own)
    #expect(out.contains(.pitchBend(8_192 + 4_075)), "8,191 · 199 / 400")
    #expect(!out.contains { $0.data1 == 97 && $0.status == 0xB0 })
    // MIDI 2.0: one semitone more, relatively
    let relative = ChannelMessage(word0: 0x4040_0000, word1: 1 << 25)
    let bend = ChannelMessage(word0: 0x40E0_0000, word1: 0xC000_0000)
    let second = try messages(effect, [relative, bend])
    #expect(!second.contains(relative))
    #expect(second.contains(ChannelMessage(word0: 0x40E0_0000, word1: 0xB000_0000)), "2^30 · 300 / 400")
  }

  @Test("a controller becomes another one, inverted, in a range, or a parameter")
  func controllerMap() throws {
    var map = ControllerMap(.controller(1), to: .controller(74))
    #expect(
      try messages(.controllerMap(map), [.controller(1, 33), .controller(2, 5)]) == [
        .controller(74, 33), .controller(2, 5),
      ])
    (map.isInverted, map.range) = (true, 20...100)
    #expect(
      try messages(.controllerMap(map), [.controller(1, 0), .controller(1, 127)]) == [
        .controller(74, 100), .controller(74, 20),
      ])
    map = ControllerMap(.pitchBend, to: .controller14(1))
    #expect(
      try messages(.controllerMap(map), [.pitchBend(8_193)]).prefix(2) == [.controller(1, 64), .controller(33, 1)])
    map = ControllerMap(.controller14(1), to: .pitchBend)
    #expect(
      try messages(.controllerMap(map), [.controller(1, 64), .controller(33, 1)]) == [
        .pitchBend(8_192), .pitchBend(8_193), .pitchBend(8_192),
      ], "and back to the centre in the end")
    map = ControllerMap(.channelPressure, to: .nonRegistered(160))
    #expect(
      try messages(.controllerMap(map), [.pressure(127)]) == [
        .controller(99, 1), .controller(98, 32), .controller(6, 127), .controller(38, 127), .controller(101, 127),
        .controller(100, 127),
      ])
    map = ControllerMap(.nonRegistered(160), to: .program)
    #expect(
      try messages(.controllerMap(map), ChannelMessage.nonRegistered(1, 32, 5))
        == [.controller(99, 1), .controller(98, 32), .program(5)])
  }

  @Test("a smoothed controller reaches each value in its time, in the steps that its target has")
  func smoothing() throws {
    var map = ControllerMap(.controller(1), to: .controller(74))
    map.smoothing = 10
    let out = try played(
      .controllerMap(map),
      [(100, .controller(1, 20)), (1_000, .controller(1, 60)), (1_240, .controller(1, 0)), (4_000, .controller(1, 1))])
    #expect(out.first.map { $0.frame == 100 && $0.message == .controller(74, 20) } == true, "the first one at once")
    let frames = out.dropFirst().map(\.frame)
    #expect(frames.allSatisfy { $0 % 48 == 0 } && frames == frames.sorted())
    let upward = out.filter { $0.frame > 1_000 && $0.frame <= 1_240 }.map { Int($0.message.data2) }
    // the ramp reverses before it ends
    #expect(upward == [24, 28, 32, 36], "\(upward)")
    let downward = out.filter { $0.frame > 1_240 && $0.frame < 4_000 }
    #expect(downward.last?.message == .controller(74, 0) && (1_720..<1_768).contains(downward.last?.frame ?? 0))
    // a step of one is sent once
    #expect(out.filter { $0.frame >= 4_000 }.map(\.message) == [.controller(74, 1)])
  }

  @Test("switches act where the threshold is passed")
  func switches() throws {
    var map = ControllerMap(.controller(64), to: .controller(80))
    map.mode = .toggle
    let steps: [ChannelMessage] = [0, 127, 100, 0, 127].map { .controller(64, $0) }
    // the first release passes, because the press may have come before the effect
    let first = ChannelMessage.controller(64, 0)
    #expect(try messages(.controllerMap(map), steps) == [first, .controller(80, 127), .controller(80, 0)])
    map.mode = .momentary
    #expect(
      try messages(.controllerMap(map), steps) == [
        first, .controller(80, 127), .controller(80, 0), .controller(80, 127), .controller(80, 0),
      ], "and off in the end")
  }

  @Test("a unit's own parameters and what has been moved are told")
  func parametersAndLearning() throws {
    let processor = try ChainProcessor(
      ProcessorChain([.controllerMap(ControllerMap(.controller(7), to: .parameter(3)))]))
    #expect(processor.lastMoved == nil && processor.parameter(3) == nil)
    [TimedEvent(offset: 0, message: .controller(7, 127, channel: 4))].withUnsafeBufferPointer {
      _ = processor.render(RenderCycle(firstFrame: 0, frameCount: 64), events: $0)
    }
    #expect(processor.parameter(3) == 1 && processor.parameter(4) == nil)
    #expect(processor.lastMoved?.source == .controller(7) && processor.lastMoved?.channel == 4)
    processor.forgetMoved()
    #expect(processor.lastMoved == nil)
  }

  @Test("pressure of keys becomes one value, the highest of those that are held")
  func pressure() throws {
    let input: [ChannelMessage] = [
      .noteOn(60), .noteOn(62), .keyPressure(60, 50), .keyPressure(62, 90), .noteOff(62), .noteOff(60),
    ]
    #expect(
      try messages(.pressure(PressureMap(.keys, to: .channel)), input) == [
        .noteOn(60), .noteOn(62), .pressure(50), .pressure(90), .noteOff(62), .pressure(50), .noteOff(60), .pressure(0),
      ])
    #expect(
      try messages(.pressure(PressureMap(.channel, to: .keys)), [.noteOn(60), .noteOn(62), .pressure(7)]).dropFirst(2)
        .prefix(2)
        == [.keyPressure(60, 7), .keyPressure(62, 7)])
  }
}
