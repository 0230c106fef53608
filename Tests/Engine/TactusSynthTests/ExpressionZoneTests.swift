import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// MIDI polyphonic expression (M1-100-UM).
@Suite struct ExpressionZoneTests {
  /// A stage with a lower zone of this many members.
  private func stage(_ members: UInt8 = 4, _ generators: [SoundFont.Generator] = []) throws -> Stage {
    let stage = try Stage(.sine(generators))
    stage.send(ChannelMessage.registered(6, members))
    for channel in 0..<UInt8(16) {
      stage.send(.controller(7, 127, channel: channel), .controller(10, 0, channel: channel))
    }
    return stage
  }

  private func pitch(_ stage: Stage, _ messages: ChannelMessage...) -> Double {
    for message in messages { stage.send(message) }
    stage.render(64)
    return cents(of: stage.render(9_600))
  }

  private func isNear(_ heard: Double, _ expected: Double) -> Bool { abs(heard - expected) < 0.2 }

  /// Note + manager's bend (2 semitones) + member's bend (48 semitones).
  @Test func bends() throws {
    let stage = try stage()
    #expect(isNear(pitch(stage, .noteOn(60, channel: 1)), 0))
    #expect(isNear(pitch(stage, .pitchBend(9_216, channel: 1)), 600))
    #expect(isNear(pitch(stage, .pitchBend(12_288)), 700))
    #expect(isNear(pitch(stage, .pitchBend(0, channel: 2)), 700), "another member")
    #expect(isNear(pitch(stage, .pitchBend(0, channel: 5)), 700), "no member")
    stage.send(ChannelMessage.registered(0, 24, channel: 3))
    #expect(isNear(pitch(stage), 400), "one member's range is all members'")
    stage.send(ChannelMessage.registered(0, 12))
    #expect(isNear(pitch(stage), 900), "the manager's range is its own")
    stage.send(ChannelMessage.registered(2, 65))
    #expect(isNear(pitch(stage), 1_000), "the manager's tuning is the zone's")
  }

  /// After its note-off a note follows its manager only.
  @Test func releases() throws {
    let stage = try stage(4, [.init(.releaseVolEnv, 6_000)])
    stage.send(.pitchBend(9_216, channel: 1), .noteOn(60, channel: 1))
    stage.render(1_000)
    stage.send(.noteOff(60, channel: 1))
    #expect(isNear(pitch(stage), 600))
    #expect(isNear(pitch(stage, .pitchBend(16_383, channel: 1)), 600))
    #expect(isNear(pitch(stage, .pitchBend(12_288)), 700))
    #expect(isNear(pitch(stage, .pitchBend(8_192, channel: 1)), 700))
  }

  /// A note that the manager's pedal holds keeps its pitch when its channel is used again, also when the pedal goes up.
  @Test func pedals() throws {
    let stage = try stage(4, [.init(.releaseVolEnv, 6_000)])
    stage.send(.controller(64, 127), .pitchBend(9_216, channel: 1), .noteOn(60, channel: 1))
    stage.render(1_000)
    stage.send(.noteOff(60, channel: 1))
    #expect(isNear(pitch(stage), 600))
    #expect(isNear(pitch(stage, .pitchBend(8_192, channel: 1)), 600))
    #expect(isNear(pitch(stage, .pitchBend(12_288)), 700), "the manager's bend")
    #expect(isNear(pitch(stage, .controller(64, 0)), 700))
    #expect(isNear(pitch(stage, .pitchBend(16_383, channel: 1)), 700))
  }

  /// A note that is released or held by the pedal keeps the pressure and controller 74 of its channel, also when the
  /// manager's change.
  @Test(arguments: [0, 127] as [UInt8]) func gesturesAfterTheNoteOff(pedal: UInt8) throws {
    func play(_ later: [ChannelMessage], manager: [ChannelMessage]) throws -> [Float] {
      let stage = try stage(4, [.init(.releaseVolEnv, 6_000), .init(.initialFilterFc, 8_000)])
      stage.send(.controller(64, pedal), .pressure(90, channel: 1), .controller(74, 80, channel: 1))
      stage.send(.noteOn(60, channel: 1))
      stage.render(1_000)
      stage.send(.noteOff(60, channel: 1))
      stage.render(64)
      stage.send(later)
      stage.send(manager)
      return stage.render(3_000)
    }
    let later: [ChannelMessage] = [.pressure(0, channel: 1), .controller(74, 20, channel: 1)]
    for manager in [[.pressure(10)], [.controller(74, 60)], [.pressure(127)]] as [[ChannelMessage]] {
      #expect(try play(later, manager: manager) == play([], manager: manager), "\(manager)")
    }
    #expect(try play([], manager: [.pressure(127)]) != play([], manager: []), "the manager's still applies")
  }

