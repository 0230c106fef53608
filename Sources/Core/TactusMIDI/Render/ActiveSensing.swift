/// Detects that a connection with active sensing has timed out.
///
/// A sender that has sent Active Sensing (FE) once must send at least one byte every 300 ms. If it does not, the cable
/// has probably been unplugged, and sounding notes must be released. A sender that has never sent FE may be silent for
/// any length of time.
///
/// Source: MIDI 1.0 Detailed Specification, "Active sensing". A receiver waits slightly longer than a sender is allowed
/// to be silent.
/// - Thread: audio or control, one at a time
public struct ActiveSensing: Hashable, Sendable, BitwiseCopyable {
  /// The longest allowed silence, in time units.
  public let timeout: Int64
  /// Whether the sender uses active sensing.
  public private(set) var isActive = false
  private var last: Int64 = 0

  /// Creates the state of a connection on which no FE has been received.
  ///
  /// - Parameter timesPerSecond: time units per second; the sample rate if times are frames.
  public init(timesPerSecond: Int64) { timeout = max(1, timesPerSecond / 100 * 33) }

  /// Records the arrival of a message.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func receive(_ message: ChannelMessage, at time: Int64) {
    if message.isSystem, message.status == 0xFE { isActive = true }
    last = time
  }

  /// Returns true once when the connection has timed out at this time; active sensing then restarts with the next FE.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func isLost(at time: Int64) -> Bool {
    guard isActive, time &- last > timeout else { return false }
    isActive = false
    return true
  }
}
