import TactusMIDI
import TactusTime

/// What a clip or a pattern plays that is no note.
///
/// - Thread: any
public struct ClipMessage: Hashable, Sendable {
  /// When it takes effect, in ticks from the beginning of the clip; at least 0 where it is played.
  public var tick: Tick
  /// What happens.
  public var content: Content

  /// What a message says.
  public enum Content: Hashable, Sendable {
    /// A controller, a program, pressure or the pitch bend; its channel and port count unless the track names them.
    /// Note-ons and note-offs are left out where it is played: notes are ``Note``s, which always end.
    case channel(ChannelMessage)
    /// What stands between F0 and F7, and the port that it goes to.
    case systemExclusive([UInt8], port: UInt8)
  }

  /// A message.
  public init(tick: Tick, _ content: Content) { (self.tick, self.content) = (tick, content) }

  /// A channel message.
  public init(tick: Tick, _ message: ChannelMessage) { self.init(tick: tick, .channel(message)) }

  /// A controller's value, 0…127 each.
  public static func controller(_ number: UInt8, _ value: UInt8, at tick: Tick, channel: UInt8 = 0) -> ClipMessage {
    ClipMessage(tick: tick, ChannelMessage(status: 0xB0 | channel & 15, number, value))
  }

  /// A program, 0…127.
  public static func program(_ number: UInt8, at tick: Tick, channel: UInt8 = 0) -> ClipMessage {
    ClipMessage(tick: tick, ChannelMessage(status: 0xC0 | channel & 15, number))
  }
}

extension ClipMessage {
  /// Whether it is a note-on or a note-off, and so left out where it is played or written.
  var isOfNote: Bool { if case .channel(let message) = content { message.isOfNote } else { false } }
}

extension ChannelMessage {
  /// Whether it begins or ends a note.
  var isOfNote: Bool { startsNote || endsNote }
}
