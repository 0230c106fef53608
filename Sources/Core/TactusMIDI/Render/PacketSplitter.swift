/// Splits the bytes of one packet, as plug-in hosts and drivers deliver them, into messages.
///
/// It supports everything that occurs in practice: several messages in a packet, running status within it, real-time
/// bytes anywhere (even inside another message, which is then delivered after them), system-exclusive messages ended by
/// another status byte (dropped), undefined status bytes and stray data. A message that is incomplete at the end is
/// flagged; no state is kept from one packet to the next.
///
/// The splitter borrows the bytes and writes nowhere.
///
/// Source: MIDI 1.0 Detailed Specification, "Data types" and "Running status".
/// - Thread: any
public struct PacketSplitter {
  /// One element of a packet.
  public enum Part: Equatable, Sendable {
    /// A channel, system common or real-time message.
    case message(ChannelMessage)
    /// A complete system-exclusive message: the bytes at `start ..< end`, without F0 and F7. `dataCount` of them are
    /// data bytes (below 128); the others are real-time bytes (F8…FF).
    case systemExclusive(start: Int, end: Int, dataCount: Int)
  }

  private let bytes: UnsafePointer<UInt8>
  private let count: Int
  private let port: UInt8
  private var state = StreamState()
  private var index = 0
  /// The index of the first byte after the F0 of the incomplete system-exclusive message.
  private var exclusiveStart = 0
  /// The number of data bytes of the incomplete system-exclusive message.
  private var exclusiveCount = 0

  /// Creates a splitter at the start of a packet.
  ///
  /// - Parameters:
  ///   - bytes: must outlive the splitter.
  ///   - count: the number of bytes; a negative number counts as 0.
  ///   - port: the port of all messages, 0…15, masked.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init(_ bytes: UnsafePointer<UInt8>, count: Int, port: UInt8 = 0) {
    (self.bytes, self.count, self.port) = (bytes, max(0, count), port & 15)
  }

  /// The number of bytes so far that belong to no message.
  public var strayBytes: Int { state.strayBytes }
  /// The number of messages so far that another one truncated.
  public var truncatedMessages: Int { state.truncatedMessages }
  /// Whether the packet ended within a message; valid after ``next()`` has returned nil.
  public var isIncomplete: Bool { state.isIncomplete }

  /// Returns the next message; nil at the end.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func next() -> Part? {
    while index < count {
      let byte = bytes[index]
      index &+= 1
      switch state.take(byte, port: port) {
      case .part, .stray: break
      case .message(let message): return .message(message)
      case .exclusiveBegin: (exclusiveStart, exclusiveCount) = (index, 0)
      case .exclusiveData: exclusiveCount &+= 1
      case .exclusiveEnd:
        return .systemExclusive(start: exclusiveStart, end: index &- 1, dataCount: exclusiveCount)
      }
    }
    return nil
  }
}
