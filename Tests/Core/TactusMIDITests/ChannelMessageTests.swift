import TactusMIDI
import Testing

@Suite struct ChannelMessageTests {
  @Test func messagesByName() {
    let messages: [(ChannelMessage, UInt8, UInt8, UInt8)] = [
      (.noteOn(60, velocity: 100, channel: 9, port: 3), 0x99, 60, 100),
      (.noteOff(60, channel: 9, port: 3), 0x89, 60, 64), (.noteOff(60, velocity: 1, channel: 9, port: 3), 0x89, 60, 1),
      (.keyPressure(60, 5, channel: 9, port: 3), 0xA9, 60, 5), (.controller(7, 90, channel: 9, port: 3), 0xB9, 7, 90),
      (.program(127, channel: 9, port: 3), 0xC9, 127, 0), (.channelPressure(5, channel: 9, port: 3), 0xD9, 5, 0),
      (.pitchBend(8_192, channel: 9, port: 3), 0xE9, 0, 64),
    ]
    for (message, status, data1, data2) in messages {
      #expect(message == ChannelMessage(status: status, data1, data2, port: 3), "\(message)")
    }
  }

  @Test func numbersOutOfRangeAreMasked() {
    #expect(
      ChannelMessage.noteOn(188, velocity: 228, channel: 25, port: 19)
        == .noteOn(60, velocity: 100, channel: 9, port: 3))
    for (value, bend) in [
      (-1, 0), (.min, 0), (0, 0), (8_191, 8_191), (16_383, 16_383), (16_384, 16_383), (.max, 16_383),
    ] {
      #expect(ChannelMessage.pitchBend(value).pitchBend == bend)
    }
  }

  @Test func startsAndEndsOfNotes() {
    let on = ChannelMessage.noteOn(60, velocity: 100, channel: 9, port: 3)
    #expect(on.startsNote && !on.endsNote && on.isMIDI1 && !on.isMIDI2)
    #expect(on.noteOff == .noteOff(60, channel: 9, port: 3) && on.noteOff.endsNote)
    let silent = ChannelMessage.noteOn(60, velocity: 0)
    #expect(silent.endsNote && !silent.startsNote && silent.isSilentNoteOn)
    let new = ChannelMessage(word0: 0x4090_3C00, word1: 0)
    #expect(new.startsNote && new.isMIDI2 && !new.isMIDI1 && new.noteOff.endsNote && new.noteOff.isMIDI2)
    #expect(on.with(key: 61).with(channel: 0).with(port: 0) == .noteOn(61, velocity: 100))
    for other: ChannelMessage in [.controller(64, 127), ChannelMessage(system: 0xF8)] {
      #expect(!other.startsNote && !other.endsNote)
    }
  }
}
