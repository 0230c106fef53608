import TactusMIDI
import TestSupport
import Testing

/// System-exclusive messages cut into packets.
@Suite struct SystemExclusivePacketTests {
  @Test func words() {
    let short = Array(SystemExclusivePackets([0x7E, 0x7F, 9, 1]))
    #expect(short == [ChannelMessage(word0: 0x3004_7E7F, word1: 0x0901_0000)])
    #expect(short[0].isSystemExclusive && short[0].packetForm == .whole && short[0].kind == nil)
    let long = Array(SystemExclusivePackets(Array(1...13), port: 5))
    #expect(
      long == [
        ChannelMessage(word0: 0x3516_0102, word1: 0x0304_0506), ChannelMessage(word0: 0x3526_0708, word1: 0x090A_0B0C),
        ChannelMessage(word0: 0x3531_0D00, word1: 0),
      ])
    #expect(long.map(\.packetForm) == [.start, .middle, .end] && long.allSatisfy { $0.port == 5 })
    #expect(short[0].description == "system exclusive 7E 7F 09 01")
    #expect(!ChannelMessage.noteOn(60).isSystemExclusive)
  }

  /// Law: the packets' bytes are the message's, and there are as many as `count` says.
  @Test func nothingIsLost() {
    for length in 0...40 {
      let bytes = (0..<length).map { UInt8($0 * 37 & 127) }
      let packets = Array(SystemExclusivePackets(bytes))
      #expect(packets.flatMap { packet in (0..<packet.packetByteCount).map { packet.packetByte($0) } } == bytes)
      #expect(packets.count == SystemExclusivePackets<[UInt8]>.count(bytes: length))
    }
  }

  /// Packets that declare too many bytes, and undefined forms.
  @Test func wrongPackets() {
    let wrong = ChannelMessage(word0: 0x305F_FFFF, word1: 0xFFFF_FFFF)
    #expect(wrong.packetByteCount == 6 && wrong.packetForm == nil && wrong.packetByte(5) == 127)
  }
}
