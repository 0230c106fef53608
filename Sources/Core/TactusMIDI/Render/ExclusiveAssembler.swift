/// Assembles packets into system-exclusive messages and other data: 7-bit messages (type 3), 8-bit messages and mixed
/// data sets (type 5). Each group and each stream is assembled separately.
///
/// - **Memory is fixed.** Each incomplete message occupies one slot of the memory. A message that is too long for its
///   slot is dropped and counted. If all slots are in use, a start packet takes the slot that has been inactive the
///   longest and truncates the message in it.
/// - **Truncation.** A start packet truncates the incomplete message of the same group and stream. Packets without a
///   start are stray.
/// - **Malformed** packets (an undefined form, more bytes than fit, a data byte above 127 in a 7-bit message)
///   invalidate their message, which is dropped. A malformed last packet ends its message.
/// - Packets without any bytes are valid. Other messages may arrive between the packets of one message: the packets'
///   forms alone define where it ends.
///
/// The assembler borrows the memory and writes nowhere else.
///
/// Source: M2-104-UM §7.7 (7-bit), §7.8 (8-bit), §7.9 (mixed data sets).
/// - Thread: audio or control, one at a time
public struct ExclusiveAssembler {
  /// The format of a message's data.
  public enum Kind: Hashable, Sendable {
    /// A 7-bit system-exclusive message: the bytes between F0 and F7.
    case sevenBits
    /// An 8-bit system-exclusive message on one of the 256 streams of its group.
    case eightBits(stream: UInt8)
    /// A chunk of one of the 16 mixed data sets of its group. The chunk's first eight bytes are the manufacturer, the
    /// device and both sub-IDs, two bytes each; the payload follows. Chunks are counted from 1.
    case mixedData(set: UInt8, chunk: UInt16, of: UInt16)
  }

  /// A complete message.
  public struct Message {
    /// The format of its data.
    public var kind: Kind
    /// Its group (port), 0…15.
    public var group: UInt8
    /// Its data; valid until the next packet is passed in.
    public var bytes: UnsafeBufferPointer<UInt8>
  }

  /// Storage for one incomplete message.
  public struct Slot: BitwiseCopyable, Sendable {
    enum State { case free, open, spoilt }
    var state = State.free
    /// Kind, group and stream, combined.
    var key: UInt32 = 0
    /// The number of bytes received.
    var count = 0
    /// The number of payload bytes still expected for a chunk of a mixed data set.
    var wanted = 0
    var chunk: UInt16 = 0
    var chunkCount: UInt16 = 0
    /// The value of `packets` when the slot's last packet arrived.
    var touched: UInt64 = 0

    /// Creates a free slot.
    public init() {}
  }

  /// The number of messages truncated by another one, including those dropped to free a slot for it.
  public private(set) var truncatedMessages = 0
  /// The number of packets without a start.
  public private(set) var strayPackets = 0
  /// The number of packets that cannot be part of any message.
  public private(set) var malformedPackets = 0
  /// The number of messages that were too long for their slot.
  public private(set) var overflows = 0

  private let memory: UnsafeMutableBufferPointer<UInt8>
  private let slots: UnsafeMutableBufferPointer<Slot>
  private let slotSize: Int
  private var packets: UInt64 = 0

  /// Creates an assembler with no incomplete message.
  ///
  /// - Parameters:
  ///   - memory: divided evenly among the slots. The memory and the slots must outlive the assembler.
  ///   - slots: initialized; one for each message that may be open at once. Sixteen are enough for 7-bit messages on
  ///     all groups.
  public init(memory: UnsafeMutableBufferPointer<UInt8>, slots: UnsafeMutableBufferPointer<Slot>) {
    (self.memory, self.slots) = (memory, slots)
    slotSize = slots.isEmpty ? 0 : memory.count / slots.count
  }

  /// Whether any message is open.
  public var isIncomplete: Bool { openCount() > 0 }

