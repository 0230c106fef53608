import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Drum setup by system-exclusive messages does what the equivalent non-registered parameters do.
@Suite struct DrumSetupMessageTests {
  /// Renders a drum note after messages; the bank's sine is its own drum kit.
  private func render(
    _ exclusives: [[UInt8]] = [], _ messages: [ChannelMessage] = [], keys: [UInt8] = [60], channel: UInt8 = 9
  ) throws -> [Float] {
    let stage = try Stage(.sine(bank: 128))
    for bytes in exclusives { stage.send(exclusive: bytes) }
    for message in messages { stage.send(message) }
    for key in keys { stage.send(ChannelMessage(status: 0x90 | channel, key, 100)) }
    return stage.render(4_800)
  }

  /// Renders a drum note after messages, another drum note (unless `isHeard` is false), and further messages.
  private func renderLater(
    _ system: [UInt8]?, _ messages: [ChannelMessage] = [], isHeard: Bool = true, then change: (Stage) -> Void = { _ in }
  ) throws -> [Float] {
    let stage = try Stage(.sine(bank: 128))
    if let system { stage.send(exclusive: system) }
    stage.send(messages)
    if isHeard { stage.send(ChannelMessage(status: 0x99, 60, 100)) }
    stage.render(480)
    stage.send(ChannelMessage(status: 0xB9, 120, 0))
    stage.render(1_440)
    change(stage)
    stage.send(ChannelMessage(status: 0x99, 60, 100))
    return stage.render(4_800)
  }

  private func nrpn(_ msb: UInt8, _ value: UInt8, key: UInt8 = 60) -> [ChannelMessage] {
    [(99, msb), (98, key), (6, value)].map { ChannelMessage(status: 0xB9, $0.0, $0.1) }
  }

  @Test(
    arguments: [
      ([0x41, 0x02, 60, 50], 26, 50), ([0x41, 0x04, 60, 10], 28, 10), ([0x41, 0x05, 60, 20], 29, 20),
      ([0x41, 0x06, 60, 20], 30, 20), ([0x41, 0x01, 60, 63], 24, 67),
    ] as [([UInt8], UInt8, UInt8)])
  func gs(_ address: [UInt8], _ msb: UInt8, _ value: UInt8) throws {
    let sum = address.reduce(0) { $0 &+ $1 } & 127
    let message = [0x41, 0x10, 0x42, 0x12] + address + [(128 - sum) & 127]
    let (own, other) = (try render([message]), try render([], nrpn(msb, value)))
    let differs = try own != render()
    #expect(own == other && (differs || msb > 28))
  }

