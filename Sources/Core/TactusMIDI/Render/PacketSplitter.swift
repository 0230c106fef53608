/// Splits the bytes of one packet, as plug-ins and drivers hand them over, into messages.
///
/// It knows what happens in practice: several messages in a packet, running status within it, real-time bytes anywhere
/// (also in the middle of a message, which they come before), a system-exclusive message that another status byte ends
/// (it is left out), undefined status bytes, stray data. What is not whole at the end is flagged; nothing is remembered
/// from one packet to the next.
///
/// It borrows the bytes and writes nowhere.
///
/// Source: MIDI 1.0 Detailed Specification, "Data types" and "Running status".
/// - Thread: any
public struct PacketSplitter {
  /// What a packet holds.
  public enum Part: Equatable, Sendable {
    /// A channel message, a system common or a real-time message.
    case message(ChannelMessage)
    /// A whole system-exclusive message: the bytes at `start ..< end`, of which `dataCount` are below 128 and belong to
    /// it. F0 and F7 are outside.
    case systemExclusive(start: Int, end: Int, dataCount: Int)
  }

  private let bytes: UnsafePointer<UInt8>
  private let count: Int
  private let port: UInt8
  private var state = StreamState()
  private var index = 0
  /// Where the data of the open system-exclusive message begins, and how many there are.
  private var exclusiveStart = 0
  private var exclusiveCount = 0

  /// A splitter at the start of a packet.
  ///
  /// - Parameters:
  ///   - bytes: must outlive the splitter.
  ///   - count: how many; below 0 is taken as 0.
  ///   - port: the port of all messages, 0…15, masked.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init(_ bytes: UnsafePointer<UInt8>, count: Int, port: UInt8 = 0) {
    (self.bytes, self.count, self.port) = (bytes, max(0, count), port & 15)
  }

  /// Bytes so far that belong to no message.
  public var strayBytes: Int { state.strayBytes }
  /// Messages so far that another one has cut short.
  public var cutMessages: Int { state.cutMessages }
  /// Whether the packet has ended within a message; holds when ``next()`` has given nil.
  public var isIncomplete: Bool { state.isIncomplete }

  /// The next message; nil at the end.
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
