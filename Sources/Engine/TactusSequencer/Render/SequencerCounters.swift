/// Counts the events that a sequencer has played, delayed or dropped, and its changes of position, since its creation.
///
/// - Thread: any
public struct SequencerCounters: Hashable, Sendable, BitwiseCopyable {
  /// The number of notes started; an equal number of note-offs is eventually sent.
  public var notes: UInt64 = 0
  /// The number of events played late, at offset 0, because the host's position had advanced by a fraction of a beat.
  public var late: UInt64 = 0
  /// The number of notes not started because too many sounded or the buffer had no room.
  public var droppedNotes: UInt64 = 0
  /// Other messages not sent because the buffer had no room.
  public var droppedMessages: UInt64 = 0
  /// Input events for which the buffer had no room.
  public var droppedInput: UInt64 = 0
  /// Notes that transposition moved outside 0…127.
  public var outOfRange: UInt64 = 0
  /// The number of changes of position: seeks, jumps of the host, and starts.
  public var seeks: UInt64 = 0
  /// The number of deviations of the host's position that were small enough to be followed without a seek.
  public var corrections: UInt64 = 0
  /// Wraps of the cycle region.
  public var wraps: UInt64 = 0

  /// Creates counters at zero.
  public init() {}
}
