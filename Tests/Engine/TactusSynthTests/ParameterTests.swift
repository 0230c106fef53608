import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Registered parameters, heard: the pitch of a sine after data entry, increments and null.
@Suite struct ParameterTests {
  /// Selects a registered parameter.
  private func select(_ stage: Stage, _ number: UInt8) {
    stage.send(.controller(101, 0), .controller(100, number))
  }

  /// Cents above the recorded pitch.
  private func pitch(_ stage: Stage) -> Double {
    stage.send(.noteOn(60))
    let sound = stage.render(6_000)
    stage.send(.controller(120, 0))
    stage.render(1_000)
    return cents(of: sound.dropFirst(100))
  }

  private func expect(_ stage: Stage, _ expected: Double, _ what: Comment) {
    let heard = pitch(stage)
    #expect(abs(heard - expected) < 0.5, "\(what): \(heard) instead of \(expected) cents")
  }

  @Test func bendRange() throws {
    let stage = try Stage(.sine())
    stage.send(.pitchBend(16_383))
    expect(stage, 200 * 8_191 / 8_192, "default range")
    select(stage, 0)
    stage.send(.controller(6, 12))
    expect(stage, 1_200 * 8_191 / 8_192, "twelve semitones")
    stage.send(.controller(38, 50))
    expect(stage, 1_250 * 8_191 / 8_192, "and fifty cents")
    stage.send(.controller(96, 0))
    expect(stage, 1_251 * 8_191 / 8_192, "one cent up")
    stage.send(.controller(97, 0), .controller(97, 0))
    expect(stage, 1_249 * 8_191 / 8_192, "two down")
    stage.send(.controller(101, 127), .controller(100, 127), .controller(6, 1))
    expect(stage, 1_249 * 8_191 / 8_192, "null takes no data")
    stage.send(.controller(99, 0), .controller(98, 0), .controller(6, 1))
    expect(stage, 1_249 * 8_191 / 8_192, "data for a non-registered parameter")
    stage.send(.program(0), .controller(121, 0), .pitchBend(16_383))
    expect(stage, 1_249 * 8_191 / 8_192, "the range outlives program and reset")
  }

  @Test func fineLowByteAlone() throws {
    let stage = try Stage(.sine())
    stage.send(.pitchBend(16_383))
    select(stage, 0)
    stage.send(.controller(38, 50))
    expect(stage, 250 * 8_191 / 8_192, "two semitones as before, and fifty cents")
  }

  @Test func fineTuning() throws {
    let stage = try Stage(.sine())
    select(stage, 0)
    stage.send(.controller(6, 12))
    select(stage, 1)
    stage.send(.controller(96, 0))
    expect(stage, 100.0 / 8_192, "an increment from the middle")
    stage.send(.controller(6, 127), .controller(38, 127))
    expect(stage, 100.0 * 8_191 / 8_192, "highest")
    stage.send(.controller(6, 0))
    expect(stage, -100, "lowest")
    stage.send(.controller(6, 64))
    select(stage, 2)
    select(stage, 1)
    stage.send(.controller(38, 64))
    expect(stage, 100.0 * 64 / 8_192, "the low byte alone")
  }

  @Test func coarseTuning() throws {
    let stage = try Stage(.sine())
    select(stage, 2)
    stage.send(.controller(96, 0))
    expect(stage, 100, "an increment")
    stage.send(.controller(97, 0), .controller(97, 0))
    expect(stage, -100, "two decrements")
    stage.send(.controller(6, 76))
    expect(stage, 1_200, "an octave")
  }

  /// An LSB, increment or decrement starts from the present value, even if another message has changed it since the
  /// parameter was selected.
  @Test func valuesChangedByOtherMessages() throws {
    let stage = try Stage(.sine())
    select(stage, 0)
    stage.send(.controller(6, 2))
    stage.send(exclusive: Exclusive.gs(0x40, 0x21, 0x10, 76))
    stage.send(.controller(38, 50), .pitchBend(16_383))
    expect(stage, 1_250 * 8_191 / 8_192, "twelve semitones by the message, and fifty cents")
    stage.send(.pitchBend(8_192))
    select(stage, 1)
    stage.send(exclusive: Exclusive.gs(0x40, 0x11, 0x2A, 0x60, 0))
    stage.send(.controller(96, 0))
    expect(stage, 50 + 100.0 / 8_192, "fifty cents by the message, and a step")
  }

