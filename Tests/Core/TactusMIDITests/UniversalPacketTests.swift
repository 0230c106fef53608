import TactusMIDI
import TestSupport
import Testing

@Suite struct UniversalPacketTests {
  @Test func wordCountsOfAllTypes() {
    let counts = [1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4]
    for (type, count) in counts.enumerated() {
      #expect(UniversalPacket.wordCount(first: UInt32(type) << 28 | 0x0FFF_FFFF) == count)
      #expect(UniversalPacket(UInt32(type) << 28, 1, 2, 3).wordCount == count)
    }
  }

  private func packets(_ words: [UInt32]) -> (packets: [UniversalPacket], left: Int) {
    words.withUnsafeBufferPointer {
      var iterator = UniversalPackets($0)
      var packets: [UniversalPacket] = []
      while let packet = iterator.next() { packets.append(packet) }
      return (packets, iterator.wordsLeft)
    }
  }

  /// Packets of every type, known or not, are returned with unchanged words; truncation is reported.
  @Test func everyRowOfWordsIsWalkedThrough() {
    for seed in 0..<UInt64(rounds(500)) {
      var random = SeededGenerator(seed: seed)
      let words = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        UInt32.random(in: 0...UInt32.max, using: &random)
      }
      let (packets, left) = packets(words)
      let given = packets.flatMap { packet in (0..<packet.wordCount).map { packet.word($0) } }
      #expect(given == Array(words.dropLast(left)), "seed \(seed)")
      #expect(left < 4, "seed \(seed)")
      if left > 0 { #expect(UniversalPacket.wordCount(first: words[words.count - left]) > left) }
    }
  }

  @Test func messagesAndBytes() {
    let note = ChannelMessage(word0: 0x4790_3C00, word1: 0x8000_0000)
    #expect(UniversalPacket(note).message == note && UniversalPacket(note).group == 7)
    #expect(UniversalPacket(0x0010_1234).message == nil && !UniversalPacket(0x0F10_1234).hasGroup)
    #expect(UniversalPacket(0x0F10_1234).group == 0 && UniversalPacket(0xFF00_0000).group == 0)
    #expect(UniversalPacket(0xD310_0000).message == nil && UniversalPacket(0xD310_0000).group == 3)
    let packet = UniversalPacket(0x5001_0203, 0x0405_0607, 0x0809_0A0B, 0x0C0D_0E0F)
    #expect((1..<16).allSatisfy { packet.byte($0) == UInt8($0) } && packet.byte(16) == 0)
  }

  @Test func utilityMessages() {
    let messages: [(UInt32, UtilityMessage)] = [
      (0x0000_0000, .noOperation), (0x0010_1234, .clock(0x1234)), (0x0020_FFFF, .timestamp(0xFFFF)),
      (0x0030_01E0, .ticksPerQuarter(480)), (0x004F_FFFF, .delta(0xF_FFFF)),
    ]
    for (word, message) in messages {
      #expect(UtilityMessage(UniversalPacket(word)) == message && message.packet.word0 == word)
    }
    #expect(UtilityMessage(UniversalPacket(0x0050_0000)) == nil && UtilityMessage(UniversalPacket(0x1010_0000)) == nil)
    #expect(UtilityMessage.delta(.max).packet.word0 == 0x004F_FFFF)
  }

  @Test func wordsForPeople() {
    func words(_ word0: UInt32, _ word1: UInt32 = 0, _ word2: UInt32 = 0, _ word3: UInt32 = 0) -> String {
      PacketName.words(of: UniversalPacket(word0, word1, word2, word3))
    }
    #expect(words(0x0030_01E0) == "480 ticks a quarter note")
    #expect(words(0x2090_3C64) == "ch 1 note on C4 (60) velocity 100")
    #expect(words(0x4190_3C00, 0x8000_0000) == "port 2 ch 1 note on C4 (60) velocity 32768")
    #expect(words(0x40C0_0001, 0x1800_0102) == "ch 1 program 24 Acoustic Guitar (nylon) of bank 1/2")
    #expect(words(0x4020_0000, 5) == "ch 1 RPN 0/0 pitch bend range = 5")
    #expect(words(0x10F8_0000) == "clock")
    #expect(words(0xD010_0000, 50_000_000) == "tempo 120 bpm")
    #expect(words(0xD010_0000, 60_000_100) == "tempo 100 bpm" && words(0xD010_0000, 0) == "tempo unknown bpm")
    #expect(words(0xD010_0001, 0x0302_1800) == "meter 3/2^2")
    #expect(
      words(0xD050_0102, 0x4869_0000) == "ch 1 title \"Hi\" … (first)"
        || words(0xD010_0102, 0x4869_0000) == "title \"Hi\"")
    #expect(words(0xF020_0000) == "start of clip" && words(0xF021_0000) == "end of clip")
    #expect(words(0xF003_5461, 0x6374_7573) == "endpoint name \"Tactus\"")
    #expect(words(0xF000_0101, 0x1F) == "endpoint discovery, UMP version 1.1")
    #expect(
      words(0xF002_0000, 0x0041_0000, 0x4202_0100, 0x0001_0203)
        == "device identity: Roland family 322 model 1 version 0.1.2.3")
    #expect(words(0xB000_0000) == "packet of type B, which is not defined")
    #expect(words(0x5004_0102, 0x0304_0000) == "eight-bit data, stream 1: 02 03 04")
  }

  /// No words trap, whatever the packet.
  @Test func wordsOfAnything() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<rounds(5_000) {
      let words = (0..<4).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
      #expect(!PacketName.words(of: UniversalPacket(words[0], words[1], words[2], words[3])).isEmpty)
    }
  }
}
