/// The limits of a ``HostEventPort``.
///
/// - Thread: any
public struct HostEventSettings: Hashable, Sendable {
  /// The largest number of waiting events, including those of the current cycle; 1…2²⁰ (clamped). 2,048 hold a note-off
  /// for every key of sixteen channels.
  public var capacity = 2_048
  /// The largest number of waiting packets of system-exclusive messages, of six bytes each; 1…2²⁰ (clamped).
  public var packetCapacity = 4_096
  /// How many frames after the end of its cycle an event may lie and still be carried over to a later cycle. The time
  /// of an event further ahead is treated as wrong, and the event is played on the cycle's last frame. 0: nothing is
  /// carried.
  public var horizon: Int64 = 1 << 20

  /// Creates the default limits.
  public init() {}
}
