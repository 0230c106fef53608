import TactusMIDI
import TestSupport
import Testing

@Suite struct MIDIStreamWriterTests {
  private func bytes(_ messages: [ChannelMessage], running: Bool = false) -> [UInt8] {
    var writer = MIDIStreamWriter(usesRunningStatus: running)
    return messages.flatMap { Array(writer.bytes(of: $0)) }
  }

  private func parsed(_ bytes: [UInt8]) -> [ChannelMessage] {
    let listener = Listener(room: 4_096)
    listener.parser.convertsZeroVelocities = false
    return listener.take(bytes).values
  }

  @Test func knownBytes() {
    let messages = [
      ChannelMessage.noteOn(60, 100), .noteOn(64, 0), ChannelMessage(system: 0xF8), .noteOn(67, 1), .program(5),
      ChannelMessage(system: 0xF2, 1, 2), .program(6),
    ]
    #expect(
      bytes(messages) == [
        0x90, 60, 100, 0x90, 64, 0, 0xF8, 0x90, 67, 1, 0xC0, 5, 0xF2, 1, 2, 0xC0, 6,
      ])
    #expect(
      bytes(messages, running: true) == [0x90, 60, 100, 64, 0, 0xF8, 67, 1, 0xC0, 5, 0xF2, 1, 2, 0xC0, 6])
    let long = Array(SystemExclusivePackets(Array(1...13)))
    #expect(bytes(long) == [0xF0] + (1...13) + [0xF7])
    #expect(bytes([ChannelMessage(word0: 0x3000_0000, word1: 0)]) == [0xF0, 0xF7], "a packet without bytes is lawful")
  }

  @Test func midi2BecomesUpToFourMessages() {
    let parameter = ChannelMessage(word0: 0x4020_0002, word1: 0x1804_0000)
    #expect(bytes([parameter]) == [0xB0, 101, 0, 0xB0, 100, 2, 0xB0, 6, 12, 0xB0, 38, 1])
    #expect(bytes([parameter], running: true) == [0xB0, 101, 0, 100, 2, 6, 12, 38, 1])
    #expect(bytes([ChannelMessage(word0: 0x4060_3C00, word1: 9)]).isEmpty)
  }

  @Test func whatCannotBeSent() {
    var writer = MIDIStreamWriter()
    let packets = Array(SystemExclusivePackets(Array(1...13)))
    #expect(writer.bytes(of: packets[1]).isEmpty && writer.strayPackets == 1)
    #expect(Array(writer.bytes(of: packets[0])) == [0xF0, 1, 2, 3, 4, 5, 6])
    #expect(Array(writer.bytes(of: ChannelMessage(system: 0xF8))) == [0xF8] && writer.truncatedMessages == 0)
    #expect(Array(writer.bytes(of: .noteOn(60, 1))) == [0x90, 60, 1] && writer.truncatedMessages == 1)
    #expect(writer.bytes(of: packets[2]).isEmpty && writer.strayPackets == 2)
    #expect(writer.bytes(of: ChannelMessage(word0: 0x3050_0000, word1: 0)).isEmpty && writer.strayPackets == 3)
    for undefined in [0xF0, 0xF4, 0xF5, 0xF7, 0xF9, 0xFD] as [UInt8] {
      #expect(writer.bytes(of: ChannelMessage(system: undefined)).isEmpty)
    }
    #expect(writer.bytes(of: ChannelMessage(word0: 0x0010_0001, word1: 0)).isEmpty)
  }

  /// parse(write(messages)) = messages, with and without running status; and write(parse(bytes)) = bytes.
  @Test func thereAndBackIsTheSame() {
    for seed in 0..<UInt64(rounds(300)) {
      var random = SeededGenerator(seed: seed)
      let messages = (0..<40).flatMap { _ in random.messages() }
      let plain = bytes(messages)
      let running = bytes(messages, running: true)
      #expect(parsed(plain) == messages, "seed \(seed)")
      #expect(parsed(running) == messages && running.count <= plain.count, "seed \(seed)")
      #expect(bytes(parsed(plain)) == plain && bytes(parsed(running), running: true) == running, "seed \(seed)")
    }
  }
}
