/// Parses a stream of MIDI 1.0 bytes, as a cable, a serial port or a driver delivers them. The stream may be split
/// anywhere.
///
/// - **Splitting** has no effect: parse(a + b) = parse(a) followed by parse(b).
/// - **Real-time bytes** are delivered at once, wherever they occur, and do not affect other messages. F9 and FD are
///   ignored.
/// - **Running status** continues across real-time bytes. System common and system-exclusive messages end it.
/// - **System-exclusive messages** are collected in memory of fixed size. A message that is ended by a status byte
///   other than F7 is dropped, unless ``deliversTruncated`` is set. A message that is too long is dropped and counted.
/// - **Undefined bytes** F4 and F5 and a stray F7 end running status. Data bytes without a status are counted and
///   dropped.
/// - **Times.** A message has the time of its first byte: its status, or its first data byte under running status.
///
/// The parser borrows the memory for system-exclusive data and writes nowhere else.
///
/// Source: MIDI 1.0 Detailed Specification, "Data types", "Running status", "Active sensing".
/// - Thread: audio or control, one at a time
public struct MIDIStreamParser {
  /// The result of parsing.
  public enum Event: Sendable {
    /// A channel, system common or real-time message.
    case message(ChannelMessage)
    /// A system-exclusive message with `count` data bytes in the parser's memory, without F0 and F7; valid until the
    /// next byte is parsed. `isWhole` is true if F7 ended it, false if it was truncated.
    case systemExclusive(count: Int, isWhole: Bool)
  }

  /// A parsed event and the time at which it began.
  public struct Parsed: Sendable {
    /// The event.
    public var event: Event
    /// The time of its first byte.
    public var time: Int64
  }

  /// Whether system-exclusive messages that are ended by a status byte other than F7 are delivered. Do not use this for
  /// memory dumps, because they would be incomplete.
  public var deliversTruncated = false
  /// Whether note-ons with velocity 0 are converted to note-offs with velocity 64.
  public var convertsZeroVelocities = true
  /// The port of all messages, 0…15.
  public var port: UInt8
  /// The number of bytes that belong to no message.
  public var strayBytes: Int { state.strayBytes }
  /// The number of messages truncated by another one.
  public var truncatedMessages: Int { state.truncatedMessages }
  /// The number of system-exclusive messages that were too long for the memory.
  public private(set) var overflows = 0

  private let memory: UnsafeMutableBufferPointer<UInt8>
  private var state = StreamState()
  /// The number of bytes of the incomplete system-exclusive message in the memory.
  private var exclusiveCount = 0
  /// Whether the incomplete system-exclusive message is too long.
  private var isTooLong = false
  /// The time of the first byte of the message being collected.
  private var began: Int64 = 0

  /// Creates a parser at the start of a stream.
  ///
  /// - Parameters:
  ///   - memory: memory for the data of the longest system-exclusive message; must outlive the parser.
  ///   - port: the port of all messages, 0…15.
  public init(memory: UnsafeMutableBufferPointer<UInt8>, port: UInt8 = 0) {
    (self.memory, self.port) = (memory, port & 15)
  }

  /// The data of the system-exclusive message that was last delivered.
  public var systemExclusive: UnsafePointer<UInt8>? { memory.baseAddress.map { UnsafePointer($0) } }

  /// Parses bytes that arrived at the same time.
  ///
  /// - Parameters:
  ///   - bytes: the bytes to parse.
  ///   - time: the arrival time, in any unit.
  ///   - body: receives each completed event with its time.
  @inlinable public mutating func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, at time: Int64 = 0, _ body: (Event, _ time: Int64) -> Void
  ) {
    for index in 0..<bytes.count {
      let parsed = take(bytes[index], at: time)
      if let cut = parsed.cut { body(cut.event, cut.time) }
      if let whole = parsed.whole { body(whole.event, whole.time) }
    }
  }

  /// Parses one byte.
  ///
  /// - Returns: the system-exclusive message that this byte truncates, if such messages are delivered, and the message
  ///   that it completes.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func take(_ byte: UInt8, at time: Int64) -> (cut: Parsed?, whole: Parsed?) {
    let isCut = state.isExclusive && byte >= 0x80 && byte < 0xF7
    let cut = isCut ? end(isWhole: false) : nil
    if byte < 0xF7, byte >= 0x80 || !state.isIncomplete { began = time }
    switch state.take(byte, port: port) {
    case .part, .stray: return (cut, nil)
    case .message(let message):
      return (cut, Parsed(event: .message(resolved(message)), time: byte >= 0xF8 ? time : began))
    case .exclusiveBegin: (exclusiveCount, isTooLong) = (0, false)
    case .exclusiveData: collect(byte)
    case .exclusiveEnd: return (nil, end(isWhole: true))
    }
    return (cut, nil)
  }

  /// Discards incomplete messages, for example after a connection was lost.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func reset() { state.forget() }

  private mutating func collect(_ byte: UInt8) {
    guard exclusiveCount < memory.count else {
      isTooLong = true
      return
    }
    memory[exclusiveCount] = byte
    exclusiveCount &+= 1
  }

  /// Returns the collected system-exclusive message if it is to be delivered.
  private mutating func end(isWhole: Bool) -> Parsed? {
    if isTooLong {
      overflows &+= 1
      return nil
    }
    guard isWhole || deliversTruncated else { return nil }
    return Parsed(event: .systemExclusive(count: exclusiveCount, isWhole: isWhole), time: began)
  }

  private func resolved(_ message: ChannelMessage) -> ChannelMessage {
    guard convertsZeroVelocities, message.isSilentNoteOn else { return message }
    return ChannelMessage(status: message.status & 0x8F, message.data1, 64, port: port)
  }
}
