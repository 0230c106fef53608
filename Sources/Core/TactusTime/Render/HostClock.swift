/// Converts frames of a stream to times of the machine's clock and back. The conversion is a straight line through an
/// anchor that is updated in each cycle.
///
/// - **Inverse.** `frame(atHostTime: hostTime(atFrame: f)) == f` if a frame lasts at least one clock tick, which is
///   true on every machine. Converting a host time to a frame and back changes it by at most half a frame plus half a
///   tick.
/// - **Order.** Both conversions are monotonic.
///
/// The line uses exact rational arithmetic; a rate scalar is rounded to 2⁻³². No value causes a trap: distances from
/// the anchor are clamped to ±2⁶², and results saturate.
///
/// *Latency* is the time, in frames, from the host time of a frame until a destination plays the frame; if it is
/// negative, the destination plays the frame before that host time. Each destination has its own latency.
///
/// Live events have jitter if each is played at the start of the cycle in which it arrives. To turn this jitter into a
/// constant latency, play an event with the host time stamp h at `frame(atHostTime: h)` plus the length of a cycle.
/// This frame is never before the current cycle.
/// - Thread: any (this is a value; the audio thread sets the anchor of its own copy)
public struct HostClock: Hashable, Sendable, BitwiseCopyable {
  /// The stream's sample rate.
  public let sampleRate: SampleRate
  /// The machine's clock.
  public let timeBase: HostTimeBase
  /// The frame of the anchor.
  public private(set) var anchorFrame: Int64 = 0
  /// The host time of the anchor.
  public private(set) var anchorTime: Int64 = 0
  /// Whether an anchor has been set. Until then, frame 0 is at host time 0.
  public private(set) var isAnchored = false
  /// The clock ticks per frame as a fraction, determined from the sample rate alone.
  let nominal: TicksPerFrame
  /// The clock ticks per frame, including the rate scalar.
  private var line: TicksPerFrame

  /// A fraction whose numerator and denominator are in 1 ..< 2⁶².
  struct TicksPerFrame: Hashable, Sendable, BitwiseCopyable {
    var numerator: Int64
    var denominator: Int64
  }

  /// Creates a clock without an anchor.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - timeBase: the machine's clock.
  public init(sampleRate: SampleRate, timeBase: HostTimeBase = .nanoseconds) {
    (self.sampleRate, self.timeBase) = (sampleRate, timeBase)
    let ticks = 1_000_000_000 * Int128(timeBase.denominator) * Int128(sampleRate.denominator)
    let frames = Int128(timeBase.numerator) * Int128(sampleRate.numerator)
    let divisor = ticks.greatestCommonDivisor(with: frames)
    nominal = Self.fitting(ticks / divisor, frames / divisor)
    line = nominal
  }

  /// Creates a clock without an anchor, at a sample rate in frames per second (clamped to 1…2²⁰).
  public init(sampleRate: Int, timeBase: HostTimeBase = .nanoseconds) {
    self.init(sampleRate: SampleRate(sampleRate), timeBase: timeBase)
  }

  /// The clock ticks per frame, determined from the sample rate alone.
  var nominalTicks: Double { Double(nominal.numerator) / Double(nominal.denominator) }

  /// Sets the anchor to a frame and its host time.
  ///
  /// - Parameters:
  ///   - frame: the frame in the stream's count.
  ///   - hostTime: the time of that frame in ticks of the machine's clock.
  ///   - rateScalar: the actual duration of a frame, divided by the nominal duration; clamped to ½…2, and taken as 1 if
  ///     it is NaN.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func anchor(frame: Int64, hostTime: Int64, rateScalar: Double = 1) {
    (anchorFrame, anchorTime, isAnchored) = (frame, hostTime, true)
    line = rateScalar == 1 ? nominal : scaled(rateScalar)
  }

  /// Sets the anchor to a host's time stamp. If the stamp lacks the frame or the host time, the line is unchanged.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func anchor(_ stamp: HostStamp) {
    guard stamp.hasFrame, stamp.hasHostTime else { return }
    anchor(
      frame: stamp.frame, hostTime: stamp.hostTime, rateScalar: stamp.hasRateScalar ? stamp.rateScalar : 1)
  }

  /// Returns the host time at which a destination with this latency plays a frame.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func hostTime(atFrame frame: Int64, latency: Int64 = 0) -> Int64 {
    let distance = Self.clamp(Int128(frame) + Int128(latency) - Int128(anchorFrame))
    let ticks = WideDivision.rounded(distance, times: Int128(line.numerator), over: Int128(line.denominator))
    return WideDivision.saturate(Int128(anchorTime) + ticks)
  }

  /// Returns the frame, rounded to the nearest, that a destination with this latency plays at a host time.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func frame(atHostTime hostTime: Int64, latency: Int64 = 0) -> Int64 {
    let distance = Self.clamp(Int128(hostTime) - Int128(anchorTime))
    let frames = WideDivision.rounded(distance, times: Int128(line.denominator), over: Int128(line.numerator))
    return WideDivision.saturate(Int128(anchorFrame) + frames - Int128(latency))
  }

  /// Returns the nominal fraction multiplied by a factor.
  @_noAllocation @_noLocks
  private func scaled(_ rateScalar: Double) -> TicksPerFrame {
    guard rateScalar == rateScalar else { return nominal }
    let factor = Int128(Int64(min(2, max(0.5, rateScalar)) * 4_294_967_296 + 0.5))
    return Self.fitting(Int128(nominal.numerator) * factor, Int128(nominal.denominator) * 4_294_967_296)
  }

  /// Returns a fraction whose parts are within the limits. If necessary, both parts are halved until they fit, which
  /// rounds the fraction.
  @_noAllocation @_noLocks
  private static func fitting(_ numerator: Int128, _ denominator: Int128) -> TicksPerFrame {
    var (numerator, denominator) = (numerator, denominator)
    while numerator >= 1 << 62 || denominator >= 1 << 62 {
      numerator /= 2
      denominator /= 2
    }
    return TicksPerFrame(
      numerator: WideDivision.saturate(max(1, numerator)), denominator: WideDivision.saturate(max(1, denominator)))
  }

  @_noAllocation @_noLocks
  private static func clamp(_ distance: Int128) -> Int128 { min(max(distance, -(1 << 62)), 1 << 62) }
}
