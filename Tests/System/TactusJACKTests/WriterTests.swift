import CJACK
import TactusJACK
import TactusMIDI
import TactusRender
import TestSupport
import Testing

/// The contents of a MIDI output, and what happens to messages for which there is no room.
@Suite final class WriterTests {
  private let server = SimulatedServer()
  private let port: OpaquePointer
  private let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: JACKMIDIWriter.capacity)
  private var writer: JACKMIDIWriter

  init() {
    port = server.addPort()
    writer = JACKMIDIWriter(bytes)
  }

  deinit { bytes.deallocate() }

  private var buffer: UnsafeMutablePointer<SimulatedServer.Buffer> { UnsafeMutablePointer(port) }

  /// Runs a cycle; returns whether there was room for each message, and the port's events afterwards.
  private func cycle(_ messages: [ChannelMessage], room: UInt32 = 64) -> (hasRoom: [Bool], sent: [[UInt8]]) {
    buffer.pointee.room = room
    server.send([], to: port)
    let memory = UnsafeMutableRawPointer(buffer.pointee.audio)
    writer.makeUp(in: memory, server.functions)
    let hasRoom = messages.map { writer.write(.init(offset: 3, message: $0), to: memory, server.functions) }
    return (hasRoom, server.events(of: port).map(\.bytes))
  }

  @Test func anEndOfNotesThatFindsNoRoomIsMadeUpFor() {
    let first = cycle([.noteOn(60), .noteOff(60, channel: 2), .noteOff(61, channel: 5)], room: 1)
    #expect(first.hasRoom == [true, false, false])
    #expect(cycle([], room: 1).sent == [[0xB2, 123, 0]])
    #expect(cycle([.noteOn(62)]).sent == [[0xB5, 123, 0], [0x90, 62, 127]])
    #expect(cycle([]).sent.isEmpty)
    #expect(cycle([.noteOn(60)], room: 0).hasRoom == [false])
    #expect(cycle([]).sent.isEmpty)
  }

  @Test func aPedalsReleaseThatFindsNoRoomIsMadeUpFor() {
    let pedals: [ChannelMessage] = [
      .controller(64, 0, channel: 3), .controller(66, 0, channel: 4), .controller(64, 127, channel: 5),
      .controller(7, 0, channel: 6),
    ]
    #expect(cycle(pedals, room: 0).hasRoom == [false, false, false, false])
    #expect(cycle([], room: 1).sent == [[0xB3, 64, 0]])
    #expect(cycle([]).sent == [[0xB4, 66, 0]])
    #expect(cycle([]).sent.isEmpty)
  }

  @Test func aClocksStopIsMadeUpFor() {
    let stop = ChannelMessage(word0: 0x10FC_0000, word1: 0)
    #expect(cycle([stop], room: 0).hasRoom == [false])
    #expect(cycle([], room: 0).sent.isEmpty)
    #expect(cycle([]).sent == [[0xFC]])
    #expect(cycle([]).sent.isEmpty)
  }

  @Test func aMessageOfMIDI2IsSomeEvents() {
    let program = ChannelMessage(word0: 0x40C1_0001, word1: 0x3000_0203)
    #expect(cycle([program]).sent == [[0xB1, 0, 2], [0xB1, 32, 3], [0xC1, 0x30]])
  }

  @Test func realTimeDoesNotCutSystemExclusive() {
    let packets = [
      ChannelMessage(word0: 0x3016_7E7F, word1: 0x0901_0203), ChannelMessage(word0: 0x10F8_0000, word1: 0),
      ChannelMessage(word0: 0x3031_0400, word1: 0),
    ]
    #expect(cycle(packets).sent == [[0xF8], [0xF0, 0x7E, 0x7F, 9, 1, 2, 3, 4, 0xF7]])
    #expect(cycle([packets[0], .noteOn(60), packets[2]]).sent == [[0x90, 60, 127]])
  }
}
