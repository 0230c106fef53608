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
  public private(set) var strayBytes = 0
  /// Messages that another one has cut short.
  public private(set) var cutMessages = 0
  /// System-exclusive messages that found no room.
  public private(set) var overflows = 0

  private let memory: UnsafeMutableBufferPointer<UInt8>
  /// What is being collected: 0 for nothing, F0 for a system-exclusive message, else what data bytes belong to.
  private var status: UInt8 = 0
  private var dataCount = 0
  private var data1: UInt8 = 0
  /// Whether no message has come of ``status`` yet; later ones come by running status.
  private var isFresh = false
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
    if byte >= 0xF8 {
      guard byte != 0xF9, byte != 0xFD else {
        strayBytes &+= 1
        return (nil, nil)
      }
      return (nil, Said(event: .message(ChannelMessage(system: byte, port: port)), time: time))
    }
    if byte >= 0x80 {
      let ended = end(by: byte)
      let begun = begin(byte, at: time)
      return byte == 0xF7 ? (nil, ended) : (ended, begun)
    }
    if status == 0xF0 {
      collect(byte)
    } else if status >= 0x80 {
      return (nil, add(byte, at: time))
    } else {
      strayBytes &+= 1
    }
    return (nil, nil)
  }

  /// Forgets what has begun, as after a connection was lost.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func reset() { (status, dataCount, isFresh) = (0, 0, false) }

  /// How many data bytes follow a status.
  private static func dataLength(_ status: UInt8) -> Int {
    switch status {
    case 0xF2: 2
    case 0xF1, 0xF3: 1
    default: status & 0xE0 == 0xC0 ? 1 : 2
    }
  }

  /// What was open when a status byte came.
  private mutating func end(by byte: UInt8) -> Said? {
    defer { dataCount = 0 }
    if status == 0xF0 {
      if isTooLong {
        overflows &+= 1
      } else if byte == 0xF7 {
        return Said(event: .systemExclusive(count: dataCount, isWhole: true), time: began)
      } else {
        cutMessages &+= 1
        if deliversCut { return Said(event: .systemExclusive(count: dataCount, isWhole: false), time: began) }
      }
    } else if dataCount > 0 || isFresh {
      cutMessages &+= 1
    } else if byte == 0xF7 {
      strayBytes &+= 1
    }
    return nil
  }

  private mutating func begin(_ byte: UInt8, at time: Int64) -> Said? {
    (status, began, isTooLong, isFresh) = (byte, time, false, true)
    guard byte == 0xF6 || byte == 0xF4 || byte == 0xF5 || byte == 0xF7 else { return nil }
    (status, isFresh) = (0, false)
    if byte == 0xF6 { return Said(event: .message(ChannelMessage(system: byte, port: port)), time: time) }
    if byte != 0xF7 { strayBytes &+= 1 }
    return nil
  }

  private mutating func collect(_ byte: UInt8) {
    guard dataCount < memory.count else {
      isTooLong = true
      return
    }
    memory[dataCount] = byte
    dataCount &+= 1
  }

  private mutating func add(_ byte: UInt8, at time: Int64) -> Said? {
    let length = Self.dataLength(status)
    if dataCount == 0, !isFresh { began = time }
    dataCount &+= 1
    if dataCount < length {
      data1 = byte
      return nil
    }
    let (first, second) = length == 1 ? (byte, 0) : (data1, byte)
    (dataCount, isFresh) = (0, false)
    if status < 0xF0 { return Said(event: .message(channelMessage(first, second)), time: began) }
    let message = ChannelMessage(system: status, first, second, port: port)
    status = 0
    return Said(event: .message(message), time: began)
  }

  private func channelMessage(_ data1: UInt8, _ data2: UInt8) -> ChannelMessage {
    if resolvesNoteOffs, status & 0xF0 == 0x90, data2 == 0 {
      return ChannelMessage(status: status & 0x8F, data1, 64, port: port)
    }
    return ChannelMessage(status: status, data1, data2, port: port)
  }
}
