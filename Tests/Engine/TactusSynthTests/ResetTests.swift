import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// The effect of a system reset: whatever a channel has received, it returns to its power-on state; state outside the
/// channels stays.
@Suite struct ResetTests {
  private static let resets = [Exclusive.gmOn, Exclusive.gm2On, Exclusive.gsReset, Exclusive.xgOn, Exclusive.gmOff]

  /// The output of notes on channels 1 to 3, 10 and 16 after all kinds of channel messages and a reset.
  private func heard(_ before: (Stage) -> Void, _ reset: [UInt8]?, underNotes: Bool) throws -> [Float] {
    let stage = Stage(
      try .sine([.init(.initialFilterFc, 9_000), .init(.vibLfoToPitch, 10), .init(.releaseVolEnv, -4_000)]),
      settings: underNotes ? .dry : SynthSettings(), isLoud: false)
    before(stage)
    if underNotes {
      for channel in [0, 1, 2, 9, 15] as [UInt8] { stage.send(.noteOn(50, channel: channel)) }
    }
    stage.render(1_280)
    if let reset { stage.send(exclusive: reset) }
    stage.render(1_280)
    #expect(reset == nil || !stage.synth.hasVoices)
    for channel in [0, 1, 2, 9, 15] as [UInt8] {
      stage.send(.noteOn(60 + channel, channel: channel), .noteOn(64 + channel, channel: channel))
      stage.send(.pitchBend(10_000, channel: channel), .controller(1, 30, channel: channel))
    }
    return stage.render(2_560)
  }

  /// The output after a reset equals the output without the earlier messages, whether or not the reset ended notes.
  private func expectForgotten(_ what: String, _ before: (Stage) -> Void) throws {
    let (plain, told) = try (heard({ _ in }, nil, underNotes: false), heard(before, nil, underNotes: false))
    let isDifferent = plain != told
    #expect(isDifferent, "\(what): nothing to forget")
    for (reset, underNotes) in Self.resets.flatMap({ [($0, false), ($0, true)] }) {
      let known = try heard({ _ in }, reset, underNotes: underNotes)
      let asked = try heard(before, reset, underNotes: underNotes)
      let isSame = known == asked
      #expect(isSame, "\(what), reset \(reset)")
    }
  }

  @Test func zonesEnd() throws {
    try expectForgotten("a lower and an upper zone") { stage in
      stage.send(ChannelMessage.registered(6, 5), ChannelMessage.registered(6, 4, channel: 15))
      stage.send(
        .pitchBend(3_000), .pitchBend(100, channel: 1), .pressure(90, channel: 2), .controller(74, 0, channel: 14))
    }
    try expectForgotten("a zone of all channels") { $0.send(ChannelMessage.registered(6, 15)) }
  }

  @Test func modesAndPedalsEnd() throws {
    try expectForgotten("mono mode, by controller and by GS and XG parts") { stage in
      stage.send(.controller(126, 1), .controller(65, 127), .controller(5, 90), .controller(68, 127, channel: 2))
      stage.send(exclusive: Exclusive.gs(0x40, 0x12, 0x13, 0), Exclusive.xg(8, 2, 5, 0))
      for channel in [0, 2] as [UInt8] { stage.send(.controller(67, 127, channel: channel)) }
    }
  }

  @Test func parametersEnd() throws {
    try expectForgotten("parameters") { stage in
      stage.send(ChannelMessage.generator(8, -900), ChannelMessage.awe32(22, 100))
      stage.send(ChannelMessage.nonRegistered(1, 0x20, 20), ChannelMessage.nonRegistered(1, 0x63, 100))
      stage.send(ChannelMessage.nonRegistered(24, 69, 80, channel: 9))
      for (number, value) in [(0, 12), (1, 80), (2, 70), (5, 3)] as [(UInt8, UInt8)] {
        stage.send(ChannelMessage.registered(number, value, 9))
      }
      stage.send(.controller(33, 80), .controller(7, 30), .controller(10, 5))
    }
  }

  @Test func partsEnd() throws {
    try expectForgotten("part settings") { stage in
      stage.send(exclusive: Exclusive.gs(0x40, 0x11, 0x02, 4), Exclusive.gs(0x40, 0x12, 0x16, 70))
      stage.send(exclusive: Exclusive.gs(0x40, 0x13, 0x1D, 100), Exclusive.gs(0x40, 0x13, 0x08, 0))
      stage.send(exclusive: Exclusive.xg(8, 0, 0x09, 3, 3), Exclusive.xg(8, 1, 0x0C, 20))
      stage.send(exclusive: Exclusive.gs(0x40, 0, 4, 30), Exclusive.gs(0x40, 0, 5, 70), Exclusive.device(2, 0, 20))
    }
  }

