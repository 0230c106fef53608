/// What a ``HostEventPort`` has had to do to the events that went through it, since it was made.
///
/// - Thread: any
public struct HostEventCounters: Hashable, Sendable {
  /// Came after their frame had been rendered, and were played at offset 0.
  public var late = 0
  /// Came before their cycle, and waited for it.
  public var carried = 0
  /// Were further ahead than the horizon, and were played on the cycle's last frame.
  public var clipped = 0
  /// Found no room. Whole messages each, and never a note-off while anything else could be left out.
  public var dropped = 0
  /// Arrays and packets that held something else than whole messages.
  public var malformed = 0

  /// Nothing has happened.
  public init() {}
}
