/// What the bytes of a MIDI 1.0 stream are, each after those before it: the one state machine behind
/// ``MIDIStreamParser`` and ``PacketSplitter``.
///
///     status ──► data ──► data ──► message, then again from data on (running status)
///     F0 ──► data … ──► F7          F8…FF: anywhere, between any two of these
///
/// - F8…FF are messages wherever they stand and change nothing; F9 and FD are undefined and stray.
/// - F0…F7 and a new status byte end what is incomplete: it is cut. F0…F7 end running status.
/// - F4, F5, an F7 that ends nothing, and data bytes without a status are stray.
///
/// It keeps no data of system-exclusive messages: whoever asks it has the byte.
///
/// Source: MIDI 1.0 Detailed Specification, "Data types" and "Running status".
/// - Thread: any
package struct StreamState: Sendable, BitwiseCopyable {
  /// What a byte comes to.
  package enum Step: Sendable {
    /// A part of a message to come.
    case part
    /// It belongs to no message.
    case stray
    /// The last byte of a message, or the only one.
    case message(ChannelMessage)
    /// F0.
    case exclusiveBegin
    /// A data byte of the open system-exclusive message.
    case exclusiveData
    /// The F7 of the open system-exclusive message.
    case exclusiveEnd
  }

  /// Bytes that belong to no message.
  package private(set) var strayBytes = 0
  /// Messages that another one has cut short.
  package private(set) var cutMessages = 0
  /// What data bytes belong to: F0 for a system-exclusive message, 0 for nothing.
  private var status: UInt8 = 0
  private var data1: UInt8 = 0
  /// Whether ``data1`` is there.
  private var hasFirst = false
  /// Whether no message has come of ``status`` yet; later ones come by running status.
  private var isFresh = false

  /// The beginning of a stream.
  package init() {}

  /// Whether a system-exclusive message is open.
  package var isExclusive: Bool { status == 0xF0 }
  /// Whether a message of any kind has begun and is not whole.
  package var isIncomplete: Bool { isFresh || hasFirst || isExclusive }

  /// Takes the next byte.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func take(_ byte: UInt8, port: UInt8) -> Step {
    if byte < 0x80 { return takeData(byte, port: port) }
    if byte < 0xF8 { return takeStatus(byte, port: port) }
    if byte == 0xF9 || byte == 0xFD { return takeStray() }
    return .message(ChannelMessage(system: byte, port: port))
  }

  /// Forgets what has begun; the counters stay.
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
    if isIncomplete, !endsExclusive { cutMessages &+= 1 }
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

  /// Of the statuses that have data at all, and are not F0.
  private static func hasTwoDataBytes(_ status: UInt8) -> Bool {
    status < 0xF0 ? status & 0xE0 != 0xC0 : status == 0xF2
  }
}
