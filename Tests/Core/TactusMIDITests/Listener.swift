import TactusMIDI
import TestSupport

/// A parser, and the events that it has reported for a stream.
final class Listener {
  enum Heard: Hashable {
    case message(UInt8, UInt8, UInt8, Int64)
    case exclusive([UInt8], isWhole: Bool, Int64)
  }

  var parser: MIDIStreamParser
  private(set) var heard: [Heard] = []
  private let memory: UnsafeMutableBufferPointer<UInt8>

  init(room: Int = 64) {
    memory = .allocate(capacity: room)
    memory.initialize(repeating: 0)
    parser = MIDIStreamParser(memory: memory)
  }

  deinit { memory.deallocate() }

  @discardableResult
  func take(_ bytes: some Sequence<UInt8>, at time: Int64 = 0) -> Listener {
    let bytes = Array(bytes)
    bytes.withUnsafeBufferPointer { bytes in
      parser.parse(bytes, at: time) { event, time in
        switch event {
        case .message(let message): heard.append(.message(message.status, message.data1, message.data2, time))
        case .systemExclusive(let count, let isWhole):
          heard.append(.exclusive(Array(memory.prefix(count)), isWhole: isWhole, time))
        }
      }
    }
    return self
  }

  /// Messages as three bytes, system-exclusive ones as F0 and their data.
  var messages: [[UInt8]] {
    heard.map { heard in
      switch heard {
      case .message(let status, let data1, let data2, _): [status, data1, data2]
      case .exclusive(let bytes, _, _): [0xF0] + bytes
      }
    }
  }

  /// The messages as values, system-exclusive ones as packets.
  var values: [ChannelMessage] {
    heard.flatMap { heard -> [ChannelMessage] in
      switch heard {
      case .message(let status, let data1, let data2, _):
        [status < 0xF0 ? ChannelMessage(status: status, data1, data2) : ChannelMessage(system: status, data1, data2)]
      case .exclusive(let bytes, _, _): Array(SystemExclusivePackets(bytes))
      }
    }
  }
}

extension SeededGenerator {
  /// A message of MIDI 1.0 on port 0, whole; the packets of a system-exclusive message are several.
  mutating func messages() -> [ChannelMessage] {
    func byte() -> UInt8 { UInt8.random(in: 0...127, using: &self) }
    switch Int.random(in: 0..<8, using: &self) {
    case 0: return [ChannelMessage(system: one(of: [0xF8, 0xFA, 0xFB, 0xFC, 0xFE, 0xFF]))]
    case 1:
      let status: UInt8 = one(of: [0xF1, 0xF2, 0xF3, 0xF6])
      return [
        ChannelMessage(system: status, status == 0xF6 ? 0 : byte(), status == 0xF2 ? byte() : 0)
      ]
    case 2: return Array(SystemExclusivePackets((0..<Int.random(in: 1...30, using: &self)).map { _ in byte() }))
    default:
      let status = UInt8.random(in: 0x80...0xEF, using: &self)
      // often the same status again
      let repeated: UInt8 = one(of: [status, status, 0x90])
      return [ChannelMessage(status: repeated, byte(), repeated & 0xE0 == 0xC0 ? 0 : byte())]
    }
  }
}

extension SeededGenerator {
  private mutating func one(of list: [UInt8]) -> UInt8 { list[Int.random(in: list.indices, using: &self)] }
}
