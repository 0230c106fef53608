import TactusMIDI
import TactusProcessors
import TestSupport
import Testing

/// What effects know of pedals, switches, pressures and keys after resets, bypasses and changes.
@Suite("What effects remember") struct EffectMemoryTests {
  private func swap() -> MIDIEffect {
    .channelMap(ChannelMap([ChannelMap.Route(from: [0], to: 1), ChannelMap.Route(from: [1], to: 0)]))
  }

  private func route(to channel: UInt8) -> ProcessorChain {
    ProcessorChain([.channelMap(ChannelMap([ChannelMap.Route(from: [0], to: channel)]))])
  }

  // MARK: Pedals

  @Test("a release without a press does not lift the pedal of another channel")
  func foreignPedals() throws {
    let input: [ChannelMessage] = [.controller(64, 127, channel: 1), .controller(64, 0)]
    #expect(try messages(swap(), input) == [.controller(64, 127), .controller(64, 0, channel: 1), .controller(64, 0)])
    let playing = ChainPlaying(
      frames: 400, input: [FrameEvent(0, input[0]), FrameEvent(100, input[1]), FrameEvent(200, .noteOn(60))],
      versions: [(0, ProcessorChain([swap()]))])
    let before = try #require(try playing.played()).filter { $0.frame < 400 }
    #expect(before.map(\.message) == [.controller(64, 127), .controller(64, 0, channel: 1), .noteOn(60, channel: 1)])
  }

  @Test("the values of a continuous pedal stay on the channel that gets the pedal", arguments: [false, true])
  func continuousPedals(isMuted: Bool) throws {
    let map = ChannelMap([isMuted ? ChannelMap.Route(from: [0], isMuted: true) : ChannelMap.Route(from: [0], to: 5)])
    let values: [UInt8] = [127, 60, 0, 90, 30, 0]
    let expected = isMuted ? [] : values.map { ChannelMessage.controller(64, $0, channel: 5) }
    #expect(try messages(.channelMap(map), values.map { .controller(64, $0) }) == expected)
  }