  /// A channel's own tuning ends, and which tuning program it plays in; what the programs hold is not a channel's, and
  /// stays, as in an instrument's memory.
  @Test func tunings() throws {
    let octave: [UInt8] = [0x7F, 0x7F, 8, 8, 3, 127, 127] + (0..<12).map { 40 + $0 * 4 }
    let key: [UInt8] = [0x7F, 0x7F, 8, 2, 7, 2, 60, 61, 7, 7, 64, 63, 0, 0]
    try expectForgotten("tunings") { stage in
      stage.send(exclusive: octave, key)
      stage.send(ChannelMessage.registered(3, 7))
    }
    let stage = try Stage(.sine())
    stage.send(exclusive: key, Exclusive.gsReset)
    stage.send(.controller(7, 127), .controller(10, 0))
    stage.send(ChannelMessage.registered(3, 7))
    stage.send(.noteOn(60))
    let heard = cents(of: stage.render(9_600))
    #expect(abs(heard - (100 + 100 * 903.0 / 16_384)) < 0.2, "\(heard)")
  }

  /// The channels of other ports keep their state, whatever the reset.
  @Test func otherPortsStay() throws {
    for reset in Self.resets {
      let stage = try Stage(.sine())
      stage.send(.controller(126, 1, port: 1), .controller(10, 0, port: 1), .controller(7, 127, port: 1))
      stage.send(.noteOn(60, port: 1))
      stage.render(640)
      stage.send(exclusive: reset)
      stage.render(6_400)
      #expect(stage.synth.voiceCount == 1)
      stage.send(.noteOn(67, port: 1))
      stage.render(1_280)
      #expect(stage.synth.voiceCount == 1, "still mono, reset \(reset)")
      #expect(abs(cents(of: stage.render(4_800)) - 700) < 0.2)
    }
  }

  /// The values to which seeks and following songs reset controllers are those at power-on.
  @Test func defaultsOfControllers() {
    let start = ChannelInterpreter(bankSelect: .gs, voices: NoVoices()).snapshots
    // Parameter numbers are no settings; the LSB of expression is at its end, which sounds like 0.
    for number in UInt8(0)..<120 where !(98...101).contains(number) && number != 43 {
      let channels = ChannelInterpreter(bankSelect: .gs, voices: NoVoices())
      channels.receive(.controller(number, ChannelDefaults.value(ofController: Int(number))))
      #expect(channels.restore(start).isEmpty, "controller \(number)")
    }
  }

  // MARK: Parts

  /// Mono and poly by GS and XG are the mode messages: one note, then all again.
  @Test func monoParts() throws {
    for (mono, poly): ([UInt8], [UInt8]) in [
      (Exclusive.gs(0x40, 0x11, 0x13, 0), Exclusive.gs(0x40, 0x11, 0x13, 1)),
      (Exclusive.xg(8, 0, 5, 0), Exclusive.xg(8, 0, 5, 1)),
    ] {
      let stage = try Stage(.sine())
      stage.send(.noteOn(60), .noteOn(64))
      stage.render(640)
      stage.send(exclusive: mono)
      stage.render(1_280)
      #expect(stage.synth.voiceCount == 0, "a change of mode ends notes, as CC 126 does")
      stage.send(.noteOn(60), .noteOn(67))
      stage.render(1_280)
      #expect(stage.synth.voiceCount == 1)
      stage.send(.noteOff(67))
      stage.render(640)
      #expect(abs(cents(of: stage.render(4_800))) < 0.2, "the key below")
      stage.send(exclusive: poly)
      stage.render(1_280)
      stage.send(.noteOn(60), .noteOn(67))
      stage.render(640)
      #expect(stage.synth.voiceCount == 2)
    }
  }

  /// A part's settings apply to it even if it does not receive controllers, or is a member of a zone.
  @Test func partsAreToldWhateverTheyTake() throws {
    let stage = try Stage(.sine())
    stage.send(exclusive: Exclusive.gs(0x40, 0x11, 0x06, 0), Exclusive.gs(0x40, 0x11, 0x19, 64))
    stage.send(.noteOn(60))
    let level = decibels(stage.render(4_800).suffix(1_000).map { $0 }.peak / (Stage.unit * 32_000 / 32_768))
    #expect(abs(level - -11.906) < 0.01, "\(level)")
  }
}