  /// Returns the number of incomplete messages.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func openCount() -> Int {
    var count = 0
    for index in 0..<slots.count where slots[index].state != .free { count &+= 1 }
    return count
  }

  /// Adds a packet, and returns the message that it completes. Packets of other types are ignored.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func take(_ packet: UniversalPacket) -> Message? {
    packets &+= 1
    switch packet.type {
    case 3: return takeSevenBits(packet)
    case 5:
      switch packet.word0 &>> 20 & 15 {
      case 8: return takeHeader(packet)
      case 9: return takePayload(packet)
      default: return takeEightBits(packet)
      }
    default: return nil
    }
  }

  /// Discards all incomplete messages; the counters keep their values.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func reset() {
    for index in 0..<slots.count { slots[index] = Slot() }
  }

  private mutating func takeSevenBits(_ packet: UniversalPacket) -> Message? {
    let count = Int(packet.word0 &>> 16 & 15)
    let key = UInt32(packet.group) &<< 8
    var isSound = count <= 6
    for index in 0..<min(count, 6) where packet.byte(2 &+ index) > 127 { isSound = false }
    return take(packet, key: key, first: 2, count: count, isSound: isSound)
  }

  /// The byte count of an 8-bit packet includes the stream ID, which precedes the data.
  private mutating func takeEightBits(_ packet: UniversalPacket) -> Message? {
    let count = Int(packet.word0 &>> 16 & 15)
    let key = 1 &<< 16 | UInt32(packet.group) &<< 8 | UInt32(packet.byte(2))
    return take(packet, key: key, first: 3, count: count &- 1, isSound: count >= 1 && count <= 14)
  }

  private mutating func take(
    _ packet: UniversalPacket, key: UInt32, first: Int, count: Int, isSound: Bool
  ) -> Message? {
    let form = packet.word0 &>> 20 & 15
    guard isSound, form <= 3 else {
      malformedPackets &+= 1
      spoil(key, isLast: form == 0 || form == 3)
      return nil
    }
    guard let index = form < 2 ? open(key) : slot(of: key) else {
      if form >= 2 { strayPackets &+= 1 }
      return nil
    }
    append(packet, first: first, count: count, to: index)
    return form == 0 || form == 3 ? close(index) : nil
  }

  /// Reads a chunk's header: the byte count of its packets, its index among the chunks, and its IDs.
  private mutating func takeHeader(_ packet: UniversalPacket) -> Message? {
    guard let index = open(mixedKey(packet)) else { return nil }
    append(packet, first: 8, count: 8, to: index)
    let valid = Int(packet.word0 & 0xFFFF)
    slots[index].wanted = max(0, valid &- 16)
    slots[index].chunkCount = UInt16(truncatingIfNeeded: packet.word1 &>> 16)
    slots[index].chunk = UInt16(truncatingIfNeeded: packet.word1)
    return slots[index].wanted == 0 ? close(index) : nil
  }

  /// Reads sixteen bytes of a chunk, of which the first two are not data. The last packet may be padded.
  private mutating func takePayload(_ packet: UniversalPacket) -> Message? {
    guard let index = slot(of: mixedKey(packet)) else {
      strayPackets &+= 1
      return nil
    }
    let valid = min(16, slots[index].wanted)
    append(packet, first: 2, count: max(0, valid &- 2), to: index)
    slots[index].wanted &-= valid
    return slots[index].wanted == 0 ? close(index) : nil
  }

  private func mixedKey(_ packet: UniversalPacket) -> UInt32 {
    2 &<< 16 | UInt32(packet.group) &<< 8 | packet.word0 &>> 16 & 15
  }

  private func slot(of key: UInt32) -> Int? {
    for index in 0..<slots.count where slots[index].state != .free && slots[index].key == key { return index }
    return nil
  }

  /// Allocates a slot for a new message, truncating the message that was open in it, if any. Returns nil if there are
  /// no slots at all.
  private mutating func open(_ key: UInt32) -> Int? {
    var best = slot(of: key)
    if best == nil {
      for index in 0..<slots.count {
        let isBetter = slots[index].state == .free || slots[index].touched < slots[best ?? index].touched
        if best == nil || isBetter { best = index }
        if slots[index].state == .free { break }
      }
    }
    guard let best else {
      overflows &+= 1
      return nil
    }
    if slots[best].state == .open { truncatedMessages &+= 1 }
    slots[best] = Slot()
    (slots[best].state, slots[best].key) = (.open, key)
    return best
  }

  private mutating func spoil(_ key: UInt32, isLast: Bool) {
    guard let index = slot(of: key) else { return }
    slots[index].state = isLast ? .free : .spoilt
  }

  private mutating func append(_ packet: UniversalPacket, first: Int, count: Int, to index: Int) {
    slots[index].touched = packets
    guard slots[index].state == .open else { return }
    guard count <= slotSize &- slots[index].count else {
      overflows &+= 1
      slots[index].state = .spoilt
      return
    }
    let start = index &* slotSize &+ slots[index].count
    for byteIndex in 0..<count { memory[start &+ byteIndex] = packet.byte(first &+ byteIndex) }
    slots[index].count &+= count
  }

  /// Returns the message of a slot and frees the slot; nil if the message is invalid.
  private mutating func close(_ index: Int) -> Message? {
    let slot = slots[index]
    slots[index].state = .free
    guard slot.state == .open else { return nil }
    let bytes = UnsafeBufferPointer(
      start: memory.baseAddress.map { UnsafePointer($0 + index &* slotSize) }, count: slot.count)
    let low = UInt8(truncatingIfNeeded: slot.key)
    let kind: Kind =
      switch slot.key &>> 16 {
      case 0: .sevenBits
      case 1: .eightBits(stream: low)
      default: .mixedData(set: low, chunk: slot.chunk, of: slot.chunkCount)
      }
    return Message(kind: kind, group: UInt8(truncatingIfNeeded: slot.key &>> 8), bytes: bytes)
  }
}
