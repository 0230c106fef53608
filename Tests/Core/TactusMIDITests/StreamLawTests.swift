import TactusMIDI
import TestSupport
import Testing

/// Streams that have caused errors in parsers, and the laws that hold for each of them.
@Suite struct StreamLawTests {
  static let streams: [[UInt8]] = [
    [0x90, 0x3C, 0x64, 0xF8, 0x40, 0x7F],
    [0x90, 0x3C, 0xFE, 0x64],
    [0x90, 0x3C, 0x64, 0xF1, 0x25, 0x40, 0x7F],
    [0xF0, 1, 2, 0x90, 0x3C, 0x64],
    [0xF0, 1, 0xF8, 2, 0xF7],
    [0x90, 0x3C, 0xF9, 0x64, 0xFD, 0x40, 0x7F],
    [0x90, 0xF8, 0x3C, 0x64],
    [0xC5, 1, 2, 0xD5, 3],
    [0xF2, 1, 2, 3, 0xF3, 4, 0xF6],
    [0x91, 60, 0, 61, 1],
    [0xF0, 0xF7, 0xF7, 1, 0xF4, 1, 0xF5],
    [0x90, 60, 100, 0xF0, 0x7E, 0x7F, 9, 1, 0xF7, 0x80, 60, 64],
    [0xF0, 0xF0, 1, 0xF7, 0xF6, 0x90, 0xF7, 1, 2],
    [0xE0, 0, 0x40, 0x7F, 0x7F, 0xB0, 7, 100, 10, 64, 0xF4, 7, 100],
    [60, 100, 0xF7, 0x80, 0x90, 60, 0xB0, 0xF0, 1, 2, 3],
    Array([0xF0] + Array(repeating: 5, count: 70) + [0xF7, 0x90, 60, 1]),
  ]

  @Test(arguments: streams) func cutAnywhereIsTheSame(_ bytes: [UInt8]) {
    let whole = Listener().take(bytes)
    for cut in 0...bytes.count {
      let parts = Listener().take(bytes[..<cut]).take(bytes[cut...])
      #expect(parts.heard == whole.heard, "cut at \(cut)")
      #expect(
        parts.parser.strayBytes == whole.parser.strayBytes
          && parts.parser.truncatedMessages == whole.parser.truncatedMessages)
    }
  }

  @Test(arguments: streams) func realTimeBytesAnywhereChangeNothingElse(_ bytes: [UInt8]) {
    let plain = Listener().take(bytes)
    let own = plain.messages.filter { $0[0] >= 0xF8 }.count
    for position in 0...bytes.count {
      for added in [0xF8, 0xFE] as [UInt8] {
        let heard = Listener().take(bytes[..<position] + [added] + bytes[position...])
        #expect(
          heard.messages.filter { $0[0] < 0xF8 } == plain.messages.filter { $0[0] < 0xF8 }, "\(added) at \(position)")
        #expect(heard.messages.filter { $0[0] >= 0xF8 }.count == own + 1)
        #expect(heard.parser.truncatedMessages == plain.parser.truncatedMessages)
      }
    }
  }

  /// The splitter reports the same as the parser, except that it has no size limit for system-exclusive messages.
  @Test func splitterAndParserAgree() {
    for seed in 0..<UInt64(rounds(500)) {
      var random = SeededGenerator(seed: seed)
      let bytes = (0..<60).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0x80...0xFF, using: &random) : UInt8.random(in: 0...127, using: &random)
      }
      let listener = Listener()
      listener.parser.convertsZeroVelocities = false
      listener.take(bytes)
      var parts: [[UInt8]] = []
      bytes.withUnsafeBufferPointer {
        guard let start = $0.baseAddress else { return }
        var splitter = PacketSplitter(start, count: $0.count)
        while let part = splitter.next() {
          switch part {
          case .message(let message): parts.append([message.status, message.data1, message.data2])
          case .systemExclusive(let start, let end, _): parts.append([0xF0] + bytes[start..<end].filter { $0 < 0x80 })
          }
        }
        #expect(
          splitter.strayBytes == listener.parser.strayBytes
            && splitter.truncatedMessages == listener.parser.truncatedMessages)
      }
      #expect(parts == listener.messages, "seed \(seed): \(bytes)")
    }
  }

  /// What published splitters do wrong: they split at every byte from 80 up, and recognize a system-exclusive message
  /// only at the start.
  @Test func splitterWhereOthersFail() {
    func split(_ bytes: [UInt8]) -> [String] {
      // memory of exactly that size: reading one byte beyond it would be noticed by a sanitizer
      let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
      _ = memory.initialize(from: bytes)
      defer { memory.deallocate() }
      var splitter = PacketSplitter(memory.baseAddress!, count: bytes.count)
      var parts: [String] = []
      while let part = splitter.next() {
        switch part {
        case .message(let message): parts.append("\(message.status.hexadecimal) \(message.data1) \(message.data2)")
        case .systemExclusive(let start, let end, let count): parts.append("F0 \(start)..<\(end) \(count)")
        }
      }
      return parts
    }
    #expect(split([0x90, 60, 100, 64, 101, 67, 102]) == ["90 60 100", "90 64 101", "90 67 102"], "running status")
    #expect(split([0x90, 0xF8, 60, 100]) == ["F8 0 0", "90 60 100"], "real time inside a message")
    #expect(split([0x90, 60, 100, 0xF0, 1, 2, 0xF7]) == ["90 60 100", "F0 4..<6 2"], "not in the first place")
    #expect(split([0xF0, 1, 0xF7, 0xF0, 2, 3, 0xF7]) == ["F0 1..<2 1", "F0 4..<6 2"], "two in a row")
    #expect(split([0xF4, 1, 0xF5, 2, 60, 0xB0, 7, 1]) == ["B0 7 1"], "undefined bytes and stray data")
    #expect(split([0xF0, 1, 0xF8, 0xFE, 2, 0xF7]) == ["F8 0 0", "FE 0 0", "F0 1..<5 2"], "real time inside")
    #expect(split([0x90]) == [] && split([0xF0]) == [] && split([0x90, 60]) == [], "cut")
    #expect(split([0x90, 60, 100, 0xF6, 64, 100]) == ["90 60 100", "F6 0 0"], "system common ends running status")
  }
}