  @Test("a half-pressed pedal is released on the channel of the former route")
  func halfPedals() throws {
    let input = [(10, 127), (150, 40), (200, 0)].map { FrameEvent($0.0, .controller(64, UInt8($0.1))) }
    let playing = ChainPlaying(frames: 400, input: input, versions: [(0, route(to: 5)), (100, route(to: 6))])
    #expect(
      try #require(try playing.played()).map(\.message) == [
        .controller(64, 127, channel: 5), .controller(64, 40, channel: 6), .controller(64, 0, channel: 5),
        .controller(64, 0, channel: 6),
      ])
  }

  @Test("a reset of the controllers releases a pedal where it was pressed before the route has changed")
  func resetPedals() throws {
    let playing = ChainPlaying(
      frames: 400, input: [FrameEvent(0, .controller(64, 127)), FrameEvent(200, .controller(121, 0))],
      versions: [(0, route(to: 5)), (100, route(to: 6))])
    #expect(
      try #require(try playing.played()).map(\.message) == [
        .controller(64, 127, channel: 5), .controller(121, 0, channel: 6), .controller(64, 0, channel: 5),
      ])
    var same = playing
    same.versions = [(0, route(to: 5))]
    #expect(
      try #require(try same.played()).map(\.message) == [
        .controller(64, 127, channel: 5), .controller(121, 0, channel: 5),
      ], "the reset releases it")
  }

  // MARK: Switches and ramps

  @Test("a reset of the controllers lets go of the source of a switch", arguments: [true, false])
  func resetSources(isToggle: Bool) throws {
    var map = ControllerMap(.controller(64), to: .controller(66))
    map.mode = isToggle ? .toggle : .momentary
    let press = ChannelMessage.controller(64, 127)
    let expected: [ChannelMessage] = [
      .controller(66, 127), .controller(121, 0), .controller(66, 127), .controller(66, 0),
    ]
    #expect(try messages(.controllerMap(map), [press, .controller(121, 0), press]) == expected)
    map.target = .controller(80)  // which the reset does not reset
    let kept = try messages(.controllerMap(map), [press, .controller(121, 0), press])
    let values = kept.filter { $0.data1 == 80 }.map(\.data2)
    #expect(values == (isToggle ? [127, 0] : [127, 0, 127, 0]))
  }

  @Test("a switch follows its source while it is bypassed")
  func bypassedSwitches() throws {
    var map = ControllerMap(.controller(64), to: .controller(66))
    map.mode = .momentary
    let chain = ProcessorChain([.controllerMap(map)])
    var bypassed = chain
    bypassed.links[0].isBypassed = true
    let input = [(10, 127), (150, 0), (250, 127)].map { FrameEvent($0.0, .controller(64, UInt8($0.1))) }
    let playing = ChainPlaying(frames: 400, input: input, versions: [(0, chain), (100, bypassed), (200, chain)])
    let out = try #require(try playing.played())
    #expect(out.filter { $0.message.data1 == 66 }.map(\.message.data2) == [127, 0, 127, 0])
  }

  @Test("a reset while a switch is bypassed lets go of its source")
  func resetWhileBypassed() throws {
    var map = ControllerMap(.controller(64), to: .controller(66))
    map.mode = .toggle
    let chain = ProcessorChain([.controllerMap(map)])
    var bypassed = chain
    bypassed.links[0].isBypassed = true
    let input = [(10, ChannelMessage.controller(64, 127)), (20, .controller(121, 0)), (150, .controller(64, 127))]
    let playing = ChainPlaying(
      frames: 400, input: input.map { FrameEvent($0.0, $0.1) }, versions: [(0, bypassed), (100, chain)])
    let out = try #require(try playing.played()).filter { $0.message.data1 == 66 && $0.frame < 400 }
    #expect(out.map(\.message) == [.controller(66, 127)])
  }

  @Test("another source begins with its own position")
  func otherSources() throws {
    var map = ControllerMap(.controller(1), to: .controller(66))
    map.mode = .toggle
    let first = ProcessorChain([.controllerMap(map)])
    map.source = .controller(2)
    let input = [(10, ChannelMessage.controller(1, 127)), (150, .controller(2, 127))]
    let playing = ChainPlaying(
      frames: 400, input: input.map { FrameEvent($0.0, $0.1) },
      versions: [(0, first), (100, ProcessorChain([.controllerMap(map)]))])
    let out = try #require(try playing.played()).filter { $0.frame < 400 }
    #expect(out.map(\.message) == [.controller(66, 127), .controller(66, 0)])
  }

  @Test("a reset of the controllers ends no ramp to a target that it does not reset")
  func ramps() throws {
    var map = ControllerMap(.controller(1), to: .controller(7))
    map.smoothing = 500
    let out = try played(
      .controllerMap(map), [(0, .controller(1, 127)), (10, .controller(1, 0)), (12_000, .controller(121, 0))])
    #expect(out.filter { $0.message.data1 == 7 }.last?.message == .controller(7, 0))
  }

  // MARK: Pressure

  @Test("a reset of the controllers resets pressures")
  func resetPressures() throws {
    let reset = ChannelMessage.controller(121, 0)
    #expect(
      try messages(.pressure(PressureMap(.channel, to: .keys)), [.pressure(100), reset, .noteOn(64), .noteOff(64)])
        == [reset, .noteOn(64), .noteOff(64)])
    let keys = try messages(
      .pressure(PressureMap(.keys, to: .controller(1))),
      [.noteOn(60), .noteOn(64), .keyPressure(60, 100), reset, .keyPressure(64, 50)])
    #expect(keys.filter { $0.data1 == 1 }.prefix(2) == [.controller(1, 100), .controller(1, 50)])
    let volume = try messages(
      .pressure(PressureMap(.channel, to: .controller(7))), [.pressure(100), reset, .noteOn(60), .noteOff(60)])
    #expect(volume == [.controller(7, 100), reset, .controller(7, 0), .noteOn(60), .noteOff(60)])
  }

  @Test("all keys have the highest pressure of the keys that are held")
  func highestPressures() throws {
    let input: [ChannelMessage] = [
      .noteOn(60), .noteOn(64), .keyPressure(60, 100), .keyPressure(64, 20), .noteOff(60), .noteOn(67), .noteOff(64),
      .noteOff(67),
    ]
    let out = try messages(.pressure(PressureMap(.keys, to: .keys)), input)
    let last = { (key: UInt8, end: Int) in out[..<end].last { $0.status & 0xF0 == 0xA0 && $0.data1 == key }?.data2 }
    let released = try #require(out.firstIndex(of: .noteOff(60)))
    let added = try #require(out.firstIndex(of: .noteOn(67)))
    #expect(last(64, released) == 100 && last(64, added) == 20 && last(67, out.count) == 0)
    #expect(out[added...].contains(.keyPressure(67, 20)))
  }

  // MARK: Notes

  @Test("a bypassed effect knows which keys its own notes hold")
  func bypassedNotes() throws {
    let chord = try played(
      .chordMemory(ChordMemory([0, 4, 7])),
      [(0, .noteOn(60)), (200, .noteOn(64)), (300, .noteOff(60)), (400, .noteOff(64))], bypassedFrom: 100)
    #expect(chord.last { $0.message.endsNote && $0.message.data1 == 64 }?.frame == 400 && isPaired(chord))
    #expect(chord.filter { $0.message == .noteOff(64) || $0.message.endsNote && $0.message.data1 == 64 }.count == 2)
    #expect(!chord.contains { $0.frame == 300 && $0.message.data1 == 64 && $0.message.endsNote })
    let echoed = try played(
      .echo(Echo(.milliseconds(10))), [(0, .noteOn(60)), (20, .noteOff(60)), (200, .noteOn(60)), (900, .noteOff(60))],
      bypassedFrom: 100)
    #expect(isPaired(echoed) && echoed.last { $0.message.endsNote }?.frame == 900)
  }

  @Test("no note starts after the message that ends all notes", arguments: [120, 123] as [UInt8])
  func humanised(number: UInt8) throws {
    for seed: UInt64 in 0..<50 {
      var humanise = Humanise(seed: seed)
      (humanise.timing, humanise.looksAhead) = (400, true)
      let input: [(Int, ChannelMessage)] = [
        (0, .noteOn(60)), (100, .noteOn(62)), (1_000, .noteOff(60)), (4_000, .controller(number, 0)),
        (5_000, .noteOff(62)), (24_000, .noteOn(60)), (30_000, .noteOff(60)),
      ]
      let out = try played(.humanise(humanise), input, frames: 96_000)
      let end = try #require(out.first { $0.message.data1 == number && $0.message.status == 0xB0 }).frame
      let starts = out.filter { $0.message.startsNote && $0.frame > end }
      #expect(starts.count == 1 && isPaired(out), "seed \(seed): \(out.count) events")
      #expect(out.last { $0.message.endsNote }?.frame ?? 0 > starts.last?.frame ?? .max, "seed \(seed)")
    }
  }

  @Test("deviations of the velocity are equally probable up and down", arguments: [1, 4, 9])
  func velocities(most: Int) throws {
    var humanise = Humanise(seed: 5)
    humanise.velocity = most
    let input = (0..<4_000).map { ($0 * 10, $0 % 2 == 0 ? ChannelMessage.noteOn(60, 60) : .noteOff(60)) }
    let out = try played(.humanise(humanise), input)
    let deviations = out.filter { $0.message.startsNote }.map { Int($0.message.data2) - 60 }
    let counts = Dictionary(grouping: deviations) { $0 }.mapValues(\.count)
    let steps = 2 * most + 1
    #expect(counts.keys.sorted() == Array(-most...most))
    let expected = Double(deviations.count) / Double(steps)
    #expect(counts.values.allSatisfy { abs(Double($0) - expected) < 5 * expected.squareRoot() }, "\(counts)")
  }
}
