import TactusMIDI
import TestSupport
import Testing

/// An assembler, and the messages that it has completed.
private final class Collector {
  var assembler: ExclusiveAssembler
  private(set) var messages: [(kind: ExclusiveAssembler.Kind, group: UInt8, bytes: [UInt8])] = []
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private let slots: UnsafeMutableBufferPointer<ExclusiveAssembler.Slot>

  init(room: Int = 64, slots count: Int = 16) {
    memory = .allocate(capacity: room * count)
    memory.initialize(repeating: 0)
    slots = .allocate(capacity: count)
    slots.initialize(repeating: .init())
    assembler = ExclusiveAssembler(memory: memory, slots: slots)
  }

  deinit {
    memory.deallocate()
    slots.deallocate()
  }

  @discardableResult func take(_ packets: some Sequence<UniversalPacket>) -> Collector {
    for packet in packets {
      if let message = assembler.take(packet) { messages.append((message.kind, message.group, Array(message.bytes))) }
    }
    return self
  }

  @discardableResult func take(_ messages: some Sequence<ChannelMessage>) -> Collector {
    take(messages.map { UniversalPacket($0) })
  }

  var bytes: [[UInt8]] { messages.map(\.bytes) }
}

@Suite struct ExclusiveAssemblerTests {
  private func packet(_ form: UInt32, _ bytes: [UInt8], group: UInt32 = 0, count: UInt32? = nil) -> UniversalPacket {
    var words: UInt64 = 0
    for (index, byte) in bytes.enumerated() { words |= UInt64(byte) << UInt64(40 - 8 * index) }
    let head = 0x3000_0000 | group << 24 | form << 20 | (count ?? UInt32(bytes.count)) << 16
    return UniversalPacket(head | UInt32(words >> 32), UInt32(truncatingIfNeeded: words))
  }

