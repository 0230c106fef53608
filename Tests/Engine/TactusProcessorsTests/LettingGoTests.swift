import TactusMIDI
import TactusProcessors
import TactusRender
import Testing

/// Everything that effects have started is ended when they change: pedals, controllers, expression, zones, and in
/// `LettingGoTests+Notes.swift` notes.
@Suite("Letting go") struct LettingGoTests {
  private static let down = ChannelMessage.controller(64, 127)
  private static let up = ChannelMessage.controller(64, 0)

  /// A chain of one effect; without: an empty one.
  func chain(_ effect: MIDIEffect?, isBypassed: Bool = false) -> ProcessorChain {
    var chain = ProcessorChain(effect.map { [$0] } ?? [])
    if isBypassed { chain.links[0].isBypassed = true }
    return chain
  }

  /// The output, which must be the same in whole cycles and in cycles of single frames.
  func played(_ input: [(Int, ChannelMessage)], _ versions: [(Int, ProcessorChain)]) throws -> [ChannelMessage] {
    let playing = ChainPlaying(
      frames: 400, input: input.map { FrameEvent($0.0, $0.1) }, versions: versions.map { (frame: $0.0, chain: $0.1) })
    let whole = try #require(try playing.played())
    #expect(try playing.played(cuts: Array(1..<400)) == whole, "other events in other cycles")
    return whole.map(\.message)
  }

  func toChannel(_ channel: UInt8) -> MIDIEffect {
    var mpe = MPEToChannel()
    (mpe.channel, mpe.sendsRange) = (channel, false)
    return .mpeToChannel(mpe)
  }

  func toZone(isUpper: Bool) -> MIDIEffect {
    var mpe = ChannelToMPE()
    (mpe.isUpper, mpe.members) = (isUpper, 4)
    return .channelToMPE(mpe)
  }

  // MARK: Pedals

