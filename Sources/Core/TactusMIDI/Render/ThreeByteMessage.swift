/// A message in the form of `MusicDeviceMIDIEvent` and similar calls: three bytes and an offset.
///
/// Shorter messages are padded with zeros. System-exclusive messages do not fit; an instrument receives them through
/// another call, without a time.
///
/// - Thread: any
public struct ThreeByteMessage: Hashable, Sendable, BitwiseCopyable {
  /// The status byte, 0x80…0xFF except F0 and F7.
  public var status: UInt8
  /// The first data byte; 0 if the message has none.
  public var data1: UInt8
  /// The second data byte; 0 if the message has none.
  public var data2: UInt8

  /// Creates a message from its three bytes, unchecked.
  public init(_ status: UInt8, _ data1: UInt8, _ data2: UInt8) {
    (self.status, self.data1, self.data2) = (status, data1, data2)
  }

  /// Creates the three-byte form of a MIDI 1.0 message. Nil for MIDI 2.0 messages (translate them with
  /// ``ChannelMessage/midi1`` first), packets of system-exclusive messages, and undefined system messages.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init?(_ message: ChannelMessage) {
    let count: Int
    if message.isSystem, message.isDefinedSystem {
      count = message.systemByteCount
    } else if message.isMIDI1, message.status >= 0x80, message.status < 0xF0 {
      count = message.byteCount
    } else {
      return nil
    }
    self.init(message.status, count > 1 ? message.data1 : 0, count > 2 ? message.data2 : 0)
  }

  /// Returns the message. Nil if ``status`` is below 0x80, undefined, F0 or F7, or if a data byte that the message uses
  /// is above 127. Unused data bytes may have any value.
  ///
  /// - Parameter port: 0…15, masked.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func message(port: UInt8 = 0) -> ChannelMessage? {
    guard status >= 0x80 else { return nil }
    let isSystem = status >= 0xF0
    let system = ChannelMessage(system: status, port: port)
    if isSystem, !system.isDefinedSystem { return nil }
    let channel = ChannelMessage(status: status, 0, 0, port: port)
    let count = isSystem ? system.systemByteCount : channel.byteCount
    let (first, second) = (count > 1 ? data1 : 0, count > 2 ? data2 : 0)
    guard first < 0x80, second < 0x80 else { return nil }
    return isSystem
      ? ChannelMessage(system: status, first, second, port: port)
      : ChannelMessage(status: status, first, second, port: port)
  }

  /// Returns the frame in the render cycle at which a packet of an event list takes effect: the sum of the list's
  /// offset and the packet's, clamped to 0…frameCount − 1 (0 if there are no frames).
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public static func offset(list: Int64, packet: Int64 = 0, frameCount: Int) -> Int {
    let (sum, isBeyond) = list.addingReportingOverflow(packet)
    let position = isBeyond ? (list < 0 ? Int64.min : .max) : sum
    let last = Int64(max(1, frameCount)) &- 1
    return Int(max(0, min(position, last)))
  }
}
