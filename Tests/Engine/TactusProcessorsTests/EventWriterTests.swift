import TactusMIDI
import TactusProcessors
import TactusRender
import Testing

@Suite("Event writer") struct EventWriterTests {
  /// A writer over a buffer, with room for eight events by default.
  private func write(
    _ memory: OutputMemory = OutputMemory(mostPassed: 4), capacity: Int = 8, sounding: Int = 0,
    _ body: (inout EventWriter) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: TimedEvent.self, capacity: 64) { buffer in
      var writer = EventWriter(
        buffer.baseAddress!, capacity: capacity, sounding: sounding, frames: 16, memory: memory.state)
      body(&writer)
    }
  }

  @Test("what follows a packet that was dropped is dropped until the next start, in later cycles too")
  func exclusiveMessages() {
    func packet(_ form: UInt32, port: UInt32 = 0) -> ChannelMessage {
      ChannelMessage(word0: 0x3001_0100 | port << 24 | form << 20, word1: 0)
    }
    let memory = OutputMemory(mostPassed: 4)
    write(memory, capacity: 1) { writer in
      for form: UInt32 in [1, 2] { writer.write(packet(form), at: 0) }
      #expect(writer.dropped == 1)
    }
    write(memory) { writer in
      for message in [packet(2), packet(3, port: 1), packet(3), packet(1), packet(3)] { writer.write(message, at: 0) }
      let written = writer.events.map(\.message)
      #expect(written == [packet(3, port: 1), packet(1), packet(3)])
      #expect(writer.dropped == 2)
    }
    write(memory) { writer in
      writer.write(packet(2), at: 0)
      #expect(writer.dropped == 0)
    }
  }

  @Test("keeps room for the note-offs of all that sounds")
  func room() {
    write(sounding: 2) { writer in
      for key: UInt8 in 0..<5 { writer.write(ChannelMessage(status: 0x90, key, 100), at: 3) }
      #expect(writer.count == 3)
      #expect(writer.dropped == 2)
      for key: UInt8 in 0..<5 {
        let fits = writer.write(ChannelMessage(status: 0x80, key, 64), at: 3)
        #expect(fits)
      }
    }
  }

  private func on(_ key: UInt8) -> ChannelMessage { ChannelMessage(status: 0x90, key, 100) }
  private func off(_ key: UInt8) -> ChannelMessage { ChannelMessage(status: 0x80, key, 64) }

  @Test("the note-off of a note that was left out is left out too, in later cycles as well")
  func refusedNotes() {
    let memory = OutputMemory(mostPassed: 4)
    write(memory, capacity: 2) { writer in
      for key: UInt8 in [60, 61] { writer.pass(on(key), at: 0) }
      #expect(writer.events.map(\.message) == [on(60)])
      #expect(writer.dropped == 1)
    }
    write(memory) { writer in
      for key: UInt8 in [61, 61, 60, 60] { writer.pass(off(key), at: 0) }
      let written = writer.events.map(\.message)
      #expect(written == [off(61), off(60), off(60)], "the first note-off of 61 is left out")
      #expect(writer.dropped == 0)
    }
  }

  @Test("of one key, what sounds ends before what was left out")
  func refusedNotesOfOneKey() {
    let memory = OutputMemory(mostPassed: 4)
    write(memory, capacity: 2) { writer in
      for _ in 0..<2 { writer.pass(on(60), at: 0) }
      writer.pass(off(60), at: 1)
      writer.pass(off(60), at: 2)
      #expect(writer.events.map(\.message) == [on(60), off(60)])
    }
  }

  @Test("keeps room for the note-offs of notes that have passed, and lets no more pass than it can end")
  func roomForPassedNotes() {
    let memory = OutputMemory(mostPassed: 4)
    write(memory) { writer in
      for key: UInt8 in 0..<3 { writer.pass(on(key), at: 0) }
    }
    write(memory) { writer in
      for _ in 0..<8 { writer.pass(ChannelMessage(status: 0xB0, 1, 1), at: 0) }
      for key: UInt8 in 0..<3 { writer.pass(off(key), at: 1) }
      #expect(writer.events.map(\.message).suffix(3) == [off(0), off(1), off(2)])
      #expect(writer.dropped == 3)
    }
    write(memory, capacity: 8) { writer in
      writer.pass(on(1), at: 0)
      writer.pass(ChannelMessage(status: 0xB0, 123, 0), at: 0)
      writer.pass(off(1), at: 0)
      #expect(writer.count == 3, "it may end nothing any more, but it passes")
    }
    for cycle in 0..<3 {
      write(memory) { writer in
        for key: UInt8 in 0..<2 { writer.pass(on(UInt8(cycle * 2) + key), at: 0) }
        #expect(writer.dropped == (cycle < 2 ? 0 : 2))
      }
    }
  }

  @Test("if there is no room for a message that ends all notes, the notes that have passed get note-offs")
  func endOfAllWithoutRoom() {
    let memory = OutputMemory(mostPassed: 4)
    write(memory) { writer in
      for key: UInt8 in [3, 1, 3] { writer.pass(on(key), at: 0) }
    }
    write(memory) { writer in
      while writer.dropped == 0 { writer.pass(ChannelMessage(status: 0xB0, 1, 1), at: 0) }
      writer.pass(ChannelMessage(status: 0xB0, 123, 0), at: 2)
      #expect(writer.events.map(\.message).suffix(3) == [off(1), off(3), off(3)])
      #expect(writer.events.last?.offset == 2)
      #expect(writer.dropped == 2)
      writer.pass(ChannelMessage(status: 0xB1, 123, 0), at: 3)
      #expect(writer.events.last?.offset == 2, "no note of this channel has passed")
    }
    write(memory) { writer in
      for key: UInt8 in 0..<4 { writer.pass(on(key), at: 0) }
      #expect(writer.dropped == 0, "the ended notes take no room")
    }
  }

  @Test("notes that nobody ends do not take the room of others")
  func notesWithoutEnds() {
    let memory = OutputMemory(mostPassed: 20)
    for _ in 0..<100 {
      write(memory, capacity: 32) { writer in
        writer.pass(on(36), at: 0)
        #expect(writer.dropped == 0)
      }
    }
    write(memory, capacity: 32) { writer in
      writer.pass(on(60), at: 0)
      writer.pass(off(60), at: 0)
      #expect(writer.dropped == 0)
    }
  }

  @Test("moves offsets into the cycle and never back")
  func offsets() {
    write { writer in
      for offset: Int32 in [-3, 5, 4, 99] { writer.write(ChannelMessage(status: 0xB0, 1, 1), at: offset) }
      #expect(writer.events.map(\.offset) == [0, 5, 5, 15])
    }
  }
}
