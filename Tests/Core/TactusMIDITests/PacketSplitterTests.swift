import TactusMIDI
import TestSupport
import Testing

/// A split packet: the splitter's results, with the data of system-exclusive messages.
private struct Taken: Equatable {
  enum Part: Equatable {
    case message(UInt8, UInt8, UInt8)
    case exclusive([UInt8])
  }
  var parts: [Part] = []
  var stray = 0
  var cut = 0
  var isIncomplete = false

  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      // an empty array may have no address
      withUnsafePointer(to: 0 as UInt8) { nothing in
        var splitter = PacketSplitter(buffer.baseAddress ?? nothing, count: bytes.count, port: 3)
        while let part = splitter.next() {
          switch part {
          case .message(let message):
            #expect(message.port == 3 && message.isSystem == (message.status >= 0xF0))
            parts.append(.message(message.status, message.data1, message.data2))
          case .systemExclusive(let start, let end, let count):
            let data = bytes[start..<end].filter { $0 < 0x80 }
            #expect(data.count == count)
            parts.append(.exclusive(data))
          }
        }
        (stray, cut, isIncomplete) = (splitter.strayBytes, splitter.truncatedMessages, splitter.isIncomplete)
      }
    }
  }

  init(parts: [Part], stray: Int, cut: Int, isIncomplete: Bool) {
    (self.parts, self.stray, self.cut, self.isIncomplete) = (parts, stray, cut, isIncomplete)
  }
}

/// The same, byte by byte according to the rules of MIDI 1.0, with arrays.
private struct Oracle {
  var taken = Taken([])
  private var open: [UInt8] = []  // status and data so far; F0 and data so far
  private var running: UInt8 = 0

  static func take(_ bytes: [UInt8]) -> Taken {
    var oracle = Oracle()
    for byte in bytes { oracle.take(byte) }
    oracle.taken.isIncomplete = !oracle.open.isEmpty
    return oracle.taken
  }

  private static func dataCount(_ status: UInt8) -> Int {
    switch status {
    case 0x80...0xBF, 0xE0...0xEF, 0xF2: 2
    case 0xC0...0xDF, 0xF1, 0xF3: 1
    default: 0
    }
  }

  private mutating func take(_ byte: UInt8) {
    switch byte {
    case 0xF9, 0xFD: taken.stray += 1
    case 0xF8...: taken.parts.append(.message(byte, 0, 0))
    case 0x80...:
      if byte == 0xF7, open.first == 0xF0 {
        taken.parts.append(.exclusive(Array(open.dropFirst())))
        open = []
        return
      }
      if !open.isEmpty { taken.cut += 1 }
      (open, running) = ([], byte < 0xF0 ? byte : 0)
      if [0xF4, 0xF5, 0xF7].contains(byte) { taken.stray += 1 } else { open = [byte] }
    default:
      if open.isEmpty, running > 0 { open = [running] }
      if open.isEmpty { taken.stray += 1 } else { open.append(byte) }
    }
    guard let status = open.first, status != 0xF0, open.count == 1 + Self.dataCount(status) else { return }
    taken.parts.append(.message(status, open.count > 1 ? open[1] : 0, open.count > 2 ? open[2] : 0))
    open = []
  }
}

struct PacketSplitterTests {
  /// Packets that other programs have handled wrongly.
  @Test func knownStumblingBlocks() {
    let cases: [([UInt8], Taken)] = [
      (
        [0x90, 60, 100, 0xF8, 64, 127],
        Taken(
          parts: [.message(0x90, 60, 100), .message(0xF8, 0, 0), .message(0x90, 64, 127)], stray: 0, cut: 0,
          isIncomplete: false)
      ),
      (
        [0x90, 60, 0xFE, 100],
        Taken(parts: [.message(0xFE, 0, 0), .message(0x90, 60, 100)], stray: 0, cut: 0, isIncomplete: false)
      ),
      (
        [0x90, 60, 100, 0xF1, 0x25, 64, 127],
        Taken(parts: [.message(0x90, 60, 100), .message(0xF1, 0x25, 0)], stray: 2, cut: 0, isIncomplete: false)
      ),
      ([0xF0, 1, 2, 0x90, 60, 100], Taken(parts: [.message(0x90, 60, 100)], stray: 0, cut: 1, isIncomplete: false)),
      (
        [0xF0, 1, 0xF8, 2, 0xF7],
        Taken(parts: [.message(0xF8, 0, 0), .exclusive([1, 2])], stray: 0, cut: 0, isIncomplete: false)
      ),
      (
        [0x90, 60, 0xF9, 100, 0xFD, 64, 127],
        Taken(parts: [.message(0x90, 60, 100), .message(0x90, 64, 127)], stray: 2, cut: 0, isIncomplete: false)
      ),
      (
        [0x90, 60, 100, 0xF0, 7, 0xF7, 0xC5, 9],
        Taken(
          parts: [.message(0x90, 60, 100), .exclusive([7]), .message(0xC5, 9, 0)], stray: 0, cut: 0, isIncomplete: false
        )
      ),
      ([0x90, 60, 100, 64], Taken(parts: [.message(0x90, 60, 100)], stray: 0, cut: 0, isIncomplete: true)),
      ([0x90], Taken(parts: [], stray: 0, cut: 0, isIncomplete: true)),
      ([0xF0, 1, 2], Taken(parts: [], stray: 0, cut: 0, isIncomplete: true)),
      (
        [0xF7, 0xF6, 0xF0, 0xF7],
        Taken(parts: [.message(0xF6, 0, 0), .exclusive([])], stray: 1, cut: 0, isIncomplete: false)
      ),
      ([60, 100], Taken(parts: [], stray: 2, cut: 0, isIncomplete: false)),
      ([], Taken(parts: [], stray: 0, cut: 0, isIncomplete: false)),
    ]
    for (bytes, expected) in cases { #expect(Taken(bytes) == expected, "\(bytes)") }
  }

  @Test func anyBytesAsByTheRules() {
    for seed in 0..<UInt64(rounds(4_000)) {
      var random = SeededGenerator(seed: seed)
      let isMusical = Bool.random(using: &random)
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ -> UInt8 in
        let isStatus = Int.random(in: 0..<4, using: &random) == 0
        let statuses: [UInt8] = [0x80, 0x9F, 0xC0, 0xE3, 0xF0, 0xF0, 0xF7, 0xF7, 0xF2, 0xF8, 0xFE]
        if isStatus, isMusical { return statuses.randomElement(using: &random)! }
        return UInt8.random(in: isStatus ? 0x80...0xFF : 0...0x7F, using: &random)
      }
      let taken = Taken(bytes)
      #expect(taken == Oracle.take(bytes), "seed \(seed): \(bytes)")
    }
  }

  /// A system-exclusive message filled packet by packet is what `SystemExclusivePackets` makes of it.
  @Test func packetsAreFilledAlike() {
    for count in 1...40 {
      let bytes = (0..<count).map { UInt8($0 * 37 % 128) }
      var packets: [ChannelMessage] = []
      for start in stride(from: 0, to: count, by: 6) {
        var packet = ExclusivePacket(port: 9)
        for byte in bytes[start..<min(count, start + 6)] { packet.add(byte) }
        packets.append(packet.message(isFirst: start == 0, isLast: start + 6 >= count))
      }
      #expect(packets == Array(SystemExclusivePackets(bytes, port: 9)))
    }
  }
}
