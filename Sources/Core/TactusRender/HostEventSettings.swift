/// The limits of a ``HostEventPort``.
///
/// - Thread: any
public struct HostEventSettings: Hashable, Sendable {
  /// The maximum number of waiting events, including those of the current cycle; 1…2²⁰ (clamped). The default, 2,048,
  /// is enough for a note-off for every key of sixteen channels.
  public var capacity = 2_048
  /// The maximum number of waiting packets of system-exclusive messages, with up to six bytes each; 1…2²⁰ (clamped).
  public var packetCapacity = 4_096
  /// How far ahead an event may be: the number of frames after the end of the cycle in which it arrives. An event on
  /// one of these frames is carried over to a later cycle. The time of an event further ahead is considered wrong, and
  /// the event is played on the last frame of the cycle in which it arrives. If this is 0, no event is carried over.
  public var horizon: Int64 = 1 << 20

  /// Creates the default limits.
  public init() {}
}