  /// The packets of eight-bit data.
  private func eightBits(_ data: [UInt8], stream: UInt8, group: UInt32 = 0) -> [UniversalPacket] {
    let parts = stride(from: 0, to: max(1, data.count), by: 13).map { Array(data[$0..<min(data.count, $0 + 13)]) }
    return parts.enumerated().map { index, part in
      let form: UInt32 = parts.count == 1 ? 0 : index == 0 ? 1 : index == parts.count - 1 ? 3 : 2
      let bytes = [stream] + part + Array(repeating: 0, count: 13 - part.count)
      let words = (0..<3).map { row in
        (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[2 + row * 4 + $1]) }
      }
      let head = 0x5000_0000 | group << 24 | form << 20 | UInt32(part.count + 1) << 16
      return UniversalPacket(head | UInt32(bytes[0]) << 8 | UInt32(bytes[1]), words[0], words[1], words[2])
    }
  }

  @Test func allLengthsOnAllGroups() {
    for length in 1...60 {
      let data = (0..<length).map { UInt8($0 * 7 & 127) }
      let collector = Collector().take(SystemExclusivePackets(data, port: UInt8(length % 16)))
      #expect(collector.bytes == [data] && collector.messages[0].group == UInt8(length % 16))
      #expect(!collector.assembler.isIncomplete)
    }
  }

  @Test func emptyPacketsAreLawful() {
    #expect(Collector().take([packet(0, [])]).bytes == [[]])
    #expect(Collector().take([packet(1, []), packet(2, []), packet(2, [5]), packet(3, [])]).bytes == [[5]])
  }

  @Test func otherMessagesBetweenPacketsChangeNothing() {
    let packets = SystemExclusivePackets(Array(1...20)).flatMap {
      [$0, ChannelMessage(system: 0xF8), .noteOn(60), ChannelMessage(word0: 0x0010_1234, word1: 0)]
    }
    #expect(Collector().take(packets).bytes == [Array(1...20)])
  }

  @Test func groupsDoNotDisturbEachOther() {
    let first = Array(SystemExclusivePackets(Array(1...20), port: 1))
    let second = Array(SystemExclusivePackets(Array(21...40), port: 2))
    let mixed = zip(first, second).flatMap { [$0, $1] }
    #expect(Collector().take(mixed).bytes == [Array(1...20), Array(21...40)])
  }

  @Test func cutStrayAndMalformed() {
    let cut = Collector().take([packet(1, [1]), packet(1, [2]), packet(3, [3])])
    #expect(cut.bytes == [[2, 3]] && cut.assembler.truncatedMessages == 1)
    let whole = Collector().take([packet(1, [1]), packet(0, [9]), packet(3, [3])])
    #expect(whole.bytes == [[9]] && whole.assembler.truncatedMessages == 1 && whole.assembler.strayPackets == 1)
    let stray = Collector().take([packet(2, [1]), packet(3, [2])])
    #expect(stray.bytes.isEmpty && stray.assembler.strayPackets == 2)
    // a count above six, an undefined form, a byte of eight bits: the message is dropped
    for wrong in [packet(2, [1], count: 7), packet(2, [1], count: 15), packet(4, [1]), packet(2, [0x80])] {
      let spoilt = Collector().take([packet(1, [1]), wrong, packet(3, [3]), packet(0, [4])])
      #expect(spoilt.bytes == [[4]] && spoilt.assembler.malformedPackets == 1 && spoilt.assembler.strayPackets == 0)
    }
  }

  @Test func aMalformedLastPacketEndsItsMessage() {
    for wrong in [packet(3, [1], count: 7), packet(3, [0x80]), packet(0, [1], count: 9)] {
      let spoilt = Collector().take([packet(1, [1]), wrong])
      #expect(spoilt.bytes.isEmpty && !spoilt.assembler.isIncomplete && spoilt.assembler.malformedPackets == 1)
      spoilt.take([packet(2, [2]), packet(3, [3])])
      #expect(spoilt.bytes.isEmpty && spoilt.assembler.strayPackets == 2)
    }
  }

  @Test func memoryIsBounded() {
    let long = Collector(room: 64).take(SystemExclusivePackets([UInt8](repeating: 1, count: 65)))
    #expect(long.bytes.isEmpty && long.assembler.overflows == 1)
    #expect(long.take(SystemExclusivePackets([UInt8](repeating: 2, count: 64))).bytes.count == 1)
    // more open messages than slots: the one that has been inactive longest is dropped
    let few = Collector(slots: 2)
    few.take([packet(1, [1], group: 1), packet(1, [2], group: 2), packet(2, [1], group: 1), packet(1, [3], group: 3)])
    few.take([packet(3, [9], group: 2), packet(3, [9], group: 1), packet(3, [9], group: 3)])
    #expect(
      few.bytes == [[1, 1, 9], [3, 9]] && few.assembler.truncatedMessages == 1 && few.assembler.strayPackets == 1)
    let none = Collector(slots: 0)
    #expect(none.take([packet(0, [1]), packet(2, [1])]).bytes.isEmpty && none.assembler.overflows == 1)
  }

  @Test func eightBitStreams() {
    let (first, second) = ((0...255).map { UInt8($0) }, (0..<40).map { UInt8(255 - $0) })
    let packets = zip(eightBits(first, stream: 0), eightBits(second, stream: 200) + eightBits([], stream: 3))
    let collector = Collector(room: 512).take(packets.flatMap { [$0, $1] })
    collector.take(eightBits(first, stream: 0).dropFirst(min(5, 20)).map { $0 })
    #expect(collector.messages.first?.kind == .eightBits(stream: 200) && collector.bytes.first == second)
    for length in 0..<45 {
      let data = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37) }
      let collector = Collector().take(eightBits(data, stream: UInt8(length), group: 5))
      #expect(collector.bytes == [data] && collector.messages[0].group == 5)
      #expect(collector.messages[0].kind == .eightBits(stream: UInt8(length)))
    }
    let wrong = Collector().take([UniversalPacket(0x5000_0100), UniversalPacket(0x500F_0100)])
    #expect(wrong.bytes.isEmpty && wrong.assembler.malformedPackets == 2)
  }

  @Test func mixedDataSets() {
    // a chunk of 20 bytes: a header of 16, two packets of 16 bytes each, of which the last has 6 + 2
    let header = UniversalPacket(0x5383_0028, 0x0002_0001, 0x0041_0102, 0x0304_0506)
    let payload = (0..<2).map { UniversalPacket(0x5393_1122, 0x3344_5566, 0x7788_99AA, 0xBBCC_DDE0 + UInt32($0)) }
    let collector = Collector().take([header] + payload)
    #expect(collector.messages.map(\.kind) == [.mixedData(set: 3, chunk: 1, of: 2)])
    let bytes: [UInt8] = [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xE0]
    #expect(collector.bytes == [[0x00, 0x41, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06] + bytes + bytes.prefix(6)])
    #expect(Collector().take([payload[0]]).assembler.strayPackets == 1)
    #expect(Collector().take([UniversalPacket(0x5380_0010)]).bytes.map(\.count) == [8], "a chunk without payload")
  }

  /// Any packets: nothing traps, and the output is not longer than the input.
  @Test func anyPackets() {
    for seed in 0..<UInt64(rounds(200)) {
      var random = SeededGenerator(seed: seed)
      let collector = Collector(room: 40, slots: 3)
      for _ in 0..<200 {
        let type: UInt32 = Bool.random(using: &random) ? 3 : 5
        let head = type << 28 | UInt32.random(in: 0...0x03FF_FFFF, using: &random)
        let words = (0..<3).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) & 0x7F7F_7F7F }
        collector.take([UniversalPacket(head & 0xFFBF_7F7F, words[0], words[1], words[2])])
      }
      #expect(collector.bytes.allSatisfy { $0.count <= 40 }, "seed \(seed)")
    }
  }
}
