/// The bytes by which one message is sent in a MIDI 1.0 stream: none to twelve, in order.
///
/// - Thread: any
public struct MIDIStreamBytes: RandomAccessCollection, Hashable, Sendable, BitwiseCopyable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// Always 0.
  @inlinable public var startIndex: Int { 0 }
  /// How many bytes, 0…12.
  public private(set) var endIndex = 0

  /// One of the bytes.
  public subscript(position: Int) -> UInt8 { byte(position) }

  /// The same, for the audio thread.
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
/// - **Running status** is used if it is asked for: a channel message with the status of the one before it is sent without
///   it. System messages that are not real-time end it, as they do for who reads.
/// - **System-exclusive packets** become F0, their data, F7. Real-time messages may come between them. Any other message
///   there cuts the message, as it does for every receiver; packets that follow without a start are left out and counted.
/// - **MIDI 2.0** messages are sent as the MIDI 1.0 messages of the default translation, at most four.
///
/// Law: parse(write(messages)) = messages, for messages of MIDI 1.0 on the parser's port, if
///
/// - the parser's ``MIDIStreamParser/resolvesNoteOffs`` is off: else note-ons of velocity 0 come back as note-offs;
/// - no system-exclusive message is cut or stray (``cutMessages`` and ``strayPackets`` stay 0): what is cut is written
///   without F7, and the parser leaves it out or delivers what there was;
/// - system-exclusive messages come as ``SystemExclusivePackets`` makes them, all but the last packet full, with nothing
///   between: the bytes say nothing of how packets were filled. Real-time messages between packets come back before the
///   message; and the message must fit the parser's memory;
/// - system messages are defined ones, and bytes that a message does not have are 0.
///
/// Source: MIDI 1.0 Detailed Specification, "Running status"; M2-104-UM, appendix D.
/// - Thread: audio or control, one at a time
public struct MIDIStreamWriter: Sendable, BitwiseCopyable {
  /// Whether a status that repeats is left out.
  public var usesRunningStatus: Bool
  /// System-exclusive messages that another message has cut short.
  public private(set) var cutMessages = 0
  /// Packets of system-exclusive messages that were left out: continued without a start, or of no known form.
  public private(set) var strayPackets = 0
  private var running: UInt8 = 0
  private var isExclusive = false

  /// A writer at the beginning of a stream.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init(usesRunningStatus: Bool = false) { self.usesRunningStatus = usesRunningStatus }

  /// The bytes of a message; none for what MIDI 1.0 cannot say.
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

  /// Forgets running status and what is open, as after a connection was lost: the next message has its status.
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
    if isExclusive { cutMessages &+= 1 }
    isExclusive = false
  }
}
