/// A Universal MIDI Packet: one to four words. The first word defines the type and the number of words.
///
/// Channel messages, system messages and 7-bit system-exclusive data fit a ``ChannelMessage`` (``message``); this type
/// holds every packet, including unknown types.
///
/// Source: M2-104-UM, Universal MIDI Packet format.
/// - Thread: any
public struct UniversalPacket: Hashable, Sendable, BitwiseCopyable {
  /// The first word: type, group, and fields that depend on the type.
  public var word0: UInt32
  /// The second word. This and the following words are 0 if the packet does not have them.
  public var word1: UInt32
  /// The third word.
  public var word2: UInt32
  /// The fourth word.
  public var word3: UInt32

  /// Creates a packet from its words; those beyond its length are set to 0.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init(_ word0: UInt32, _ word1: UInt32 = 0, _ word2: UInt32 = 0, _ word3: UInt32 = 0) {
    let count = Self.wordCount(first: word0)
    self.word0 = word0
    self.word1 = count > 1 ? word1 : 0
    self.word2 = count > 2 ? word2 : 0
    self.word3 = count > 3 ? word3 : 0
  }

  /// Creates the packet of a message.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init(_ message: ChannelMessage) { self.init(message.word0, message.word1) }

  /// The number of words of a packet, 1…4, from its first word; also for types that are not defined yet.
  ///
  /// Source: M2-104-UM §2.1.4. The numbers for message types 0…F are 1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4.
  @inlinable public static func wordCount(first word: UInt32) -> Int {
    // two bits for each type: the number of words that follow
    let following: UInt32 = 0b11_11_11_10_10_01_01_01_00_00_11_01_01_00_00_00
    return Int(following &>> (word &>> 28 &* 2) & 3) &+ 1
  }

  /// The number of words, 1…4.
  @inlinable public var wordCount: Int { Self.wordCount(first: word0) }
  /// The message type, 0…15.
  @inlinable public var type: UInt8 { UInt8(truncatingIfNeeded: word0 &>> 28) }
  /// Whether the packet has a group: all but utility messages (type 0) and stream messages (type F) do.
  @inlinable public var hasGroup: Bool { type != 0 && type != 15 }
  /// The group (the port of a message), 0…15; 0 if the packet has none.
  @inlinable public var group: UInt8 { hasGroup ? UInt8(truncatingIfNeeded: word0 &>> 24) & 15 : 0 }

  /// The word at an index; 0 outside 0…3.
  @inlinable public func word(_ index: Int) -> UInt32 {
    switch index {
    case 0: word0
    case 1: word1
    case 2: word2
    case 3: word3
    default: 0
    }
  }

  /// The byte at an index 0…15, in the byte order of a clip file; 0 outside.
  @inlinable public func byte(_ index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: word(index &>> 2) &>> UInt32(truncatingIfNeeded: 24 &- (index & 3) &* 8))
  }

  /// The packet's channel, system or 7-bit system-exclusive message; nil for packets without one (utility, 8-bit data,
  /// flex data, stream and unknown types).
  @inlinable public var message: ChannelMessage? {
    guard type >= 1, type <= 4 else { return nil }
    return ChannelMessage(word0: word0, word1: word1)
  }
}

/// The packets of any type in a buffer of words, in order.
///
/// The sequence borrows the words. A packet that is incomplete at the end of the buffer is not returned: see
/// ``wordsLeft``.
///
/// - Thread: any
public struct UniversalPackets: Sequence, IteratorProtocol {
  private let words: UnsafeBufferPointer<UInt32>
  /// The index of the first word of the next packet.
  public private(set) var position = 0

  /// Creates the sequence over words in native byte order; they must outlive it.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init(_ words: UnsafeBufferPointer<UInt32>) { self.words = words }

  /// The number of unread words. If it is not 0 after ``next()`` has returned nil, the last packet is incomplete.
  public var wordsLeft: Int { words.count &- position }

  /// Returns the next packet; nil at the end, and if fewer words are left than the packet needs.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func next() -> UniversalPacket? {
    guard wordsLeft > 0 else { return nil }
    let first = words[position]
    let count = UniversalPacket.wordCount(first: first)
    guard count <= wordsLeft else { return nil }
    let start = position
    position &+= count
    return UniversalPacket(
      first, count > 1 ? words[start &+ 1] : 0, count > 2 ? words[start &+ 2] : 0, count > 3 ? words[start &+ 3] : 0)
  }
}
