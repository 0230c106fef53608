import TactusMIDI
import TactusTime

/// An event of a MIDI file that plays nothing. It is kept so that it can be written when the sequence is exported.
///
/// - Thread: any
public struct FileEvent: Hashable, Sendable {
  /// Ticks from the beginning of the track.
  public var tick: Tick
  /// The event.
  public var content: Content

  /// The kinds of file event.
  public enum Content: Hashable, Sendable {
    /// A meta event: text, marker, key signature and others; also End of Track (2F) if a track ends later than its last
    /// event.
    case meta(type: UInt8, [UInt8])
    /// The tempo of a clip file, in units of 10 ns per quarter note; not 0.
    case tempo(tenNanoseconds: UInt32)
    /// An escape: bytes to be sent unchanged.
    case escape([UInt8], port: UInt8)
    /// A packet of a clip file.
    case packet([UInt8])
    /// An incomplete system-exclusive message, without F0; it is not sent.
    case unfinished([UInt8], port: UInt8)
    /// A note-off without a note.
    case noteOff(ChannelMessage)
  }

  /// Creates a file event.
  public init(tick: Tick, _ content: Content) { (self.tick, self.content) = (tick, content) }
}