  /// A bend on the frame of the note-off, and before it, belongs to the note.
  @Test func bendsAndReleasesAtOnce() throws {
    let stage = try stage(4, [.init(.releaseVolEnv, 6_000)])
    stage.send(.noteOn(60, channel: 1))
    stage.render(1_000)
    stage.send(.pitchBend(9_216, channel: 1), .noteOff(60, channel: 1))
    stage.render(64)
    #expect(isNear(pitch(stage), 600))
    #expect(isNear(pitch(stage, .pitchBend(16_383, channel: 1)), 600))
  }

  /// Pressure: the higher of both. Vibrato of 50 cents at full pressure, as a bank with so much vibrato.
  @Test func pressure() throws {
    func play(_ generators: [SoundFont.Generator], _ messages: [ChannelMessage]) throws -> [Float] {
      let stage = try stage(4, generators)
      stage.send(messages)
      stage.send(.noteOn(60, channel: 2))
      return stage.render(3_000)
    }
    let known = try play([.init(.vibLfoToPitch, 50)], [])
    #expect(try play([], [.pressure(127, channel: 2), .pressure(3)]) == known)
    #expect(try play([], [.pressure(3, channel: 2), .pressure(127)]) == known)
    #expect(try play([], [.pressure(127, channel: 3)]) == play([], []))
    #expect(try play([], [.keyPressure(60, 127, channel: 2)]) == play([], []))
  }

  /// Controller 74: the member's and the manager's deviations add up, 75 cents a step.
  @Test func timbre() throws {
    func play(_ messages: ChannelMessage...) throws -> [Float] {
      let stage = try stage(4, [.init(.initialFilterFc, 8_000)])
      for message in messages { stage.send(message) }
      stage.send(.noteOn(60, channel: 2))
      return stage.render(1_000)
    }
    let known = try play(.controller(74, 74, channel: 2))
    #expect(try play(.controller(74, 84, channel: 2), .controller(74, 54)) == known)
    #expect(try play(.controller(74, 74)) == known)
    #expect(try play() != known)
  }

  /// Parameters of the manager apply to the zone as its controllers do: the modulation depth, and non-registered
  /// parameters of the sound. A member keeps the parameter that it has selected.
  @Test func parameters() throws {
    func play(_ messages: [ChannelMessage]) throws -> [Float] {
      let stage = try stage(4, [.init(.initialFilterFc, 8_000)])
      stage.send(.controller(101, 0, channel: 2), .controller(100, 0, channel: 2))
      stage.send(messages)
      stage.send(.controller(6, 24, channel: 2), .pitchBend(9_216, channel: 2), .noteOn(60, channel: 2))
      return stage.render(3_000)
    }
    func nonRegistered(_ msb: UInt8, _ lsb: UInt8, _ value: UInt8, channel: UInt8 = 0) -> [ChannelMessage] {
      [(99, msb), (98, lsb), (6, value)].map { .controller($0.0, $0.1, channel: channel) }
    }
    let plain = try play([])
    let wheel = try play([.controller(1, 127)])
    let deep = try play(ChannelMessage.registered(5, 2) + [.controller(1, 127)])
    #expect(deep != wheel)
    let isSame = try deep == play(ChannelMessage.registered(5, 2) + [.controller(1, 127, channel: 2)])
    #expect(isSame, "the depth counts for the member's own wheel too")
    let brighter = try play(nonRegistered(1, 0x20, 74))
    let isTimbre = try brighter == play([.controller(74, 74)])
    #expect(brighter != plain && isTimbre)
    let resonant = try play(nonRegistered(1, 0x21, 100))
    let isResonance = try resonant == play([.controller(71, 100)])
    #expect(resonant != plain && isResonance)
    let tuned = try play(nonRegistered(120, 52, 65))
    let again = ChannelMessage.registered(0, 24, channel: 2).prefix(2)
    let isTuned = try tuned == play(nonRegistered(120, 52, 65, channel: 2) + again)
    #expect(tuned != plain && isTuned)
  }

  /// Parameters that the manager has set before reach new members, and the members' own steps begin at the new values. A
  /// member's brightness (NRPN) survives other messages of the zone.
  @Test func parametersOfNewMembers() throws {
    func depth(_ messages: [ChannelMessage]) throws -> [Float] {
      let stage = try Stage(.sine([]))
      stage.send(messages)
      stage.send(.controller(7, 127, channel: 1), .controller(1, 127, channel: 1), .noteOn(60, channel: 1))
      return stage.render(3_000)
    }
    let (zone, deep) = (ChannelMessage.registered(6, 4), ChannelMessage.registered(5, 2))
    let after = try depth(zone + deep)
    let isSame = try after == depth(deep + zone)
    let isDeep = try after != depth(zone)
    #expect(isSame && isDeep)
    let own = ChannelMessage.registered(5, 0, 64, channel: 1)
    let stepped = try depth(zone + own + deep + [.controller(96, 0, channel: 1)])
    let isStepped = try stepped == depth(zone + ChannelMessage.registered(5, 2, 1))
    #expect(isStepped)

    func bright(_ messages: [ChannelMessage]) throws -> [Float] {
      let stage = try stage(4, [.init(.initialFilterFc, 8_000)])
      stage.send(messages)
      stage.send(.controller(7, 127), .noteOn(60, channel: 2))
      return stage.render(1_000)
    }
    let nrpn: [ChannelMessage] = [(99, 1), (98, 0x20), (6, 90)].map { .controller($0.0, $0.1, channel: 2) }
    let isKept = try bright([.controller(74, 90, channel: 2)]) == bright(nrpn + [.pressure(0, channel: 2)])
    #expect(isKept)
  }

