import TactusMIDI
import TactusProcessors
import TactusRender
import Testing

@Suite("Event writer") struct EventWriterTests {
  /// A writer over a buffer of eight events.
  private func write(
    capacity: Int = 8, sounding: Int = 0, gate: ExclusiveGate = ExclusiveGate(), _ body: (inout EventWriter) -> Void
  ) -> ExclusiveGate {
    withUnsafeTemporaryAllocation(of: TimedEvent.self, capacity: 8) { memory in
      var gate = gate
      withUnsafeMutablePointer(to: &gate) { gate in
        var writer = EventWriter(memory.baseAddress!, capacity: capacity, sounding: sounding, frames: 16, gate: gate)
        body(&writer)
      }
      return gate
    }
  }

  @Test("what follows a packet that was dropped is dropped until the next start, in later cycles too")
  func exclusiveMessages() {
    func packet(_ form: UInt32, port: UInt32 = 0) -> ChannelMessage {
      ChannelMessage(word0: 0x3001_0100 | port << 24 | form << 20, word1: 0)
    }
    let gate = write(capacity: 1) { writer in
      for form: UInt32 in [1, 2] { writer.write(packet(form), at: 0) }
      #expect(writer.dropped == 1)
    }
    let healed = write(gate: gate) { writer in
      for message in [packet(2), packet(3, port: 1), packet(3), packet(1), packet(3)] { writer.write(message, at: 0) }
      let written = writer.events.map(\.message)
      #expect(written == [packet(3, port: 1), packet(1), packet(3)])
      #expect(writer.dropped == 2)
    }
    _ = write(gate: healed) { writer in
      writer.write(packet(2), at: 0)
      #expect(writer.dropped == 0)
    }
  }

  @Test("keeps room for the note-offs of all that sounds")
  func room() {
    _ = write(sounding: 2) { writer in
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
    _ = write { writer in
      for offset: Int32 in [-3, 5, 4, 99] { writer.write(ChannelMessage(status: 0xB0, 1, 1), at: offset) }
      #expect(writer.events.map(\.offset) == [0, 5, 5, 15])
    }
  }
}
