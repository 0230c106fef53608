import CLV2
import TactusLV2Atoms
import TactusMIDI
import TestSupport
import Testing

struct AtomTests {
  /// read(write(events)) = the events that fit, and nothing is written beyond the available room.
  @Test func whatFitsIsReadBack() {
    for seed in 0..<UInt64(rounds(500)) {
      var random = SeededGenerator(seed: seed)
      let memory = SequenceMemory(capacity: Int.random(in: 0...400, using: &random))
      var writer = AtomWriter(memory.sequence, urids)
      var (expected, offset, lost): ([(Int32, [UInt8])], Int32, Int) = ([], 0, 0)
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        offset += Int32.random(in: 0...9, using: &random)
        let bytes = (0..<Int.random(in: 1...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let isWritten = bytes.withUnsafeBytes { bytes in
          bytes.baseAddress.map { writer.write($0, count: bytes.count, type: 77, at: offset) } ?? false
        }
        if isWritten { expected.append((offset, bytes)) } else { lost += 1 }
      }
      #expect(writer.dropped == lost && memory.isIntact, "seed \(seed)")
      let events = memory.events(frameCount: 1_000)
      let isSame = memory.capacity < 8 || events.map(\.bytes) == expected.map(\.1)
      #expect(isSame && (memory.capacity < 8 || events.map(\.offset) == expected.map(\.0)), "seed \(seed)")
    }
  }

  /// With wrong sizes, and times that decrease or are out of range, the events that are read are inside the sequence
  /// and the cycle, in order.
  @Test func noSequenceLeadsOutOfItself() {
    for seed in 0..<UInt64(rounds(2_000)) {
      var random = SeededGenerator(seed: seed)
      let memory = SequenceMemory(capacity: 8 * Int.random(in: 1...40, using: &random))
      var writer = AtomWriter(memory.sequence, urids)
      let note = ChannelMessage(status: 0x90, 60, 100)
      while writer.write(note, at: 0) {}
      let place = UnsafeMutableRawPointer(memory.sequence)
      for _ in 0..<Int.random(in: 0...6, using: &random) where memory.capacity > 8 {
        let number =
          Bool.random(using: &random)
          ? UInt32.random(in: 0...64, using: &random) : .random(in: 0...UInt32.max, using: &random)
        let word = Int.random(in: 4..<memory.capacity / 4 + 2, using: &random)
        place.storeBytes(of: number, toByteOffset: 4 * word, as: UInt32.self)
      }
      var reader = AtomReader(memory.sequence, urids, frameCount: 64)
      var (last, count): (Int32, Int) = (0, 0)
      while let event = reader.next() {
        let start = UnsafeRawPointer(event.body) - UnsafeRawPointer(place)
        #expect(start >= 32 && start + event.size <= 8 + Int(memory.sequence.pointee.atom.size), "seed \(seed)")
        #expect(event.offset >= last && event.offset < 64, "seed \(seed)")
        (last, count) = (event.offset, count + 1)
      }
      #expect(count <= memory.capacity / 16, "seed \(seed)")
    }
  }

  @Test func whatIsNoSequenceHasNoEvents() {
    let memory = SequenceMemory(capacity: 256)
    #expect(memory.events(frameCount: 64).isEmpty)
    var reader = AtomReader(nil, urids, frameCount: 64)
    let event = reader.next()
    #expect(event == nil)
    var writer = AtomWriter(nil, urids)
    let isWritten = writer.write(ChannelMessage(status: 0x90, 60, 100), at: 0)
    #expect(!isWritten)
  }

  @Test func packetsBecomeOneEventOrNone() {
    for length in 1...40 {
      for capacity in [16, 32, 48, 64, 128] {
        let memory = SequenceMemory(capacity: capacity)
        var writer = AtomWriter(memory.sequence, urids)
        let data = (0..<length).map { UInt8($0) }
        for packet in SystemExclusivePackets(data) { writer.write(packet, at: 3) }
        let events = memory.events(frameCount: 64)
        let fits = 8 + 16 + length + 2 <= capacity
        #expect(events.map(\.bytes) == (fits ? [[0xF0] + data + [0xF7]] : []))
        #expect(writer.dropped == (fits ? 0 : 1) && memory.isIntact)
      }
    }
  }

  @Test func aCutMessageIsLeftOut() {
    let memory = SequenceMemory(capacity: 256)
    var writer = AtomWriter(memory.sequence, urids)
    let packets = Array(SystemExclusivePackets([UInt8](repeating: 1, count: 20)))
    writer.write(packets[0], at: 0)
    writer.write(ChannelMessage(status: 0xC3, 7), at: 1)
    for packet in packets.dropFirst() { writer.write(packet, at: 2) }
    writer.write(packets[0], at: 3)
    let events = memory.events(frameCount: 64)
    #expect(events.map(\.bytes) == [[0xC3, 7]] && events.map(\.offset) == [1])
  }

  @Test func numbersOfAllTypesAreRead() throws {
    var bytes = PositionBytes()
    bytes.add(urids.frame, urids.long, Int64(1) << 40)
    bytes.add(urids.speed, urids.float, Float(1))
    bytes.add(urids.beatsPerMinute, urids.double, 133.5)
    bytes.add(12345, urids.double, 1.0)
    bytes.add(urids.bar, urids.int, Int32(7))
    bytes.add(urids.barBeat, urids.float, Float.nan)
    bytes.add(urids.beatUnit, 99, Int32(8))
    bytes.add(urids.beatsPerBar, urids.int, Int32(-3))
    let position = try #require(bytes.position)
    #expect(position.frame == 1 << 40 && position.speed == 1 && position.beatsPerMinute == 133.5 && position.bar == 7)
    #expect(position.barBeat == nil && position.beatUnit == nil && position.beatsPerBar == nil)
    #expect(PositionBytes(kind: 5).position == nil)
  }
}
