/// Whether a connection that has promised to be heard from still is.
///
/// A sender that has sent Active Sensing (FE) once sends something at least every 300 ms. When it does not, its cable has
/// been pulled: what sounds must be released. Senders that never promised may be silent for ever.
///
/// Source: MIDI 1.0 Detailed Specification, "Active sensing"; receivers wait a little longer than senders may.
/// - Thread: audio or control, one at a time
public struct ActiveSensing: Hashable, Sendable, BitwiseCopyable {
  /// How long it may be silent, in the unit of the times.
  public let timeout: Int64
  /// Whether it has promised.
  public private(set) var isPromised = false
  private var last: Int64 = 0

  /// A connection that has promised nothing.
  ///
  /// - Parameter timesPerSecond: how many units of time are in a second; the sample rate, for frames.
  public init(timesPerSecond: Int64) { timeout = max(1, timesPerSecond / 100 * 33) }

  /// Anything has come.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func heard(_ message: ChannelMessage, at time: Int64) {
    if message.isSystem, message.status == 0xFE { isPromised = true }
    last = time
  }

  /// Whether it has been lost by this time; true once, then nothing is promised any more.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func isLost(at time: Int64) -> Bool {
    guard isPromised, time &- last > timeout else { return false }
    isPromised = false
    return true
  }
}
