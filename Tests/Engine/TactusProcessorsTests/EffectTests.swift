import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// Examples of what each effect does, except those on controllers, pressure and pitch bend.
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
