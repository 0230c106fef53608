/// What a host says of the moment at which a render cycle begins; each part holds only if its flag says so.
///
/// - Thread: any
public struct HostStamp: Hashable, Sendable, BitwiseCopyable {
  /// Whether ``frame`` holds.
  public var hasFrame = false
  /// The first frame of the cycle, in the host's counting.
  public var frame: Int64 = 0
  /// Whether ``hostTime`` holds.
  public var hasHostTime = false
  /// When that frame is due, in ticks of the machine's clock.
  public var hostTime: Int64 = 0
  /// Whether ``rateScalar`` holds.
  public var hasRateScalar = false
  /// How long a frame really lasts, as a factor of what the sample rate says.
  public var rateScalar = 1.0

  /// A stamp in which nothing is known.
  public init() {}

  /// A stamp of a frame at a host time.
  public init(frame: Int64, hostTime: Int64) {
    (hasFrame, self.frame) = (true, frame)
    (hasHostTime, self.hostTime) = (true, hostTime)
  }
}