  @Test(
    arguments: [
      (0x00, 70, 24), (0x01, 80, 25), (0x02, 50, 26), (0x04, 10, 28), (0x0B, 40, 20), (0x0C, 70, 21), (0x0D, 80, 22),
      (0x0E, 40, 23),
    ] as [(UInt8, UInt8, UInt8)])
  func xg(_ low: UInt8, _ value: UInt8, _ msb: UInt8) throws {
    let own = try render([Exclusive.xgOn, Exclusive.xg(0x30, 60, low, value)])
    #expect(try own == render([Exclusive.xgOn], nrpn(msb, value)))
    // the second setup is that of other parts; a reset restores the first
    #expect(try render([Exclusive.xgOn, Exclusive.xg(0x31, 60, low, value)]) == render([Exclusive.xgOn]))
    #expect(
      try render([Exclusive.xgOn, Exclusive.xg(0x30, 60, low, value), Exclusive.xg(0, 0, 0x7D, 0)])
        == render([Exclusive.xgOn]))
  }

  /// A drum that does not receive note-offs plays to the end of its sample, but a looped one ends.
  @Test(arguments: [false, true], [Exclusive.gs(0x41, 0x07, 60, 0), Exclusive.xg(0x30, 60, 0x09, 0)])
  func noteOffs(_ isLooped: Bool, _ off: [UInt8]) throws {
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.sine(amplitude: 20_000, points: 4_000, periods: 40))
      let loop: [SoundFont.Generator] = isLooped ? [.init(.sampleModes, 1)] : []
      bank.addPreset(bank: 128, [.init(target: wave, generators: loop + SoundFont.Generator.atOnce)])
    }
    func render(_ exclusives: [[UInt8]], _ end: ChannelMessage? = ChannelMessage(status: 0x89, 60, 0)) -> [Float] {
      let stage = Stage(bank, settings: .dry, isLoud: false)
      if off[0] == 0x43 { stage.send(exclusive: Exclusive.xgOn) }
      for bytes in exclusives { stage.send(exclusive: bytes) }
      stage.send(ChannelMessage(status: 0x99, 60, 100))
      stage.render(100)
      if let end { stage.send(end) }
      stage.render(7_900)
      return stage.left
    }
    let (held, ended) = (render([], nil), render([]))
    #expect(held[3_000...].contains { $0 != 0 } && !ended[3_000...].contains { $0 != 0 })
    #expect(render([off]) == (isLooped ? ended : held))
    #expect(render([off], ChannelMessage(status: 0xB9, 123, 0)) == (isLooped ? ended : held))
    #expect(render([off], ChannelMessage(status: 0xB9, 120, 0)) == render([], ChannelMessage(status: 0xB9, 120, 0)))
    var on = off
    if off[0] == 0x43 { on[on.count - 1] = 1 } else { on = Exclusive.gs(0x41, 0x07, 60, 1) }
    #expect(render([off, on]) == ended)
  }

  @Test func keyControllers() throws {
    let half: [UInt8] = [0x7F, 0x7F, 0x0A, 0x01, 9, 60, 7, 32]
    let level = try render([half]).map(abs).max() ?? 0
    let full = try render().map(abs).max() ?? 0
    #expect(abs(level / full - Float(63 * 63) / (127 * 127)) < 0.01)
    #expect(try render([[0x7F, 0x7F, 0x0A, 0x01, 9, 60, 10, 100]]) == render([], nrpn(28, 100)))
    #expect(try render([[0x7F, 0x7F, 0x0A, 0x01, 8, 60, 7, 32]]) == render())
    #expect(try render([[0x7F, 0x7F, 0x0A, 0x01, 9, 61, 7, 32]]) == render())
  }

  @Test func noteOnIsSwitchedOff() throws {
    #expect(try render([Exclusive.gs(0x41, 0x08, 60, 0)]).allSatisfy { $0 == 0 })
    #expect(try render([Exclusive.gs(0x41, 0x08, 60, 0), Exclusive.gs(0x41, 0x08, 60, 1)]) == render())
    #expect(try render([Exclusive.gs(0x41, 0x18, 60, 0)]) == render())
  }

  @Test func groupsEndEachOther() throws {
    let groups = [Exclusive.gs(0x41, 0x03, 60, 5), Exclusive.gs(0x41, 0x03, 62, 5)]
    let stage = try Stage(.sine(bank: 128))
    for bytes in groups { stage.send(exclusive: bytes) }
    stage.send(ChannelMessage(status: 0x99, 60, 100))
    _ = stage.render(480)
    stage.send(ChannelMessage(status: 0x99, 62, 100))
    _ = stage.render(48)
    #expect(stage.synth.voiceCount == 1)
    stage.send(ChannelMessage(status: 0x99, 64, 100))
    _ = stage.render(48)
    #expect(stage.synth.voiceCount == 2)
  }

  @Test func theSecondMapIsOfOtherParts() throws {
    let part11 = Exclusive.gs(0x40, 0x1A, 0x15, 2)
    let second = Exclusive.gs(0x41, 0x12, 60, 30)
    #expect(try render([part11, second]) == render([part11]))
    let isQuieter = try render([part11, second], channel: 10) != render([part11], channel: 10)
    #expect(isQuieter)
  }

  /// Parts that use the same map share its setup, whichever message has changed it, and in whichever order.
  @Test(
    arguments: [
      ([], Exclusive.gs(0x40, 0x1A, 0x15, 1), Exclusive.gs(0x41, 0x02, 60, 30)),
      ([Exclusive.xgOn], Exclusive.xg(8, 10, 7, 2), Exclusive.xg(0x30, 60, 2, 30)),
    ] as [([[UInt8]], [UInt8], [UInt8])])
  func partsShareTheSetupOfAMap(_ system: [[UInt8]], _ part11: [UInt8], _ level: [UInt8]) throws {
    let quiet = try render(system + [part11, level], channel: 10)
    let isQuieter = try quiet != render(system + [part11], channel: 10)
    let isTaken = try quiet == render(system + [level, part11], channel: 10)
    let isShared = try quiet == render(system + [part11], nrpn(26, 30), channel: 10)
    #expect(isQuieter && isTaken && isShared)
  }

  /// A part that changes to another map leaves the setup of the first.
  @Test func partsLeaveTheSetupOfAMap() throws {
    let (level, second) = (Exclusive.gs(0x41, 0x02, 60, 30), Exclusive.gs(0x40, 0x10, 0x15, 2))
    let isLeft = try render([level, second]) == render([second])
    let isChanged = try render([level]) != render()
    #expect(isLeft && isChanged)
  }

  /// A change to another kit restores the drum setup, if a note has been played since the setup changed.
  @Test(arguments: [nil, Exclusive.gmOn, Exclusive.gsReset, Exclusive.xgOn] as [[UInt8]?])
  func kits(_ system: [UInt8]?) throws {
    let (setup, plain) = (nrpn(24, 70), try renderLater(system))
    let pitched = try renderLater(system, setup)
    let kit = ChannelMessage(status: 0xC9, 8, 0)
    let isRestored = try renderLater(system, setup) { $0.send(kit) } == plain
    #expect(pitched != plain && isRestored)
    let number = system == Exclusive.xgOn ? Exclusive.xg(8, 9, 3, 8) : Exclusive.gs(0x40, 0x10, 0, 0, 8)
    let isRestoredByExclusive = try renderLater(system, setup) { $0.send(exclusive: number) } == plain
    let isKept = try renderLater(system, setup) { $0.send(ChannelMessage(status: 0xC9, 0, 0)) } == pitched
    #expect(isRestoredByExclusive && isKept, "the same kit keeps it")
    // as after a seek
    let fresh = try renderLater(system, setup, isHeard: false) { $0.send(kit) }
    let isFresh = try fresh == renderLater(system, setup, isHeard: false)
    #expect(isFresh)
    let again = try renderLater(system, setup) { stage in
      stage.send(setup)
      stage.send(kit)
    }
    #expect(again == pitched, "set once more before the kit")
  }

  /// In XG, the modes of melodic parts have no effect on drum parts.
  @Test func xgDrumParts() throws {
    let both = try render([Exclusive.xgOn], keys: [60, 69])
    let modes: [[(UInt8, UInt8)]] = [[(65, 127), (5, 100)], [(126, 1)], [(68, 127)], [(84, 40)]]
    for mode in modes {
      let messages = mode.map { ChannelMessage(status: 0xB9, $0.0, $0.1) }
      #expect(try render([Exclusive.xgOn], messages, keys: [60, 69]) == both, "\(mode)")
    }
    #expect(try render([Exclusive.xgOn, Exclusive.xg(8, 9, 0x4A, 0)], keys: [60, 69]) == both)
  }
}
