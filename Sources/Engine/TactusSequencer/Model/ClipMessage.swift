import TactusMIDI
import TactusTime

/// An event of a clip or a pattern other than a note.
///
/// - Thread: any
public struct ClipMessage: Hashable, Sendable {
  /// The time in ticks from the start of the clip; clamped to at least 0 when played.
  public var tick: Tick
  /// The message.
  public var content: Content

  /// The kinds of message.
  public enum Content: Hashable, Sendable {
    /// A controller, program, pressure or pitch bend message. Its channel and port apply unless the track sets them.
    /// Note-ons and note-offs are skipped during playback; store notes as ``Note``s, which always end.
    case channel(ChannelMessage)
    /// The bytes between F0 and F7, and the port to send them to.
    case systemExclusive([UInt8], port: UInt8)
  }

  /// Creates a message.
  public init(tick: Tick, _ content: Content) { (self.tick, self.content) = (tick, content) }

  /// Creates a channel message.
  public init(tick: Tick, _ message: ChannelMessage) { self.init(tick: tick, .channel(message)) }

  /// Creates a controller message; number and value are 0…127.
  public static func controller(_ number: UInt8, _ value: UInt8, at tick: Tick, channel: UInt8 = 0) -> ClipMessage {
    ClipMessage(tick: tick, ChannelMessage(status: 0xB0 | channel & 15, number, value))
  }

  /// Creates a program change, 0…127.
  public static func program(_ number: UInt8, at tick: Tick, channel: UInt8 = 0) -> ClipMessage {
    ClipMessage(tick: tick, ChannelMessage(status: 0xC0 | channel & 15, number))
  }
}

extension ClipMessage {
  /// Whether this is a note-on or a note-off. Such a message is neither played nor written to a file.
  var isOfNote: Bool { if case .channel(let message) = content { message.isOfNote } else { false } }
}

extension ChannelMessage {
  /// Whether the message starts or ends a note.
  var isOfNote: Bool { startsNote || endsNote }
}
