/// What a sequencer has done and what it could not do, counted since it was made.
///
/// - Thread: any
public struct SequencerCounters: Hashable, Sendable, BitwiseCopyable {
  /// Notes that began; as many note-offs are sent in the end.
  public var notes: UInt64 = 0
  /// Events that came at offset 0 because their frame had gone by: the host's position moved on by a fraction of a beat.
  public var late: UInt64 = 0
  /// Notes not begun because too many sounded or the buffer had no room.
  public var droppedNotes: UInt64 = 0
  /// Other messages not sent because the buffer had no room.
  public var droppedMessages: UInt64 = 0
  /// Events that came in and found no room in the buffer.
  public var droppedInput: UInt64 = 0
  /// Notes that transposition moved out of 0…127.
  public var outOfRange: UInt64 = 0
  /// Times that playing went on elsewhere: seeks, jumps of the host, and starts.
  public var seeks: UInt64 = 0
  /// Times that the host's position was not where it should have been, and was followed without a seek.
  public var corrections: UInt64 = 0
  /// Times that a cycle's wrap was played.
  public var wraps: UInt64 = 0

  /// Nothing yet.
  public init() {}
}
