import TactusTime

/// A note of a ``Clip`` with its onset and duration, instead of two separate events.
///
/// - Thread: any
public struct Note: Hashable, Sendable {
  /// The onset in ticks from the start of the clip; clamped to at least 0 when played.
  public var onset: Tick
  /// The duration in ticks. 0, which files may contain, is played as 1.
  public var duration: Tick
  /// The key, 0…127; 60 is middle C.
  public var key: UInt8
  /// The velocity, 1…127.
  public var velocity: UInt8
  /// The speed at which the key is released, 0…127; 64 if it was not measured.
  public var releaseVelocity: UInt8
  /// The channel, 0…15, unless the track sets one.
  public var channel: UInt8
  /// The port, 0…15, unless the track sets one.
  public var port: UInt8

  /// Creates a note.
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

  /// The end in ticks from the start of the clip: `onset + duration`, at most the largest tick.
  public var end: Tick {
    let (end, isTooLarge) = onset.addingReportingOverflow(max(0, duration))
    return isTooLarge ? .max : end
  }
}
