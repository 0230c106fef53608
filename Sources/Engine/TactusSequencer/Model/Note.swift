import TactusTime

/// A note of a ``Clip``: when it begins and how long it lasts, never two loose events.
///
/// - Thread: any
public struct Note: Hashable, Sendable {
  /// When it begins, in ticks from the beginning of the clip; at least 0 where it is played.
  public var onset: Tick
  /// How long it lasts, in ticks. 0, which files may have, is played as 1.
  public var duration: Tick
  /// 0…127; 60 is middle C.
  public var key: UInt8
  /// 1…127.
  public var velocity: UInt8
  /// How fast the key is let go, 0…127; 64 where nobody measured it.
  public var releaseVelocity: UInt8
  /// The channel, 0…15, unless the track names one.
  public var channel: UInt8
  /// The port, 0…15, unless the track names one.
  public var port: UInt8

  /// A note.
  public init(
    onset: Tick, duration: Tick, key: UInt8, velocity: UInt8 = 100, releaseVelocity: UInt8 = 64, channel: UInt8 = 0,
    port: UInt8 = 0
  ) {
    self.onset = onset
    self.duration = duration
    self.key = key
    self.velocity = velocity
    self.releaseVelocity = releaseVelocity
    self.channel = channel
    self.port = port
  }

  /// Where it ends, in ticks from the beginning of the clip: `onset + duration`, at most at the largest tick.
  public var end: Tick {
    let (end, isTooLarge) = onset.addingReportingOverflow(max(0, duration))
    return isTooLarge ? .max : end
  }
}
