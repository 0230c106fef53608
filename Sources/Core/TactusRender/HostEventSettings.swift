/// The limits of a ``HostEventPort``.
///
/// - Thread: any
public struct HostEventSettings: Hashable, Sendable {
  /// How many events wait at most, those of the cycle included; 1…2²⁰ (clamped). 2,048 hold a note-off of every key of
  /// sixteen channels.
  public var capacity = 2_048
  /// How many packets of system-exclusive messages wait at most, of six bytes each; 1…2²⁰ (clamped).
  public var packetCapacity = 4_096
  /// By how many frames an event may be after the end of its cycle: it is then carried to the cycle it belongs to. One
  /// that is further is taken to be wrong, and comes on the cycle's last frame. 0: nothing is carried.
  public var horizon: Int64 = 1 << 20

  /// The limits as said with each.
  public init() {}
}