  /// Registered and non-registered parameters keep their numbers while the other kind is selected, so that half of a
  /// number selects the next parameter.
  @Test func eachKindKeepsItsNumber() throws {
    let stage = try Stage(.sine())
    stage.send(ChannelMessage.registered(0, 7), ChannelMessage.nonRegistered(1, 8, 64))
    stage.send(.controller(100, 2), .controller(6, 76))
    expect(stage, 1_200, "an octave, by the lower half of its number")
    // With another upper half, vibrato delay would be a parameter of the AWE 32, a delay of seconds.
    stage.send(.controller(98, 10), .controller(6, 100))
    expect(stage, 1_200, "the sound is not delayed")
    stage.send(.controller(101, 127), .controller(100, 127), .controller(6, 20))
    expect(stage, 1_200, "no parameter of either kind")
  }

  /// Snapshots restore both numbers, and which of them is selected.
  @Test func snapshotsOfNumbers() {
    func channels(_ messages: [ChannelMessage]) -> ChannelInterpreter<NoVoices> {
      let channels = ChannelInterpreter(bankSelect: .gs, voices: NoVoices())
      for message in messages { channels.receive(message) }
      return channels
    }
    let registered = ChannelMessage.registered(0, 7)
    let nonRegistered = ChannelMessage.nonRegistered(1, 48, 80)
    let halves: [[ChannelMessage]] = [
      [.controller(6, 70)], [.controller(100, 2), .controller(6, 76)], [.controller(98, 49), .controller(6, 20)],
    ]
    for before in [registered + nonRegistered, nonRegistered + registered, registered, nonRegistered, []] {
      for after in halves {
        let (played, restored) = (channels(before), channels([.controller(101, 3), .controller(99, 4)]))
        _ = restored.restore(played.snapshots)
        #expect(restored.restore(played.snapshots).isEmpty)
        for message in after {
          played.receive(message)
          restored.receive(message)
        }
        #expect(restored.restore(played.snapshots).isEmpty, "\(before.count) messages, then \(after)")
      }
    }
  }

  /// Snapshots of SoundFont numbers that select no generator restore such numbers.
  @Test(arguments: [[98, 8, 99, 120], [99, 120, 98, 100, 98, 8], [99, 120, 98, 100, 99, 120]] as [[UInt8]])
  func snapshotsOfNumbersWithoutGenerator(selection: [UInt8]) {
    let played = ChannelInterpreter(bankSelect: .gs, voices: NoVoices())
    let restored = ChannelInterpreter(bankSelect: .gs, voices: NoVoices())
    for index in stride(from: 0, to: selection.count, by: 2) {
      played.receive(.controller(selection[index], selection[index + 1]))
    }
    let messages = restored.restore(played.snapshots)
    #expect(messages.suffix(2).map(\.data1) == [98, 99])
    #expect(restored.restore(played.snapshots).isEmpty)
    for message in [.controller(99, 120), .controller(98, 8)] as [ChannelMessage] { restored.receive(message) }
    #expect(!restored.restore(played.snapshots).isEmpty, "a number with a generator is another one")
  }

  /// A clip file's messages are MIDI 2.0: note and controller with 16 and 32 bits.
  @Test func messagesOfMIDI2() throws {
    let stage = try Stage(.sine())
    stage.send(ChannelMessage(word0: 0x4090_3C00, word1: 0xFFFF_0000))
    #expect(abs(stage.render(200).peak - Stage.unit * 32_000 / 32_768) < 0.001)
    stage.send(ChannelMessage(word0: 0x40B0_0700, word1: 0))  // volume 0
    #expect(stage.render(200).dropFirst(64).allSatisfy { $0 == 0 })
    stage.send(ChannelMessage(word0: 0x40B0_0700, word1: 0xFFFF_FFFF))
    #expect(stage.render(200).peak > 0.2)
    stage.send(ChannelMessage(word0: 0x4080_3C00, word1: 0))
    stage.render(200)
    #expect(stage.synth.voiceCount == 0)
  }
}
