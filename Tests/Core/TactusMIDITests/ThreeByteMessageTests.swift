import TactusMIDI
import TestSupport
import Testing

@Suite struct ThreeByteMessageTests {
  /// Every status with its data, there and back.
  @Test func thereAndBackIsTheSame() {
    for status in 0x80...0xFF as ClosedRange<UInt8> {
      let three = ThreeByteMessage(status, 5, 6)
      let isUndefined = [0xF0, 0xF4, 0xF5, 0xF7, 0xF9, 0xFD].contains(status)
      guard let message = three.message(port: 3) else {
        #expect(isUndefined)
        continue
      }
      #expect(!isUndefined && message.port == 3 && message.status == status)
      let back = ThreeByteMessage(message)
      #expect(back?.message(port: 3) == message && back?.status == status)
      let isShort = [0xC0, 0xD0].contains(status & 0xF0) || status == 0xF1 || status == 0xF3
      let isAlone = status > 0xF3
      #expect(back == ThreeByteMessage(status, isAlone ? 0 : 5, isShort || isAlone ? 0 : 6), "filled up with zeros")
    }
  }

  @Test func whatHasNoSuchForm() {
    #expect(ThreeByteMessage(ChannelMessage(word0: 0x4090_3C00, word1: 0)) == nil)
    #expect(ThreeByteMessage(Array(SystemExclusivePackets([1, 2]))[0]) == nil)
    #expect(ThreeByteMessage(0x3C, 1, 2).message() == nil && ThreeByteMessage(0x90, 0x80, 2).message() == nil)
    #expect(ThreeByteMessage(0x90, 1, 0xFF).message() == nil)
    #expect(ThreeByteMessage(0xC0, 1, 0xFF).message() == .program(1), "what does not count may be anything")
  }

  @Test func offsetsStayInTheCycle() {
    func offset(_ list: Int64, _ packet: Int64 = 0, _ count: Int = 512) -> Int {
      ThreeByteMessage.offset(list: list, packet: packet, frameCount: count)
    }
    #expect(
      [offset(0), offset(511), offset(512), offset(-1), offset(100, 20), offset(500, 20)] == [0, 511, 511, 0, 120, 511])
    #expect(offset(-5, 10) == 5 && offset(.max, .max) == 511 && offset(.min, -1) == 0)
    #expect(offset(5, 0, 0) == 0 && offset(5, 0, -3) == 0)
  }
}
