/// A message as instruments take it that have three bytes and an offset for each: `MusicDeviceMIDIEvent` and its like.
///
/// Messages of one and two bytes are filled up with zeros. System-exclusive messages have no such form; they go their own
/// way there, without a time.
///
/// - Thread: any
public struct ThreeByteMessage: Hashable, Sendable, BitwiseCopyable {
  /// The status byte, 0x80…0xFF but neither F0 nor F7.
  public var status: UInt8
  /// The first data byte; 0 where the message has none.
  public var data1: UInt8
  /// The second data byte; 0 where the message has none.
  public var data2: UInt8

  /// Three bytes as they are.
  public init(_ status: UInt8, _ data1: UInt8, _ data2: UInt8) {
    (self.status, self.data1, self.data2) = (status, data1, data2)
  }

  /// The form of a message of MIDI 1.0; nil for messages of MIDI 2.0, which ``ChannelMessage/midi1`` translates first,
  /// for packets of system-exclusive ones, and for undefined system messages.
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

  /// The message; nil where the status is none, undefined, or begins or ends a system-exclusive message, and where a data
  /// byte that counts is above 127. Data bytes that do not count may be anything.
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

  /// The frame in a cycle at which a packet of an event list takes effect: the list's offset and the packet's own together,
  /// clamped to 0…frameCount − 1 (0 where there are no frames).
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public static func offset(list: Int64, packet: Int64 = 0, frameCount: Int) -> Int {
    let (sum, isBeyond) = list.addingReportingOverflow(packet)
    let place = isBeyond ? (list < 0 ? Int64.min : .max) : sum
    let last = Int64(max(1, frameCount)) &- 1
    return Int(max(0, min(place, last)))
  }
}
