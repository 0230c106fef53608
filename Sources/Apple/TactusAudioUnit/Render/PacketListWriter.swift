/// A list of packets with the same time, in memory of a fixed size.
struct PacketListWriter {
  private let list: UnsafeMutableRawPointer
  private let capacity: Int
  private let layout: RenderLayout
  /// The offset of the packet that is being filled.
  private var packet = 0
  /// The number of words in that packet.
  private var wordCount = 0
  private var packetCount: UInt32 = 0

  init(_ list: UnsafeMutableRawPointer, capacity: Int, _ layout: RenderLayout) {
    (self.list, self.capacity, self.layout) = (list, capacity, layout)
  }

  var isEmpty: Bool { packetCount == 0 }
  var memory: UnsafeRawPointer { UnsafeRawPointer(list) }

  /// Starts an empty list for a protocol.
  mutating func begin(_ protocolID: Int32) {
    list.storeBytes(of: protocolID, toByteOffset: layout.listProtocol, as: Int32.self)
    list.storeBytes(of: 0, toByteOffset: layout.packetCount, as: UInt32.self)
    (packet, wordCount, packetCount) = (layout.packets, 0, 0)
  }

  /// Adds a message of one or two words; returns false if the list is full.
  mutating func add(_ first: UInt32, _ second: UInt32, count: Int) -> Bool {
    if packetCount == 0 || wordCount &+ count > 64 {
      let next = packetCount == 0 ? packet : packet &+ layout.words &+ 4 &* wordCount
      guard next &+ layout.words &+ 4 &* count <= capacity else { return false }
      (packet, wordCount, packetCount) = (next, 0, packetCount &+ 1)
      // packet time 0: the host receives the time with the whole list
      list.storeBytes(of: 0, toByteOffset: packet, as: UInt64.self)
      list.storeBytes(of: packetCount, toByteOffset: layout.packetCount, as: UInt32.self)
    }
    guard packet &+ layout.words &+ 4 &* (wordCount &+ count) <= capacity else { return false }
    let address = packet &+ layout.words &+ 4 &* wordCount
    list.storeBytes(of: first, toByteOffset: address, as: UInt32.self)
    if count > 1 { list.storeBytes(of: second, toByteOffset: address &+ 4, as: UInt32.self) }
    wordCount &+= count
    list.storeBytes(
      of: UInt32(truncatingIfNeeded: wordCount), toByteOffset: packet &+ layout.wordCount, as: UInt32.self)
    return true
  }
}
