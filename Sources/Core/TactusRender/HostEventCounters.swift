/// The numbers of irregular events in a ``HostEventPort`` since it was created.
///
/// - Thread: any
public struct HostEventCounters: Hashable, Sendable {
  /// Events that arrived after their frame had been rendered, and were played at offset 0.
  public var late = 0
  /// Events that arrived before their cycle and waited for it.
  public var carried = 0
  /// Events that were further ahead than the horizon, and were played on the cycle's last frame.
  public var clipped = 0
  /// Messages dropped for lack of room. Messages are always dropped as a whole, and note-offs only if nothing else can
  /// be dropped.
  public var dropped = 0
  /// Arrays and packets that contained anything other than complete messages.
  public var malformed = 0

  /// Creates counters at zero.
  public init() {}
}
