import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// Examples of what each effect does.
@Suite("Effects") struct EffectTests {
  /// A note-on of MIDI 2.0.
  private func noteOn2(_ key: UInt8, _ velocity: UInt16) -> ChannelMessage {
    ChannelMessage(word0: 0x4090_0000 | UInt32(key) << 8, word1: UInt32(velocity) << 16)
  }

  // MARK: Filter and velocity

  @Test("a filter stops a note with its pressure and its note-off, and nothing else")
  func filter() throws {
    var low = EventFilter.Condition()
    (low.types, low.keys) = ([.note], 0...59)
    let input: [ChannelMessage] = [
      .noteOn(40), .noteOn(60), .keyPressure(40, 9), .controller(7, 1), .noteOff(40), .noteOff(60), .noteOff(41),
    ]
    #expect(
      try messages(.filter(EventFilter(.stop, [low])), input) == [
        .noteOn(60), .controller(7, 1), .noteOff(60), .noteOff(41),
      ])
    var controllers = EventFilter.Condition()
    controllers.controllers = [64, 1]
    let passes = EventFilter(.pass, [low, controllers])
    let clock = ChannelMessage(system: 0xF8)
    #expect(
      try messages(
        .filter(passes), [.noteOn(40), .noteOn(60), .controller(7, 1), .controller(64, 1), clock, .noteOff(40)])
        == [.noteOn(40), .controller(64, 1), clock, .noteOff(40)])
  }

  @Test("conditions on velocities, channels and system messages")
  func conditions() throws {
    var soft = EventFilter.Condition()
    (soft.velocities, soft.channels) = (1...20, [1])
    var clocks = EventFilter.Condition()
    clocks.types = [.system]
    let filter = EventFilter(.stop, [soft, clocks])
    let input: [ChannelMessage] = [
      .noteOn(60, 20, channel: 1), .noteOn(61, 21, channel: 1), .noteOn(62, 5), ChannelMessage(system: 0xF8),
      .noteOff(60, channel: 1), .noteOff(61, channel: 1), .noteOff(62),
    ]
    #expect(
      try messages(.filter(filter), input) == [
        .noteOn(61, 21, channel: 1), .noteOn(62, 5), .noteOff(61, channel: 1), .noteOff(62),
      ])
  }

  @Test("velocities: a plain map changes nothing in 7 or in 16 bits; none becomes silent")
  func velocity() throws {
    for velocity: UInt8 in 1...127 {
      #expect(
        try messages(.velocity(VelocityMap()), [.noteOn(60, velocity), .noteOff(60)])[0] == .noteOn(60, velocity))
    }
    for velocity in stride(from: UInt16(512), through: 65_535, by: 509) {
      #expect(try messages(.velocity(VelocityMap()), [noteOn2(60, velocity)])[0] == noteOn2(60, velocity))
    }
    var map = VelocityMap()
    (map.scale, map.offset) = (0.5, -10)
    #expect(
      try messages(.velocity(map), [.noteOn(60, 100), .noteOn(61, 3)]).prefix(2) == [.noteOn(60, 40), .noteOn(61, 1)])
    map = VelocityMap()
    map.curve = .points([ValueCurve.Point(0, 1), ValueCurve.Point(1, 0)])
    #expect(try messages(.velocity(map), [.noteOn(60, 27)])[0] == .noteOn(60, 100))
    map.fixed = 64
    #expect(try messages(.velocity(map), [noteOn2(60, 1)])[0] == noteOn2(60, 0x8000))
    #expect(try messages(.velocity(map), [.noteOn(60, 0)]) == [.noteOn(60, 0)], "velocity 0 is a note-off")
  }

  // MARK: Controllers

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

  // MARK: Channels

  @Test("channels are mapped; a held note and a pressed pedal end where they began")
  func channelMap() throws {
    let map = { (channel: UInt8) in
      ProcessorChain([.channelMap(ChannelMap([ChannelMap.Route(from: [0], to: channel)]))])
    }
    let playing = ChainPlaying(
      frames: 300,
      input: [
        FrameEvent(0, .noteOn(60)), FrameEvent(1, .controller(64, 127)), FrameEvent(150, .noteOff(60)),
        FrameEvent(151, .controller(64, 0)),
      ],
      versions: [(0, map(3)), (100, map(5))])
    #expect(
      try playing.played()?.map(\.message) == [
        .noteOn(60, channel: 3), .controller(64, 127, channel: 3), .noteOff(60, channel: 3),
        .controller(64, 0, channel: 5), .controller(64, 0, channel: 3),
      ])
  }

  @Test("zones split and layer")
  func zones() throws {
    var (left, right, layer) = (Zones.Zone(), Zones.Zone(), Zones.Zone())
    (left.keys, left.channel, left.takesControllers) = (0...59, 1, false)
    right.keys = 60...127
    (layer.keys, layer.channel, layer.port, layer.transpose) = (60...127, 2, 1, 12)
    let out = try messages(
      .zones(Zones([left, right, layer])),
      [.noteOn(48), .noteOn(60), .controller(1, 5), .noteOff(48), .noteOff(60)])
    #expect(
      out == [
        .noteOn(48, channel: 1), .noteOn(60), .noteOn(72, channel: 2, port: 1), .controller(1, 5),
        .controller(1, 5, channel: 2, port: 1), .noteOff(48, channel: 1), .noteOff(60),
        .noteOff(72, channel: 2, port: 1),
      ])
  }

  // MARK: MPE and scales

  @Test("notes go to the keys of a scale")
  func quantise() throws {
    var quantise = Quantise(Scale("C major")!)
    #expect(try messages(.quantise(quantise), [.noteOn(61), .noteOff(61)]) == [.noteOn(60), .noteOff(60)])
    quantise.direction = .up
    #expect(try messages(.quantise(quantise), [.noteOn(61), .noteOff(61)]) == [.noteOn(62), .noteOff(62)])
    quantise.direction = .drop
    #expect(
      try messages(.quantise(quantise), [.noteOn(61), .noteOn(127), .noteOff(61)]) == [.noteOn(127), .noteOff(127)])
  }

  @Test("two keys that are mapped to one sound until both are released")
  func twoKeysToOne() throws {
    var major = Quantise(Scale("C major")!)
    major.direction = .down
    let (low, high) = (ChannelMessage.noteOn(60), ChannelMessage.noteOn(61, 90))
    let (lowOff, highOff) = (ChannelMessage.noteOff(60), ChannelMessage.noteOff(61))
    let started: [ChannelMessage] = [low, .noteOff(60), .noteOn(60, 90)]
    for ends in [[lowOff, highOff], [highOff, lowOff]] {
      #expect(try messages(.quantise(major), [low, high] + ends) == started + [.noteOff(60)])
      let early = try messages(.quantise(major), [low, high, ends[0]])
      #expect(early == started + [.noteOff(60)], "only when the chain is removed")
    }
    let merged = ChannelMap([ChannelMap.Route(from: [0, 1], to: 0)])
    #expect(
      try messages(.channelMap(merged), [low, .noteOn(60, channel: 1), .noteOff(60, channel: 1), lowOff])
        == [low, .noteOff(60), low, .noteOff(60)])
    // however often they are struck
    let lowThenHigh: [ChannelMessage] = [low, high, low, lowOff, lowOff]
    #expect(
      try messages(.quantise(major), lowThenHigh) == [
        low, .noteOff(60), .noteOn(60, 90), .noteOff(60), low, .noteOff(60),
      ], "only when the chain is removed")
    #expect(
      try messages(.quantise(major), [low, low, high, lowOff, lowOff, highOff]) == [
        low, low, .noteOff(60), .noteOff(60), .noteOn(60, 90), .noteOff(60),
      ])
    // of one key that is struck twice, each note has its own note-off, as before
    let twice = [low, low, lowOff, lowOff]
    #expect(try messages(.quantise(major), twice) == twice)
  }
}
