import TactusMIDI

/// A pool of waiting packets of system-exclusive messages: linked lists in memory of fixed size.
///
/// - Thread: audio
struct PacketPool {
  struct Packet: BitwiseCopyable, Sendable {
    var message: ChannelMessage
    /// The index of the next packet in the same chain, or in the list of free packets; −1 for none.
    var next: Int32
  }

  /// The packets of one message, in order.
  struct Chain: BitwiseCopyable, Sendable {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  private let packets: UnsafeMutablePointer<Packet>
  private let capacity: Int
  private var firstFree: Int32 = -1
  /// The number of free packets.
  private(set) var room = 0

  init(_ packets: UnsafeMutablePointer<Packet>, capacity: Int) {
    (self.packets, self.capacity) = (packets, capacity)
    reset()
  }

  /// Frees all chains.
  mutating func reset() {
    for index in 0..<capacity {
      let packet = Packet(message: ChannelMessage(word0: 0, word1: 0), next: Int32(truncatingIfNeeded: index) &- 1)
      (packets + index).initialize(to: packet)
    }
    firstFree = Int32(truncatingIfNeeded: capacity) &- 1
    room = capacity
  }

  /// Appends a packet to a chain; returns false if there is no room.
  mutating func add(_ message: ChannelMessage, to chain: inout Chain) -> Bool {
    guard room > 0 else { return false }
    let index = firstFree
    firstFree = packets[Int(index)].next
    room &-= 1
    packets[Int(index)] = Packet(message: message, next: -1)
    if chain.last >= 0 { packets[Int(chain.last)].next = index } else { chain.first = index }
    chain.last = index
    return true
  }

  /// Removes and returns a chain's first packet; nil if it is empty.
  mutating func removeFirst(of chain: inout Chain) -> ChannelMessage? {
    guard chain.first >= 0 else { return nil }
    let index = chain.first
    let packet = packets[Int(index)]
    chain.first = packet.next
    if packet.next < 0 { chain.last = -1 }
    packets[Int(index)].next = firstFree
    firstFree = index
    room &+= 1
    return packet.message
  }

  /// Frees a chain.
  mutating func release(_ chain: Chain) {
    guard chain.first >= 0 else { return }
    var (index, count) = (chain.first, 1)
    while packets[Int(index)].next >= 0 {
      index = packets[Int(index)].next
      count &+= 1
    }
    packets[Int(index)].next = firstFree
    firstFree = chain.first
    room &+= count
  }
}
