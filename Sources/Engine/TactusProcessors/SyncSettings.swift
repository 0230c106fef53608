/// The settings of the followers of MIDI clock and time code.
///
/// - Thread: any
public struct SyncSettings: Hashable, Sendable {
  /// The assumed tempo in quarter notes per minute until one is known.
  public var tempo = 120.0
  /// The slowest plausible tempo.
  public var slowest = 10.0
  /// The fastest plausible tempo.
  public var fastest = 1_000.0
  /// The bandwidth to which the loop narrows, in hertz.
  public var bandwidth = 0.07
  /// The time in seconds for which a follower continues without messages before it stops.
  public var freewheel = 2.0
  /// The time in seconds for which a time code follower continues after four missing quarter frames before it stops. It
  /// is short, because silence indicates that a tape has stopped.
  public var timeCodeFreewheel = 0.25
  /// The average lateness of messages in frames: half a block for drivers that round to blocks. It is subtracted from
  /// arrival times; playback, which starts when a message arrives, then catches up by this amount. The value is clamped
  /// to 0…1,000,000.
  public var delay = 0.0
  /// The port to follow, 0…15. ``firstHeard``, like all values above 15, follows the port of the first clock, start or
  /// quarter frame, until that port has been silent for longer than the follower continues without messages.
  public var port = firstHeard
  /// Whether the time-code rate 3 means 29.97 frames per second without dropped numbers, instead of 30.
  public var isNonDrop = false

  /// The value of ``port`` for the first active port.
  public static var firstHeard: UInt8 { 0xFF }

  /// Creates the default settings.
  public init() {}

  /// The settings clamped to usable ranges.
  var clamped: SyncSettings {
    func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double {
      value >= low ? (value <= high ? value : high) : low
    }
    var settings = self
    settings.slowest = clamp(slowest, 1, 10_000)
    settings.fastest = clamp(fastest, settings.slowest, 10_000)
    settings.tempo = clamp(tempo, settings.slowest, settings.fastest)
    settings.bandwidth = clamp(bandwidth, 0.001, 10)
    settings.freewheel = clamp(freewheel, 0, 3_600)
    settings.timeCodeFreewheel = clamp(timeCodeFreewheel, 0, 3_600)
    settings.delay = clamp(delay, 0, 1e6)
    return settings
  }
}
