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
package struct PacketSplitter {
  /// What a packet holds.
  package enum Part: Equatable, Sendable {
    /// A channel message, a system common or a real-time message.
    case message(ChannelMessage)
    /// A whole system-exclusive message: the bytes at `start ..< end`, of which `dataCount` are below 128 and belong to
    /// it. F0 and F7 are outside.
    case systemExclusive(start: Int, end: Int, dataCount: Int)
  }

  private let bytes: UnsafePointer<UInt8>
  private let count: Int
  private let port: UInt8
  private var index = 0
  /// The message that is being collected, or that running status begins with the next data byte; 0: none.
  private var status: UInt8 = 0
  private var dataWanted = 0
  /// Whether ``status`` has already made a message.
  private var isRunning = false
  private var dataCount = 0
  private var data1: UInt8 = 0
  /// Where the data of the open system-exclusive message begins; −1: none is open.
  private var exclusiveStart = -1
  /// Bytes that belong to no message.
  package private(set) var strayBytes = 0
  /// Messages that another one has cut short.
  package private(set) var cutMessages = 0

  /// A splitter at the start of a packet, which must outlive it; a count below 0 is taken as 0.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(_ bytes: UnsafePointer<UInt8>, count: Int, port: UInt8 = 0) {
    (self.bytes, self.count, self.port) = (bytes, max(0, count), port)
  }

  /// Whether the packet has ended within a message; holds when ``next()`` has given nil.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func isIncomplete() -> Bool {
    exclusiveStart >= 0 || dataCount > 0 || (dataWanted > 0 && !isRunning)
  }

  /// The next message; nil at the end.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func next() -> Part? {
    while index < count {
      let byte = bytes[index]
      index &+= 1
      if byte >= 0xF8 {
        if byte != 0xF9, byte != 0xFD { return .message(ChannelMessage(system: byte, port: port)) }
        strayBytes &+= 1
      } else if byte >= 0x80 {
        if let part = begin(byte) { return part }
      } else if let message = take(byte) {
        return .message(message)
      }
    }
    return nil
  }

  /// A status byte, not of a real-time message.
  private mutating func begin(_ byte: UInt8) -> Part? {
    if byte == 0xF7, exclusiveStart >= 0 {
      let part = Part.systemExclusive(start: exclusiveStart, end: index &- 1, dataCount: dataCount)
      forget()
      return part
    }
    if isIncomplete() { cutMessages &+= 1 }
    forget()
    switch byte {
    case 0xF0: exclusiveStart = index
    case 0xF6: return .message(ChannelMessage(system: byte, port: port))
    case 0xF1, 0xF3: (status, dataWanted) = (byte, 1)
    case 0xF2: (status, dataWanted) = (byte, 2)
    case 0xF4, 0xF5, 0xF7: strayBytes &+= 1
    default: (status, dataWanted) = (byte, byte & 0xE0 == 0xC0 ? 1 : 2)
    }
    return nil
  }

  /// A data byte; gives the message that it completes.
  private mutating func take(_ byte: UInt8) -> ChannelMessage? {
    if exclusiveStart >= 0 {
      dataCount &+= 1
      return nil
    }
    guard dataWanted > 0 else {
      strayBytes &+= 1
      return nil
    }
    dataCount &+= 1
    if dataCount < dataWanted {
      data1 = byte
      return nil
    }
    let (first, second) = dataWanted == 1 ? (byte, 0) : (data1, byte)
    dataCount = 0
    if status < 0xF0 {
      isRunning = true
      return ChannelMessage(status: status, first, second, port: port)
    }
    let message = ChannelMessage(system: status, first, second, port: port)
    forget()
    return message
  }

  private mutating func forget() {
    (status, dataWanted, dataCount, exclusiveStart, isRunning) = (0, 0, 0, -1, false)
  }
}
