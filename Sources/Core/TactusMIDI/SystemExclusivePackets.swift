/// Splits a system-exclusive message into eight-byte packets, in order, so that it can be sent among channel messages.
///
/// - Thread: any
public struct SystemExclusivePackets<Bytes: RandomAccessCollection<UInt8>>: Sequence, IteratorProtocol {
  private let bytes: Bytes
  private let port: UInt8
  private var done = 0

  /// Creates the packets of a message.
  ///
  /// - Parameters:
  ///   - bytes: the bytes between F0 and F7; each is masked to 0…127. An empty message has no packets.
  ///   - port: 0…15, masked.
  public init(_ bytes: Bytes, port: UInt8 = 0) {
    self.bytes = bytes
    self.port = port & 15
  }

  /// Returns the number of packets for a message with this number of bytes.
  public static func count(bytes: Int) -> Int { (Swift.max(0, bytes) + 5) / 6 }

  /// Returns the next packet.
  public mutating func next() -> ChannelMessage? {
    let left = bytes.count - done
    guard left > 0 else { return nil }
    let count = Swift.min(6, left)
    let form: UInt32 = done == 0 ? (left <= 6 ? 0 : 1) : (left <= 6 ? 3 : 2)
    var words: UInt64 = UInt64(0x3000_0000 | UInt32(port) << 24 | form << 20 | UInt32(count) << 16) << 32
    for index in 0..<count {
      let byte = bytes[bytes.index(bytes.startIndex, offsetBy: done + index)]
      words |= UInt64(byte & 127) << UInt64(40 - 8 * index)
    }
    done += count
    return ChannelMessage(word0: UInt32(words >> 32), word1: UInt32(truncatingIfNeeded: words))
  }
}
