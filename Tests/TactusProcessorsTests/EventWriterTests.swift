import TactusMIDI
import TactusProcessors
import TactusRender
import Testing

@Suite("Event writer") struct EventWriterTests {
  @Test("keeps room for the note-offs of all that sounds")
  func room() {
    withUnsafeTemporaryAllocation(of: TimedEvent.self, capacity: 8) { memory in
      var writer = EventWriter(memory.baseAddress!, capacity: 8, sounding: 2, frames: 16)
      for key: UInt8 in 0..<5 { writer.write(ChannelMessage(status: 0x90, key, 100), at: 3) }
      #expect(writer.count == 3)
      #expect(writer.dropped == 2)
      for key: UInt8 in 0..<5 {
        let fits = writer.write(ChannelMessage(status: 0x80, key, 64), at: 3)
        #expect(fits)
      }
    }
  }

  @Test("moves offsets into the cycle and never back")
  func offsets() {
    withUnsafeTemporaryAllocation(of: TimedEvent.self, capacity: 8) { memory in
      var writer = EventWriter(memory.baseAddress!, capacity: 8, sounding: 0, frames: 16)
      for offset: Int32 in [-3, 5, 4, 99] { writer.write(ChannelMessage(status: 0xB0, 1, 1), at: offset) }
      #expect(writer.events.map(\.offset) == [0, 5, 5, 15])
    }
  }
}
