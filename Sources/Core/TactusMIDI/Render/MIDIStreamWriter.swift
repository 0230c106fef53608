/// The bytes of one message in a MIDI 1.0 stream: zero to twelve, in order.
///
/// - Thread: any
public struct MIDIStreamBytes: RandomAccessCollection, Hashable, Sendable, BitwiseCopyable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// Always 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of bytes, 0…12.
  public private(set) var endIndex = 0

  /// The byte at an index.
  public subscript(position: Int) -> UInt8 { byte(position) }

  /// The byte at an index, for the audio thread.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func byte(_ position: Int) -> UInt8 {
    let part = position < 8 ? low : high
    return UInt8(truncatingIfNeeded: part &>> UInt64(truncatingIfNeeded: (position & 7) &* 8))
  }

  init() {}

  mutating func add(_ byte: UInt8) {
    let bits = UInt64(byte) &<< UInt64(truncatingIfNeeded: (endIndex & 7) &* 8)
    if endIndex < 8 { low |= bits } else { high |= bits }
    endIndex &+= 1
  }
}

/// Writes messages as a stream of MIDI 1.0 bytes: the inverse of ``MIDIStreamParser``.
///
/// - **Running status** is optional: a channel message with the same status as the previous one is sent without its
///   status byte. System messages other than real-time ones end running status, as they do in a receiver.
/// - **System-exclusive packets** become F0, their data, F7. Real-time messages may occur between them. Any other
///   message truncates the system-exclusive message, as it does for every receiver; later packets without a start are
///   dropped and counted.
/// - **MIDI 2.0** messages are sent as the MIDI 1.0 messages of the default translation, at most four.
///
/// Law: parse(write(messages)) = messages, for MIDI 1.0 messages on the parser's port, if
///
/// - the parser's ``MIDIStreamParser/convertsZeroVelocities`` is off; otherwise note-ons with velocity 0 are read back
///   as note-offs;
/// - no system-exclusive message is truncated or stray (``truncatedMessages`` and ``strayPackets`` stay 0); a truncated
///   one is written without F7, and the parser drops it or delivers its incomplete data;
/// - system-exclusive messages are packed as by ``SystemExclusivePackets``, with every packet except the last one full
///   and no other message in between, because the bytes do not record how the packets were filled (real-time messages
///   between packets are read back before the message); and each message fits the parser's memory;
/// - all system messages are defined in MIDI 1.0, and unused data bytes are 0.
///
/// Source: MIDI 1.0 Detailed Specification, "Running status"; M2-104-UM, appendix D.
/// - Thread: audio or control, one at a time
public struct MIDIStreamWriter: Sendable, BitwiseCopyable {
  /// Whether a repeated status byte is omitted.
  public var usesRunningStatus: Bool
  /// The number of system-exclusive messages truncated by another message.
  public private(set) var truncatedMessages = 0
  /// The number of system-exclusive packets that were dropped because their message has no start or their form is
  /// unknown.
  public private(set) var strayPackets = 0
  private var running: UInt8 = 0
  private var isExclusive = false

  /// Creates a writer at the start of a stream.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init(usesRunningStatus: Bool = false) { self.usesRunningStatus = usesRunningStatus }

  /// Returns the bytes of a message; none for a message that does not exist in MIDI 1.0.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func bytes(of message: ChannelMessage) -> MIDIStreamBytes {
    var bytes = MIDIStreamBytes()
    switch message.word0 &>> 28 {
    case 1: writeSystem(message, &bytes)
    case 2: writeChannel(message, &bytes)
    case 3: writePacket(message, &bytes)
    case 4:
      let messages = message.translatedToMIDI1()
      for index in 0..<messages.endIndex { writeChannel(messages.message(index), &bytes) }
    default: break
    }
    return bytes
  }

  /// Discards running status and the incomplete message, for example after a connection was lost. The next message is
  /// sent with its status byte.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func reset() { (running, isExclusive) = (0, false) }

  private mutating func writeChannel(_ message: ChannelMessage, _ bytes: inout MIDIStreamBytes) {
    guard message.status >= 0x80, message.status < 0xF0 else { return }
    cutExclusive()
    if !usesRunningStatus || message.status != running { bytes.add(message.status) }
    running = message.status
    bytes.add(message.data1)
    if message.byteCount == 3 { bytes.add(message.data2) }
  }

  private mutating func writeSystem(_ message: ChannelMessage, _ bytes: inout MIDIStreamBytes) {
    let status = message.status
    guard message.isDefinedSystem else { return }
    if status < 0xF8 {
      cutExclusive()
      running = 0
    }
    bytes.add(status)
    let count = message.systemByteCount
    if count > 1 { bytes.add(message.data1) }
    if count > 2 { bytes.add(message.data2) }
  }

  private mutating func writePacket(_ message: ChannelMessage, _ bytes: inout MIDIStreamBytes) {
    guard let form = message.packetForm else { return strayPackets &+= 1 }
    let begins = form == .whole || form == .start
    if begins {
      cutExclusive()
      running = 0
      bytes.add(0xF0)
    } else if !isExclusive {
      return strayPackets &+= 1
    }
    for index in 0..<message.packetByteCount { bytes.add(message.packetByte(index)) }
    isExclusive = form == .start || form == .middle
    if !isExclusive { bytes.add(0xF7) }
  }

  private mutating func cutExclusive() {
    if isExclusive { truncatedMessages &+= 1 }
    isExclusive = false
  }
}