  /// A zone without members disables the zone of its channel, not the membership in the other zone.
  @Test func emptyZones() throws {
    let stage = try Stage(.sine([]))
    stage.send(ChannelMessage.registered(6, 15, channel: 15))
    stage.send(ChannelMessage.registered(6, 0, channel: 0))
    #expect(isNear(pitch(stage, .controller(7, 127), .noteOn(60, channel: 0), .pitchBend(9_216, channel: 0)), 600))
  }

  /// Messages to the manager apply to the zone; a member ignores the messages that it must not receive.
  @Test func whoIsHeard() throws {
    let stage = try stage()
    stage.send(.controller(64, 127, channel: 1), .noteOn(60, channel: 1), .noteOff(60, channel: 1))
    stage.render(700)
    #expect(stage.synth.voiceCount == 0, "a member's pedal")
    stage.send(.controller(64, 127), .noteOn(60, channel: 1), .noteOff(60, channel: 1))
    stage.render(700)
    #expect(stage.synth.voiceCount == 1, "the manager's pedal")
    stage.send(.controller(123, 0, channel: 1), .controller(120, 0, channel: 1))
    stage.render(700)
    #expect(stage.synth.voiceCount == 1, "a member's modes")
    stage.send(.controller(64, 0))
    stage.render(700)
    #expect(stage.synth.voiceCount == 0)
    stage.send(.controller(7, 64), .noteOn(60, channel: 1))
    let level = decibels(stage.render(500).peak / (Stage.unit * 32_000 / 32_768))
    #expect(abs(level - -11.906) < 0.01, "the manager's volume")
  }

  /// Zones share sixteen channels, and the newer zone wins; the drum channel becomes a member, and later a drum channel
  /// again.
  @Test func zonesMeet() throws {
    let stage = try stage(10)
    stage.send(.pitchBend(16_383))
    #expect(isNear(pitch(stage, .noteOn(60, channel: 9)), 200 * 8_191 / 8_192))
    stage.send(ChannelMessage.registered(6, 7, channel: 15))
    stage.render(700)
    #expect(stage.synth.voiceCount == 0, "channel 10 has gone over to the upper zone")
    #expect(isNear(pitch(stage, .noteOn(60, channel: 9)), 0))
    stage.send(.noteOff(60, channel: 9))
    stage.render(700)
    #expect(isNear(pitch(stage, .pitchBend(16_383), .noteOn(60, channel: 7)), 200 * 8_191 / 8_192), "still the lower's")
    stage.send(.noteOff(60, channel: 7))
    stage.render(700)
    #expect(isNear(pitch(stage, .pitchBend(9_216, channel: 8), .noteOn(60, channel: 8)), 600), "the upper's")
    stage.send(ChannelMessage.registered(6, 0, channel: 15), ChannelMessage.registered(6, 0))
    stage.render(700)
    #expect(stage.synth.voiceCount == 0)
    stage.send(.noteOn(60, channel: 9))
    stage.render(700)
    #expect(stage.synth.counters.silentNotes == 1, "the bank has no drums")
    #expect(
      isNear(pitch(stage, .pitchBend(12_288, channel: 8), .noteOn(60, channel: 8)), 100), "a channel like any other")
  }

  @Test func fifteenMembers() throws {
    let stage = try stage(15)
    #expect(isNear(pitch(stage, .pitchBend(16_383), .noteOn(60, channel: 15)), 200 * 8_191 / 8_192))
  }

  /// A member that becomes the other zone's manager, and zones that end, one after the other.
  @Test func membersBecomeManagers() throws {
    let stage = try stage(15)
    stage.send(ChannelMessage.registered(6, 15, channel: 15), ChannelMessage.registered(6, 3))
    stage.send(.controller(7, 127, channel: 15), .controller(10, 0, channel: 15))
    #expect(isNear(pitch(stage, .pitchBend(9_216, channel: 4), .noteOn(60, channel: 4)), 600))
    #expect(isNear(pitch(stage, .pitchBend(12_288, channel: 15)), 700))
    #expect(isNear(pitch(stage, .pitchBend(12_288)), 700), "the lower zone's")
    stage.send(ChannelMessage.registered(6, 0, channel: 15), ChannelMessage.registered(6, 0))
    stage.render(700)
    #expect(stage.synth.voiceCount == 0)
  }
}
