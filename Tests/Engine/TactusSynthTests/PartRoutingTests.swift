import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Notes and pedals of parts whose messages stop arriving, and settings that zones and parts take over.
@Suite struct PartRoutingTests {
  private func isSilent(_ stage: Stage) -> Bool {
    for _ in 0..<20 { stage.render(4_800) }
    return stage.render(480).allSatisfy { $0 == 0 }
  }

  /// A part that no longer receives its channel or its pedal does not hold notes for ever.
  @Test(arguments: [
    Exclusive.gs(0x40, 0x12, 0x02, 0x10), Exclusive.gs(0x40, 0x12, 0x0F, 0), Exclusive.gs(0x40, 0x12, 0x06, 0),
  ])
  func pedalsOfUnreachableParts(message: [UInt8]) throws {
    let stage = try Stage(.sine())
    stage.send(.controller(64, 127, channel: 1), .noteOn(60, channel: 1))
    stage.render(480)
    stage.send(exclusive: message)
    stage.send(.noteOff(60, channel: 1), .controller(64, 0, channel: 1))
    #expect(isSilent(stage))
  }

  @Test func xgPartsWithoutChannel() throws {
    let stage = try Stage(.sine())
    stage.send(exclusive: Exclusive.xgOn)
    stage.send(.controller(66, 0, channel: 1), .noteOn(60, channel: 1), .controller(66, 127, channel: 1))
    stage.render(480)
    stage.send(exclusive: Exclusive.xg(0x08, 0x01, 0x04, 0x7F))
    stage.send(.noteOff(60, channel: 1), .controller(66, 0, channel: 1))
    #expect(isSilent(stage))
  }

  /// Other switches of reception leave a pressed pedal as it is.
  @Test func otherSwitchesKeepPedals() throws {
    let stage = try Stage(.sine())
    stage.send(.controller(64, 127, channel: 1), .noteOn(60, channel: 1))
    stage.send(exclusive: Exclusive.gs(0x40, 0x12, 0x0B, 0))  // modulation
    stage.send(.noteOff(60, channel: 1))
    stage.render(9_600)
    #expect(stage.render(480).contains { $0 != 0 })
    stage.send(.controller(64, 0, channel: 1))
    #expect(isSilent(stage))
  }

  /// In XG the bend range may be negative; in GS it may not.
  @Test func negativeBendRange() throws {
    let stage = try Stage(.sine())
    stage.send(exclusive: Exclusive.xgOn)
    stage.send(exclusive: Exclusive.xg(0x08, 0x00, 0x23, 0x34))
    stage.send(.noteOn(60), .pitchBend(12_288))
    stage.render(64)
    #expect(abs(cents(of: stage.render(9_600)) + 600) < 0.2)
    // increments and low bits count from zero
    stage.send(.controller(101, 0), .controller(100, 0))
    for _ in 0..<40 { stage.send(.controller(96, 0)) }
    stage.render(64)
    #expect(abs(cents(of: stage.render(9_600)) - 20) < 0.2)
    stage.send(exclusive: Exclusive.xg(0x08, 0x00, 0x23, 0x34))
    stage.send(.controller(101, 0), .controller(100, 0), .controller(38, 50))
    stage.render(64)
    #expect(abs(cents(of: stage.render(9_600)) - 25) < 0.2)
    let roland = try Stage(.sine())
    roland.send(exclusive: Exclusive.gs(0x40, 0x21, 0x10, 0x34))
    roland.send(.noteOn(60), .pitchBend(12_288))
    roland.render(64)
    #expect(abs(cents(of: roland.render(9_600))) < 0.2)
  }

  /// A member of a zone that receives no channel any more ends its notes, and leaves those of the other members.
  @Test func membersWithoutChannel() throws {
    let stage = try Stage(.sine())
    stage.send(ChannelMessage.registered(6, 4))
    stage.send(.noteOn(60, channel: 1), .noteOn(64, channel: 2))
    stage.render(480)
    stage.send(exclusive: Exclusive.gs(0x40, 0x12, 0x02, 0x10))
    stage.render(9_600)
    #expect(stage.synth.voiceCount == 1)
    stage.send(.noteOff(60, channel: 1), .noteOff(64, channel: 2))
    #expect(isSilent(stage))
  }

  /// Volume, pan, timbre and the like that the manager had before the zone message are the members' too.
  @Test func zonesTakeTheManagersSettings() throws {
    func level(_ messages: [ChannelMessage]) throws -> Float {
      let wheel = SoundFont.Modulator(.init(controller: 2), to: .initialAttenuation, 60)
      let stage = try Stage(.sine([.init(.initialFilterFc, 9_000)], modulators: [wheel]))
      for message in messages { stage.send(message) }
      stage.send(.noteOn(60, channel: 1))
      stage.render(64)
      return stage.render(4_800).map { abs($0) }.max() ?? 0
    }
    let settings: [ChannelMessage] = [
      .controller(7, 40), .controller(10, 20), .controller(39, 64), .controller(74, 20), .controller(2, 100),
    ]
    let zone = ChannelMessage.registered(6, 15)
    let before = try level(settings + [.controller(7, 127, channel: 1), .controller(10, 0, channel: 1)] + zone)
    let after = try level(zone + settings)
    #expect(before == after && before > 0)
  }

  /// A switch is up from the middle of the pitch wheel, whichever its direction; one of negative direction is then at 0 or
  /// −1.
  @Test(arguments: [false, true], [false, true])
  func switchesOfTheWheel(isNegative: Bool, isBipolar: Bool) throws {
    let source = SoundFont.ModulatorSource(.pitchWheel, .switch, isNegative: isNegative, isBipolar: isBipolar)
    let low = isBipolar ? -50.0 : 0
    for (wheel, isUp) in [(0, false), (8_191, false), (8_192, true), (16_383, true)] as [(UInt16, Bool)] {
      let stage = try Stage(.sine(modulators: [SoundFont.Modulator(source, to: .fineTune, 50)]))
      stage.send(ChannelMessage.registered(0, 0, 0))
      stage.send(.pitchBend(Int(wheel)), .noteOn(60))
      stage.render(64)
      let expected = isUp != isNegative ? 50 : low
      #expect(abs(cents(of: stage.render(9_600)) - expected) < 0.5, "wheel \(wheel)")
    }
  }
}
