import TactusMIDI
import Testing

/// The default translation of MIDI 2.0 channel messages to MIDI 1.0.
@Suite struct MIDI1TranslationTests {
  private func bytes(_ word0: UInt32, _ word1: UInt32) -> [[UInt8]] {
    ChannelMessage(word0: word0, word1: word1).midi1.map { [$0.port, $0.status, $0.data1, $0.data2] }
  }

  @Test func midi1MessagesStayThemselves() {
    let message = ChannelMessage(status: 0x93, 60, 0, port: 5)
    #expect(Array(message.midi1) == [message])
    #expect(!message.isMIDI2)
  }

  @Test func notesAndPressure() {
    #expect(bytes(0x4390_3C00, 0xFFFF_0000) == [[3, 0x90, 60, 127]])
    #expect(bytes(0x4090_3C00, 0x0001_0000) == [[0, 0x90, 60, 1]], "a quiet note is no note-off")
    #expect(bytes(0x4081_3C00, 0x0001_0000) == [[0, 0x81, 60, 0]])
    #expect(bytes(0x40A0_3C00, 0x8000_0000) == [[0, 0xA0, 60, 64]])
    #expect(bytes(0x40D2_0000, 0xFFFF_FFFF) == [[0, 0xD2, 127, 0]])
  }

  @Test func pitchBendIsFourteenBits() {
    for value: UInt32 in [0, 1, 0x1FFF, 0x2000, 0x2001, 0x3FFF] {
      let messages = ChannelMessage(word0: 0x40E0_0000, word1: value << 18).midi1
      #expect(messages.count == 1 && messages[0].pitchBend == Int(value))
    }
  }

  @Test func controllersAndParameters() {
    #expect(bytes(0x40B0_0700, 0x8000_0000) == [[0, 0xB0, 7, 64]])
    for replaced: UInt32 in [0, 6, 32, 38, 98, 99, 100, 101] { #expect(bytes(0x40B0_0000 | replaced << 8, 9).isEmpty) }
    #expect(bytes(0x4020_0002, 0x1804_0000).map { $0[2...] } == [[101, 0], [100, 2], [6, 12], [38, 1]])
    #expect(bytes(0x4F3F_0102, 0).map { $0[2...] } == [[99, 1], [98, 2], [6, 0], [38, 0]])
    #expect(bytes(0x4F3F_0102, 0).allSatisfy { $0[0] == 15 && $0[1] == 0xBF })
  }

  @Test func programWithAndWithoutBank() {
    #expect(bytes(0x40C1_0000, 0x0500_0102) == [[0, 0xC1, 5, 0]])
    #expect(bytes(0x40C1_0001, 0x0500_7902) == [[0, 0xB1, 0, 0x79], [0, 0xB1, 32, 2], [0, 0xC1, 5, 0]])
  }

  @Test func whatMIDI1CannotSayIsNothing() {
    for status: UInt32 in [0x00, 0x10, 0x40, 0x50, 0x60, 0x70, 0xF0] {
      #expect(bytes(0x4000_0000 | status << 16, 1).isEmpty)
    }
  }
}
