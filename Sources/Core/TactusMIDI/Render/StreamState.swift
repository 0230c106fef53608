/// Classifies the bytes of a MIDI 1.0 stream. ``MIDIStreamParser`` and ``PacketSplitter`` share this state machine.
///
///     status ──► data ──► data ──► message; the next data byte starts another (running status)
///     F0 ──► data … ──► F7          F8…FF: anywhere, between any two of these
///
/// - F8…FF are messages wherever they occur and change no state; F9 and FD are undefined and stray.
/// - Any other status byte truncates an incomplete message, except that F7 ends a system-exclusive message. F0…F7
///   also end running status.
/// - F4, F5, an F7 without a message to end, and data bytes without a status are stray.
///
/// The state machine stores no system-exclusive data: the caller already has each byte.
///
/// Source: MIDI 1.0 Detailed Specification, "Data types" and "Running status".
/// - Thread: any
package struct StreamState: Sendable, BitwiseCopyable {
  /// The effect of one byte.
  package enum Step: Sendable {
    /// Part of an incomplete message.
    case part
    /// A byte that belongs to no message.
    case stray
    /// The last byte of a message, or its only one.
    case message(ChannelMessage)
    /// F0, the start of a system-exclusive message.
    case exclusiveBegin
    /// A data byte of the incomplete system-exclusive message.
    case exclusiveData
    /// The F7 that ends the incomplete system-exclusive message.
    case exclusiveEnd
  }

  /// The number of bytes that belong to no message.
  package private(set) var strayBytes = 0
  /// The number of messages truncated by another one.
  package private(set) var truncatedMessages = 0
  /// The status that data bytes belong to: F0 for a system-exclusive message, 0 for none.
  private var status: UInt8 = 0
  private var data1: UInt8 = 0
  /// Whether ``data1`` has been received.
  private var hasFirst = false
  /// Whether no message with ``status`` has been completed yet; later messages use running status.
  private var isFresh = false

  /// Creates the state at the start of a stream.
  package init() {}

  /// Whether a system-exclusive message is open.
  package var isExclusive: Bool { status == 0xF0 }
  /// Whether a message of any kind is incomplete.
  package var isIncomplete: Bool { isFresh || hasFirst || isExclusive }

  /// Processes the next byte.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func take(_ byte: UInt8, port: UInt8) -> Step {
    if byte < 0x80 { return takeData(byte, port: port) }
    if byte < 0xF8 { return takeStatus(byte, port: port) }
    if byte == 0xF9 || byte == 0xFD { return takeStray() }
    return .message(ChannelMessage(system: byte, port: port))
  }

  /// Discards incomplete messages; the counters keep their values.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func forget() { (status, hasFirst, isFresh) = (0, false, false) }

  private mutating func takeStray() -> Step {
    strayBytes &+= 1
    return .stray
  }

  private mutating func takeStatus(_ byte: UInt8, port: UInt8) -> Step {
    let endsExclusive = byte == 0xF7 && isExclusive
    if isIncomplete, !endsExclusive { truncatedMessages &+= 1 }
    forget()
    switch byte {
    case 0xF0:
      status = byte
      return .exclusiveBegin
    case 0xF7 where endsExclusive: return .exclusiveEnd
    case 0xF6: return .message(ChannelMessage(system: byte, port: port))
    case 0xF4, 0xF5, 0xF7: return takeStray()
    default:
      (status, isFresh) = (byte, true)
      return .part
    }
  }

  private mutating func takeData(_ byte: UInt8, port: UInt8) -> Step {
    if isExclusive { return .exclusiveData }
    guard status != 0 else { return takeStray() }
    if !hasFirst, Self.hasTwoDataBytes(status) {
      (data1, hasFirst) = (byte, true)
      return .part
    }
    let (first, second) = hasFirst ? (data1, byte) : (byte, 0)
    (hasFirst, isFresh) = (false, false)
    if status < 0xF0 { return .message(ChannelMessage(status: status, first, second, port: port)) }
    let message = ChannelMessage(system: status, first, second, port: port)
    status = 0
    return .message(message)
  }

  /// Whether messages with this status have two data bytes. Valid only for statuses with data, except F0.
  private static func hasTwoDataBytes(_ status: UInt8) -> Bool {
    status < 0xF0 ? status & 0xE0 != 0xC0 : status == 0xF2
  }
}
