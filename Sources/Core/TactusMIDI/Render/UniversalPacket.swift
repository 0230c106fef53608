/// A Universal MIDI Packet: one to four words, of which the first says what it is and how many follow.
///
/// Channel messages, system messages and system-exclusive data of seven bits fit a ``ChannelMessage`` (``message``); this
/// holds everything, unknown types too.
///
/// Source: M2-104-UM, Universal MIDI Packet format.
/// - Thread: any
public struct UniversalPacket: Hashable, Sendable, BitwiseCopyable {
  /// The first word: type, group, and what the type makes of the rest.
  public var word0: UInt32
  /// The second word; 0 where the packet has fewer, as of the others.
  public var word1: UInt32
  /// The third word.
  public var word2: UInt32
  /// The fourth word.
  public var word3: UInt32

  /// A packet from its words; those that it does not have are taken as 0.
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

  /// A message as a packet.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init(_ message: ChannelMessage) { self.init(message.word0, message.word1) }

  /// How many words a packet has, 1…4, by its first word; of types that nobody has defined yet, too.
  ///
  /// Source: M2-104-UM §2.1.4: by message type 0…F 1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4.
  @inlinable public static func wordCount(first word: UInt32) -> Int {
    // two bits for each type: how many words follow
    let following: UInt32 = 0b11_11_11_10_10_01_01_01_00_00_11_01_01_00_00_00
    return Int(following &>> (word &>> 28 &* 2) & 3) &+ 1
  }

  /// How many words it has, 1…4.
  @inlinable public var wordCount: Int { Self.wordCount(first: word0) }
  /// The message type, 0…15.
  @inlinable public var type: UInt8 { UInt8(truncatingIfNeeded: word0 &>> 28) }
  /// Whether it belongs to a group: all but utility messages (type 0) and stream messages (type F).
  @inlinable public var hasGroup: Bool { type != 0 && type != 15 }
  /// The group (the port of a message), 0…15; 0 where there is none.
  @inlinable public var group: UInt8 { hasGroup ? UInt8(truncatingIfNeeded: word0 &>> 24) & 15 : 0 }

  /// A word; 0 beyond 0…3.
  @inlinable public func word(_ index: Int) -> UInt32 {
    switch index {
    case 0: word0
    case 1: word1
    case 2: word2
    case 3: word3
    default: 0
    }
  }

  /// A byte of the packet in the order of a clip file, 0…15; 0 beyond.
  @inlinable public func byte(_ index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: word(index &>> 2) &>> UInt32(truncatingIfNeeded: 24 &- (index & 3) &* 8))
  }

  /// The packet as a message, nil for what is none: utility, data of eight bits, flex data, stream and unknown types.
  @inlinable public var message: ChannelMessage? {
    guard type >= 1, type <= 4 else { return nil }
    return ChannelMessage(word0: word0, word1: word1)
  }
}

/// The packets of a row of words, in order, of whatever type.
///
/// It borrows the words. Words at the end that are too few for their packet are not given: see ``wordsLeft``.
///
/// - Thread: any
public struct UniversalPackets: Sequence, IteratorProtocol {
  private let words: UnsafeBufferPointer<UInt32>
  /// Where the next packet begins, as an index of words.
  public private(set) var position = 0

  /// The packets of words, in the machine's byte order; they must outlive it.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init(_ words: UnsafeBufferPointer<UInt32>) { self.words = words }

  /// How many words have not been taken. When ``next()`` has given nil and this is not 0, the last packet has been cut.
  public var wordsLeft: Int { words.count &- position }

  /// The next packet; nil at the end, and where fewer words are left than it has.
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
