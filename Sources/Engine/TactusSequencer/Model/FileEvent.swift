import TactusMIDI
import TactusTime

/// An event of a MIDI file that plays nothing, kept so that it is there when the sequence becomes a file again.
///
/// - Thread: any
public struct FileEvent: Hashable, Sendable {
  /// Ticks from the beginning of the track.
  public var tick: Tick
  /// What it is.
  public var content: Content

  /// The kinds of such events.
  public enum Content: Hashable, Sendable {
    /// A meta event: texts, markers, key signatures and what else there is; End of Track (2F) where a track ends later
    /// than its events do.
    case meta(type: UInt8, [UInt8])
    /// The tempo of a clip file, in units of 10 ns for a quarter note; not 0.
    case tempo(tenNanoseconds: UInt32)
    /// Bytes to be sent as they are.
    case escape([UInt8], port: UInt8)
    /// A packet of a clip file.
    case packet([UInt8])
    /// A system-exclusive message without its end, after F0; it is not sent.
    case unfinished([UInt8], port: UInt8)
    /// A note-off that ends no note.
    case noteOff(ChannelMessage)
  }

  /// An event of a file.
  public init(tick: Tick, _ content: Content) { (self.tick, self.content) = (tick, content) }
}
