/// How followers of clock and time code behave.
///
/// - Thread: any
public struct SyncSettings: Hashable, Sendable {
  /// The tempo until one is known, in quarter notes per minute.
  public var tempo = 120.0
  /// The slowest tempo that is believed.
  public var slowest = 10.0
  /// The fastest one.
  public var fastest = 1_000.0
  /// What the loop's bandwidth narrows to, in hertz.
  public var bandwidth = 0.07
  /// How long it goes on by itself when messages stay away, in seconds; then it stops.
  public var freewheel = 2.0
  /// The same for time code, after four quarter frames have failed to come: silence is how a tape tells that it stops.
  public var timeCodeFreewheel = 0.25
  /// By how many frames messages come too late, on the average: half a block where a driver rounds to blocks. They are
  /// taken to have come so much earlier; where they start something, it is caught up with. Not below 0.
  public var delay = 0.0
  /// The port that is followed, 0…15; ``firstHeard``, as all above 15: that of the first clock, start or quarter frame,
  /// until it has been silent for as long as it goes on by itself.
  public var port = firstHeard
  /// Whether 3 as rate of time code means 29.97 frames per second without dropped numbers, not 30.
  public var isNonDrop = false

  /// The ``port`` that is none yet.
  public static var firstHeard: UInt8 { 0xFF }

  /// The defaults.
  public init() {}

  /// The same within what can be computed.
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
