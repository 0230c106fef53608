import TactusDevices
import TactusMIDI
import TestSupport
import Testing

/// A raw device that stops reading: it loses whole messages, and nothing hangs when it reads again.
@Suite final class RawMIDIOutputTests {
  private let pipe: MIDIPipe
  private let output: RawMIDIOutput
  private var writer = MIDIStreamWriter()

  init() throws {
    pipe = try MIDIPipe()
    output = try RawMIDIOutput(pipe.path)
  }

  private func send(_ messages: ChannelMessage...) {
    for message in messages {
      let isOpen = output.send(message, Array(writer.bytes(of: message)))
      #expect(isOpen)
    }
  }

  /// Sends notes until the device takes no more. Returns how many it has taken.
  private func fill(_ most: Int) -> Int {
    var count = 0
    while count < most, !output.isStalled {
      send(.noteOn(60, 100))
      if !output.isStalled { count += 1 }
    }
    return count
  }

  @Test func whatWasLostEndsWhenTheDeviceReadsAgain() {
    let taken = fill(1_000_000)
    #expect(output.isStalled)
    let start = ContinuousClock.now
    for _ in 0..<100 {
      send(.noteOff(60), .controller(64, 127, channel: 3), .noteOn(62, channel: 4), .pitchBend(3, channel: 5))
    }
    send(.controller(64, 0, channel: 2), .controller(123, 0, channel: 1), ChannelMessage(system: 0xFC))
    // waiting for each would take 80 seconds
    #expect(ContinuousClock.now - start < .seconds(40), "only the first message is waited for")
    let before = pipe.bytes
    #expect(before.count == 3 * taken)
    send(.noteOn(65, 90))
    #expect(pipe.bytes == [0xB2, 64, 0, 0xB0, 123, 0, 0xB1, 123, 0, 0xFC, 0x90, 65, 90])
    send(.noteOff(65))
    #expect(pipe.bytes == [0x80, 65, 64] && !output.isStalled)
  }

  /// What hangs ends also if nothing is sent any more.
  @Test func whatWasLostEndsWithoutAnotherMessage() {
    _ = fill(1_000_000)
    send(.noteOff(60, channel: 9))
    output.recover()
    _ = pipe.bytes
    output.recover()
    #expect(pipe.bytes == [0xB9, 123, 0])
  }

  /// A message of which the device has taken a part is completed before anything else.
  @Test func aMessageIsNeverCut() {
    let data = (0..<60_000).map { UInt8($0 % 128) }
    #expect(fill(6_000) == 6_000)
    for packet in SystemExclusivePackets(data) { send(packet) }
    #expect(output.isStalled)
    // another one, which is lost as a whole
    for packet in SystemExclusivePackets(data) { send(packet) }
    send(.noteOn(61), .noteOff(61))
    var bytes = pipe.bytes
    send(.noteOn(62, 1))
    bytes += pipe.bytes
    // a pipe may take the rest in parts
    for _ in 0..<100 {
      output.recover()
      bytes += pipe.bytes
    }
    send(.noteOn(63, 1))
    bytes += pipe.bytes
    let message = [0xF0] + data + [0xF7]
    #expect(Array(bytes.dropFirst(18_000).prefix(message.count)) == message)
    #expect(bytes.suffix(3) == [0x90, 63, 1])
    #expect(bytes.dropFirst(18_000 + message.count).prefix(3) == [0xB0, 123, 0])
  }

  /// Real-time messages may come between the packets of a message that is sent as a whole.
  @Test func realTimeMessagesDoNotWait() {
    let packets = Array(SystemExclusivePackets([1, 2, 3, 4, 5, 6, 7, 8] as [UInt8]))
    send(packets[0], ChannelMessage(system: 0xF8))
    #expect(pipe.bytes == [0xF8])
    send(packets[1])
    #expect(pipe.bytes == [0xF0, 1, 2, 3, 4, 5, 6, 7, 8, 0xF7])
  }
}
