import TactusCoreAudio
import TactusMIDI
import TestSupport
import Testing

@Suite struct EventListTests {
  /// Reads words as a list; they lie at the end of memory that is exactly as long.
  private func read(_ words: [UInt32]) -> (packets: [(UInt64, UniversalPacket)], malformed: Int) {
    words.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return ([], 0) }
      var (reader, packets) = (EventListReader(base), [(UInt64, UniversalPacket)]())
      while let packet = reader.next() { packets.append((reader.time, packet)) }
      return (packets, reader.malformed)
    }
  }

  @Test("read(write(x)) = x, for any messages, in as many lists as it takes") func inverse() {
    var random = SeededGenerator(seed: seed(of: "inverse"))
    for _ in 0..<rounds(20) {
      let capacity = Int.random(in: 7...400, using: &random)
      let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
      defer { memory.deallocate() }
      var writer = EventListWriter(memory, capacity: capacity, protocolID: 1)
      var (written, found): ([String], [String]) = ([], [])
      var time: UInt64 = 1
      func take() {
        var reader = EventListReader(writer.list)
        while let packet = reader.next() { found.append("\(reader.time) \(packet)") }
        #expect(reader.malformed == 0)
        writer.reset()
      }
      for _ in 0..<300 {
        if Bool.random(using: &random) { time += UInt64.random(in: 0...1 << 40, using: &random) }
        let type = UInt32.random(in: 1...4, using: &random)
        let message = ChannelMessage(
          word0: type << 28 | UInt32.random(in: 0..<1 << 28, using: &random),
          word1: type < 3 ? 0 : UInt32.random(in: .min ... .max, using: &random))
        if !writer.add(message, at: time) {
          take()
          let isWritten = writer.add(message, at: time)
          #expect(isWritten)
        }
        written.append("\(time) \(UniversalPacket(message))")
      }
      take()
      #expect(found == written)
    }
  }

  @Test("One system-exclusive message has a packet of its own, and no more than 64 words") func exclusive() {
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: 1_000)
    defer { memory.deallocate() }
    var writer = EventListWriter(memory, capacity: 1_000, protocolID: 1)
    let note = [ChannelMessage(status: 0x90, 60, 1)]
    let long = Array(SystemExclusivePackets([UInt8](repeating: 1, count: 6 * 40)))
    let short = Array(SystemExclusivePackets([1, 2]))
    let counts = [note, note, long, short, short, note].map { messages in
      for message in messages where !writer.add(message, at: 9) { Issue.record("there is room") }
      return writer.packetCount
    }
    #expect(counts == [1, 1, 3, 4, 5, 6])
  }

  @Test("What is not whole is counted and left out, and nothing is read after the end") func malformed() {
    #expect(read([1, 0]).packets.isEmpty)
    let cut = read([1, 2, 5, 0, 2, 0x2090_3C40, 0x4090_3C00, 6, 0, 1, 0x2080_3C40])
    #expect(cut.packets.map(\.0) == [5, 6])
    #expect(cut.malformed == 1)
    let tooLong = read([1, 2, 5, 0, 65, 0x2090_3C40])
    #expect(tooLong.packets.isEmpty && tooLong.malformed == 1)
    let empty = read([1, 3, 5, 0, 0, 6, 0, 0, 7, 1, 1, 0x2090_3C40])
    #expect(empty.packets.map(\.0) == [7 | 1 << 32])
  }
}
