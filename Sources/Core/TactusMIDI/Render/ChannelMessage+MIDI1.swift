/// The MIDI 1.0 translation of one channel message: zero to four messages, in order.
///
/// - Thread: any
public struct MIDI1Messages: RandomAccessCollection, Sendable {
  private var words: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
  /// Always 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of messages, 0…4.
  public private(set) var endIndex = 0

  /// The message at an index.
  public subscript(position: Int) -> ChannelMessage { message(position) }

  /// The message at an index, for the audio thread.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func message(_ position: Int) -> ChannelMessage {
    let word =
      switch position {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    return ChannelMessage(word0: word)
  }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init() {}

  mutating func add(_ message: ChannelMessage) {
    switch endIndex {
    case 0: words.0 = message.word0
    case 1: words.1 = message.word0
    case 2: words.2 = message.word0
    default: words.3 = message.word0
    }
    endIndex = Swift.min(endIndex &+ 1, 4)
  }
}

extension ChannelMessage {
  init(word0: UInt32) {
    self.word0 = word0
    word1 = 0
  }

  /// Creates a message from its packet words: message type 2 with one word, or 4 with two.
  @inlinable public init(word0: UInt32, word1: UInt32) {
    self.word0 = word0
    self.word1 = word1
  }

  /// Whether this is a MIDI 2.0 message (message type 4).
  @inlinable public var isMIDI2: Bool { word0 &>> 28 == 4 }

  /// The message in MIDI 1.0. A MIDI 1.0 message is returned unchanged; a MIDI 2.0 message is converted by the default
  /// translation.
  ///
  /// Values lose their low bits, but a note-on's velocity never becomes 0. Registered and assignable controllers become
  /// four messages, and a program change with a bank becomes three. Messages without a MIDI 1.0 equivalent produce no
  /// message: per-note controllers, relative controllers, and controllers 0, 6, 32, 38 and 98…101, which other MIDI 2.0
  /// messages replace.
  ///
  /// Source: M2-104-UM, appendix D.
  /// - Thread: any
  public var midi1: MIDI1Messages { translatedToMIDI1() }

  /// The message in MIDI 1.0, for the audio thread.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func translatedToMIDI1() -> MIDI1Messages {
    var list = MIDI1Messages()
    guard isMIDI2 else {
      list.add(self)
      return list
    }
    let value = UInt8(truncatingIfNeeded: word1 &>> 25)
    switch status & 0xF0 {
    case 0x80: list.add(translated(data1, value))
    case 0x90: list.add(translated(data1, value == 0 ? 1 : value))
    case 0xA0: list.add(translated(data1, value))
    case 0xB0:
      if !Self.isReplaced(controller: data1) { list.add(translated(data1, value)) }
    case 0xC0: appendProgram(to: &list)
    case 0xD0: list.add(translated(value, 0))
    case 0xE0: list.add(translated(UInt8(truncatingIfNeeded: word1 &>> 18) & 127, value))
    case 0x20: appendParameter(to: &list, 101, 100, value)
    case 0x30: appendParameter(to: &list, 99, 98, value)
    default: break
    }
    return list
  }

  private static func isReplaced(controller: UInt8) -> Bool {
    switch controller {
    case 0, 6, 32, 38, 98...101: true
    default: false
    }
  }

  private func translated(_ data1: UInt8, _ data2: UInt8) -> ChannelMessage {
    ChannelMessage(status: status, data1, data2, port: port)
  }

  private func controller(_ number: UInt8, _ value: UInt8) -> ChannelMessage {
    ChannelMessage(status: 0xB0 | channel, number, value, port: port)
  }

  private func appendProgram(to list: inout MIDI1Messages) {
    if word0 & 1 == 1 {
      list.add(controller(0, UInt8(truncatingIfNeeded: word1 &>> 8)))
      list.add(controller(32, UInt8(truncatingIfNeeded: word1)))
    }
    list.add(translated(UInt8(truncatingIfNeeded: word1 &>> 24), 0))
  }

  private func appendParameter(to list: inout MIDI1Messages, _ msb: UInt8, _ lsb: UInt8, _ value: UInt8) {
    list.add(controller(msb, data1))
    list.add(controller(lsb, UInt8(truncatingIfNeeded: word0)))
    list.add(controller(6, value))
    list.add(controller(38, UInt8(truncatingIfNeeded: word1 &>> 18)))
  }
}
