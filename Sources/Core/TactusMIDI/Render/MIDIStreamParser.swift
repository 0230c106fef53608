/// Makes messages of a stream of MIDI 1.0 bytes, as a cable, a serial port or a driver delivers them: one byte after the
/// other, in pieces that end anywhere.
///
/// - **Splitting** changes nothing: parse(a + b) = parse(a), parse(b).
/// - **Real-time bytes** come out at once, wherever they stand, and disturb nothing; F9 and FD are passed over.
/// - **Running status** holds through them; system common messages and system-exclusive ones end it.
/// - **System-exclusive messages** are collected in memory of fixed size. One that any other status byte ends is left out,
///   unless ``deliversCut``; one that is too long is left out and counted.
/// - **Undefined** F4, F5 and a stray F7 end running status; data bytes without a status are counted and left out.
/// - **Times.** A message has the time of its first byte: its status, or its first data byte under running status.
///
/// It borrows the memory for system-exclusive data and writes nowhere else.
///
/// Source: MIDI 1.0 Detailed Specification, "Data types", "Running status", "Active sensing".
/// - Thread: audio or control, one at a time
public struct MIDIStreamParser {
  /// What the stream says.
  public enum Event: Sendable {
    /// A channel, system common or real-time message.
    case message(ChannelMessage)
    /// A system-exclusive message: so many data bytes in the parser's memory, F0 and F7 not among them; valid until the
    /// next byte is taken. Whether it was ended by F7; else it has been cut.
    case systemExclusive(count: Int, isWhole: Bool)
  }

  /// Something that the stream has said, and when it began.
  public struct Said: Sendable {
    /// What.
    public var event: Event
    /// The time of its first byte.
    public var time: Int64
  }

  /// Whether system-exclusive messages that another status byte ends are delivered; not safe for dumps of memory.
  public var deliversCut = false
  /// Whether note-ons of velocity 0 become the note-offs that they stand for, of velocity 64.
  public var resolvesNoteOffs = true
  /// 0…15: the port of all messages.
  public var port: UInt8
  /// Bytes that belong to no message.
  public var strayBytes: Int { state.strayBytes }
  /// Messages that another one has cut short.
  public var cutMessages: Int { state.cutMessages }
  /// System-exclusive messages that found no room.
  public private(set) var overflows = 0

  private let memory: UnsafeMutableBufferPointer<UInt8>
  private var state = StreamState()
  /// How much of the open system-exclusive message is in the memory.
  private var exclusiveCount = 0
  /// Whether the open system-exclusive message is too long.
  private var isTooLong = false
  /// The time of the first byte of what is being collected.
  private var began: Int64 = 0

  /// A parser at the beginning of a stream.
  ///
  /// - Parameters:
  ///   - memory: for the data of the longest system-exclusive message; must outlive the parser.
  ///   - port: the port of all messages, 0…15.
  public init(memory: UnsafeMutableBufferPointer<UInt8>, port: UInt8 = 0) {
    (self.memory, self.port) = (memory, port & 15)
  }

  /// The data of the system-exclusive message that has just been told.
  public var systemExclusive: UnsafePointer<UInt8>? { memory.baseAddress.map { UnsafePointer($0) } }

  /// Takes bytes that came at one time.
  ///
  /// - Parameters:
  ///   - bytes: any.
  ///   - time: in any unit.
  ///   - body: gets what has become whole, with its time.
  @inlinable public mutating func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, at time: Int64 = 0, _ body: (Event, _ time: Int64) -> Void
  ) {
    for index in 0..<bytes.count {
      let said = take(bytes[index], at: time)
      if let cut = said.cut { body(cut.event, cut.time) }
      if let whole = said.whole { body(whole.event, whole.time) }
    }
  }

  /// Takes a byte.
  ///
  /// - Returns: the system-exclusive message that it has cut, if these are delivered; and then what it has made whole.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func take(_ byte: UInt8, at time: Int64) -> (cut: Said?, whole: Said?) {
    let isCut = state.isExclusive && byte >= 0x80 && byte < 0xF7
    let cut = isCut ? end(isWhole: false) : nil
    if byte < 0xF7, byte >= 0x80 || !state.isIncomplete { began = time }
    switch state.take(byte, port: port) {
    case .part, .stray: return (cut, nil)
    case .message(let message):
      return (cut, Said(event: .message(resolved(message)), time: byte >= 0xF8 ? time : began))
    case .exclusiveBegin: (exclusiveCount, isTooLong) = (0, false)
    case .exclusiveData: collect(byte)
    case .exclusiveEnd: return (nil, end(isWhole: true))
    }
    return (cut, nil)
  }

  /// Forgets what has begun, as after a connection was lost.
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

  /// The open system-exclusive message, if it is to be told.
  private mutating func end(isWhole: Bool) -> Said? {
    if isTooLong {
      overflows &+= 1
      return nil
    }
    guard isWhole || deliversCut else { return nil }
    return Said(event: .systemExclusive(count: exclusiveCount, isWhole: isWhole), time: began)
  }

  private func resolved(_ message: ChannelMessage) -> ChannelMessage {
    guard resolvesNoteOffs, message.isSilentNoteOn else { return message }
    return ChannelMessage(status: message.status & 0x8F, message.data1, 64, port: port)
  }
}
