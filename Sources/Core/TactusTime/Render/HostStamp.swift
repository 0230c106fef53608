/// The host's time stamp for the start of a render cycle. Each part is valid only if its flag is set.
///
/// - Thread: any
public struct HostStamp: Hashable, Sendable, BitwiseCopyable {
  /// Whether ``frame`` is valid.
  public var hasFrame = false
  /// The first frame of the cycle, in the host's count.
  public var frame: Int64 = 0
  /// Whether ``hostTime`` is valid.
  public var hasHostTime = false
  /// The time of that frame, in ticks of the machine's clock.
  public var hostTime: Int64 = 0
  /// Whether ``rateScalar`` is valid.
  public var hasRateScalar = false
  /// The actual duration of a frame, divided by the nominal duration.
  public var rateScalar = 1.0

  /// Creates a stamp without any information.
  public init() {}

  /// Creates a stamp of a frame and its host time.
  public init(frame: Int64, hostTime: Int64) {
    (hasFrame, self.frame) = (true, frame)
    (hasHostTime, self.hostTime) = (true, hostTime)
  }
}