  @Test("a pedal is let go where it was pressed, whatever has been published between them")
  func pedals() throws {
    let pressed = [(10, Self.down), (150, Self.up)]
    let (there, here) = (toChannel(5), toChannel(6))
    let onFive = { (value: UInt8) in ChannelMessage.controller(64, value, channel: 5) }
    #expect(
      try played(pressed, [(0, chain(there)), (100, chain(here))]) == [
        onFive(127), .controller(64, 0, channel: 6), onFive(0),
      ])
    #expect(
      try played(pressed, [(0, chain(there)), (100, chain(there, isBypassed: true))]) == [
        onFive(127), Self.up, onFive(0),
      ])
    #expect(try played(pressed, [(0, chain(there)), (100, chain(nil))]) == [onFive(127), Self.up, onFive(0)])
    let upper = try played(pressed, [(0, chain(toZone(isUpper: true))), (100, chain(nil))])
    #expect(
      upper.filter { $0.data1 == 64 } == [
        .controller(64, 127, channel: 15), Self.up, .controller(64, 0, channel: 15),
      ])
  }

  @Test("a filter that stops a pedal lets it go if it has let it pass, and stops it whole if not")
  func filteredPedals() throws {
    var controllers = EventFilter.Condition()
    controllers.types = [.controller]
    let (open, shut) = (MIDIEffect.filter(EventFilter()), MIDIEffect.filter(EventFilter(.stop, [controllers])))
    let pressed = [(10, Self.down), (150, Self.up)]
    #expect(try played(pressed, [(0, chain(open)), (100, chain(shut))]) == [Self.down, Self.up])
    #expect(try played(pressed, [(0, chain(shut)), (100, chain(open))]) == [Self.up], "nothing is pressed")
    #expect(try played(pressed, [(0, chain(shut))]) == [])
  }

  @Test("a pedal that was pressed before an effect came is let go where it was pressed")
  func unseenPedals() throws {
    let pressed = [(10, Self.down), (150, Self.up)]
    let map = MIDIEffect.channelMap(ChannelMap([ChannelMap.Route(from: [0], to: 5)]))
    let muted = MIDIEffect.channelMap(ChannelMap([ChannelMap.Route(from: [0], isMuted: true)]))
    var zone = Zones.Zone()
    zone.channel = 5
    let there = ChannelMessage.controller(64, 0, channel: 5)
    for effect in [map, .zones(Zones([zone]))] {
      #expect(try played(pressed, [(0, chain(nil)), (100, chain(effect))]) == [Self.down, there, Self.up])
      #expect(
        try played(pressed, [(0, chain(effect, isBypassed: true)), (100, chain(effect))]) == [
          Self.down, there, Self.up,
        ])
    }
    #expect(try played(pressed, [(0, chain(nil)), (100, chain(muted))]) == [Self.down, Self.up])
    #expect(try played([(10, Self.down)], [(0, chain(map))]).last == there, "the end lets it go")
  }

  @Test(
    "a pedal that was pressed before a controller map was inserted is released", arguments: [64, 66, 69] as [UInt8])
  func pedalBeforeMap(pedal: UInt8) throws {
    let map = chain(.controllerMap(ControllerMap(.controller(pedal), to: .controller(1))))
    let (down, up) = (ChannelMessage.controller(pedal, 127), ChannelMessage.controller(pedal, 0))
    let (mapped, rest) = (ChannelMessage.controller(1, 127), ChannelMessage.controller(1, 0))
    #expect(try played([(0, down), (200, up)], [(0, ProcessorChain()), (100, map)]) == [down, up, rest])
    #expect(
      try played([(0, down), (200, up)], [(0, map)]) == [mapped, rest], "a press that was mapped is not released")
    let other = ChannelMessage.controller(pedal == 64 ? 66 : 64, 127)
    #expect(try played([(0, down), (50, other), (200, up)], [(0, map)]) == [mapped, other, rest])
    let off = chain(.controllerMap(ControllerMap(.controller(pedal), to: .controller(1))), isBypassed: true)
    let steps = [(0, down), (150, up), (160, down), (250, up)]
    #expect(try played(steps, [(0, map), (100, off), (200, map)]) == [mapped, rest, up, down, up, rest])
  }

  // MARK: Controllers

  @Test("a controller that has been moved goes to rest when nothing moves it any more")
  func movedControllers() throws {
    var map = ControllerMap(.controller(1), to: .controller(64))
    map.mode = .momentary
    let moved = [(10, ChannelMessage.controller(1, 127))]
    let expected: [ChannelMessage] = [Self.down, Self.up]
    #expect(try played(moved, [(0, chain(.controllerMap(map)))]) == expected)
    #expect(
      try played(moved, [(0, chain(.controllerMap(map))), (100, chain(.controllerMap(map), isBypassed: true))])
        == expected)
    var other = map
    other.target = .controller(66)
    #expect(try played(moved, [(0, chain(.controllerMap(map))), (100, chain(.controllerMap(other)))]) == expected)
    let volume = ControllerMap(.controller(1), to: .controller(7))
    #expect(try played(moved, [(0, chain(.controllerMap(volume)))]) == [.controller(7, 127)], "a volume stays")
    let back = [(10, ChannelMessage.controller(1, 127)), (20, .controller(1, 0))]
    #expect(try played(back, [(0, chain(.controllerMap(map)))]) == expected, "and not twice")
  }

  @Test("pressure as a controller goes to rest; keys that are not held do not count")
  func pressure() throws {
    let map = MIDIEffect.pressure(PressureMap(.keys, to: .controller(1)))
    let keys: [(Int, ChannelMessage)] = [
      (0, .noteOn(60)), (10, .keyPressure(62, 90)), (20, .keyPressure(60, 50)), (150, .noteOff(60)),
    ]
    #expect(
      try played(keys, [(0, chain(map)), (100, chain(map, isBypassed: true))]) == [
        .noteOn(60), .controller(1, 50), .controller(1, 0), .noteOff(60),
      ])
    #expect(
      try played(keys, [(0, chain(map, isBypassed: true)), (15, chain(map))]) == [
        .noteOn(60), .keyPressure(62, 90), .controller(1, 50), .noteOff(60), .controller(1, 0),
      ], "keys that are pressed meanwhile are known")
  }

  // MARK: MPE

  @Test("another channel gets the expression, and the old one goes to rest")
  func changedChannel() throws {
    let bent: [(Int, ChannelMessage)] = [
      (0, .pitchBend(16_383, channel: 1)), (1, .noteOn(60, channel: 1)), (150, .pressure(9, channel: 1)),
      (160, .noteOff(60, channel: 1)),
    ]
    #expect(
      try played(bent, [(0, chain(toChannel(5))), (100, chain(toChannel(6)))]) == [
        .pitchBend(16_383, channel: 5), .noteOn(60, channel: 5), .pitchBend(8_192, channel: 5),
        .pitchBend(16_383, channel: 6),
        .pressure(9, channel: 6), .noteOff(60, channel: 5), .pitchBend(8_192, channel: 6), .pressure(0, channel: 6),
      ])
    #expect(
      try played(bent, [(0, chain(toChannel(5))), (100, chain(toChannel(5), isBypassed: true))]) == [
        .pitchBend(16_383, channel: 5), .noteOn(60, channel: 5), .pitchBend(8_192, channel: 5),
        .pressure(9, channel: 1),
        .noteOff(60, channel: 5),
      ])
  }

  @Test("a reset on the manager channel is for the whole zone; pressure of the manager counts with that of the members")
  func managerExpression() throws {
    let input: [ChannelMessage] = [
      .noteOn(60, channel: 1), .pitchBend(16_383, channel: 1), .pressure(40), .pressure(30, channel: 1),
      .controller(121, 0), .pitchBend(16_383, channel: 1), .noteOff(60, channel: 1),
    ]
    #expect(
      try played(input.enumerated().map { ($0.offset, $0.element) }, [(0, chain(toChannel(0)))]) == [
        .noteOn(60), .pitchBend(16_383), .pressure(40), .controller(121, 0), .pitchBend(16_383), .noteOff(60),
        .pitchBend(8_192),
      ])
  }

  @Test("another note leads when all notes of a member have been ended")
  func nextLeader() throws {
    let input: [(Int, ChannelMessage)] = [
      (0, .noteOn(60, channel: 1)), (1, .pressure(20, channel: 1)), (2, .noteOn(62, channel: 2)),
      (3, .pressure(50, channel: 2)), (4, .controller(123, 0, channel: 2)), (5, .noteOff(60, channel: 1)),
    ]
    #expect(
      try played(input, [(0, chain(toChannel(0)))]) == [
        .noteOn(60), .pressure(20), .pressure(0), .noteOn(62), .pressure(50), .noteOff(62), .pressure(20), .noteOff(60),
        .pressure(0),
      ])
  }

  @Test("a zone that is left is dissolved before the other one is told, or when its last note has ended")
  func leftZones() throws {
    let versions = [(0, chain(toZone(isUpper: false))), (100, chain(toZone(isUpper: true)))]
    let configurations = { (messages: [ChannelMessage]) -> [[UInt8]] in
      messages.indices.filter { messages[$0].status & 0xF0 == 0xB0 && messages[$0].data1 == 6 }
        .filter { messages[$0 - 1].data1 == 100 && messages[$0 - 1].data2 == 6 }
        .map { [messages[$0].channel, messages[$0].data2] }
    }
    let apart = try played(
      [(0, .noteOn(60)), (50, .noteOff(60)), (150, .noteOn(62)), (160, .noteOff(62))], versions)
    #expect(configurations(apart) == [[0, 4], [0, 0], [15, 4], [15, 0]])
    let over = try played(
      [(0, .noteOn(60)), (150, .noteOn(62)), (155, .noteOff(60)), (160, .noteOff(62))], versions)
    #expect(configurations(over) == [[0, 4], [15, 4], [0, 0], [15, 0]])
    let end = try #require(over.firstIndex(of: .noteOff(60, channel: 1)))
    #expect(over[end + 3] == .controller(6, 0), "after its last note")
    let bypassed = try played(
      [(0, .noteOn(60)), (50, .noteOff(60)), (150, .noteOn(62)), (160, .noteOff(62))],
      [(0, chain(toZone(isUpper: false))), (100, chain(toZone(isUpper: false), isBypassed: true))])
    #expect(configurations(bypassed) == [[0, 4], [0, 0]])
  }

  @Test("members are free again when all notes of one channel have been ended")
  func freedMembers() throws {
    var mpe = ChannelToMPE()
    mpe.members = 2
    let input: [ChannelMessage] = [
      .noteOn(60), .noteOn(70, channel: 3), .noteOn(62), .controller(123, 0), .noteOn(64), .noteOn(65), .noteOff(64),
      .noteOff(65), .noteOff(70, channel: 3),
    ]
    let out = try played(input.enumerated().map { ($0.offset, $0.element) }, [(0, chain(.channelToMPE(mpe)))])
    // 60 and 62 on the first member, which is free then; 70 keeps the second
    #expect(out.filter { $0.startsNote }.map(\.channel) == [1, 2, 1, 1, 2])
  }
}
