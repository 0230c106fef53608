/// Frames of a stream as times of the machine's clock, and back, by a line through an anchor that each cycle renews.
///
/// - **Inverse.** `frame(atHostTime: hostTime(atFrame: f)) == f` where a frame lasts at least a tick, which it does on
///   every machine; and the host time of a host time's frame is at most half a frame and half a tick away.
/// - **Order.** Both ascend.
///
/// The line is exact rational arithmetic; a rate scalar is taken to 2⁻³². Nothing traps: distances from the anchor are
/// clamped to ±2⁶², and results saturate.
///
/// *Latency* is how many frames after its host time a destination sounds what it gets, as positive numbers; negative where
/// it must get it late. Each destination has its own.
///
/// To make the jitter of an input that is delivered "now" a constant latency, play what was stamped with host time h at
/// `frame(atHostTime: h)` + one cycle: it is then never late for the cycle that is being rendered.
/// - Thread: any (a value; the audio thread anchors its own)
public struct HostClock: Hashable, Sendable, BitwiseCopyable {
  /// Frames per second.
  public let sampleRate: SampleRate
  /// The machine's clock.
  public let timeBase: HostTimeBase
  /// The frame through which the line goes.
  public private(set) var anchorFrame: Int64 = 0
  /// The host time of that frame.
  public private(set) var anchorTime: Int64 = 0
  /// Whether there has been an anchor. Before it, frame 0 is at host time 0.
  public private(set) var isAnchored = false
  /// Ticks in a frame as a fraction, in lowest terms, by the sample rate alone.
  let nominal: TicksPerFrame
  /// The same with the rate scalar.
  private var line: TicksPerFrame

  /// A fraction; both parts are in 1 ..< 2⁶².
  struct TicksPerFrame: Hashable, Sendable, BitwiseCopyable {
    var numerator: Int64
    var denominator: Int64
  }

  /// A clock without an anchor.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - timeBase: the machine's clock.
  public init(sampleRate: SampleRate, timeBase: HostTimeBase = .nanoseconds) {
    (self.sampleRate, self.timeBase) = (sampleRate, timeBase)
    let ticks = 1_000_000_000 * Int128(timeBase.denominator) * Int128(sampleRate.denominator)
    let frames = Int128(timeBase.numerator) * Int128(sampleRate.numerator)
    var (a, b) = (ticks, frames)
    while b != 0 { (a, b) = (b, a % b) }
    nominal = Self.fitting(ticks / a, frames / a)
    line = nominal
  }

  /// A clock without an anchor, at so many frames per second (clamped to 1…2²⁰).
  public init(sampleRate: Int, timeBase: HostTimeBase = .nanoseconds) {
    self.init(sampleRate: SampleRate(sampleRate), timeBase: timeBase)
  }

  /// Ticks in a frame by the sample rate alone.
  var nominalTicks: Double { Double(nominal.numerator) / Double(nominal.denominator) }

  /// Lets the line go through a frame at a host time.
  ///
  /// - Parameter rateScalar: how long a frame lasts, as a factor of what the sample rate says; clamped to ½…2, and 1 if
  ///   it is not a number.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func anchor(frame: Int64, hostTime: Int64, rateScalar: Double = 1) {
    (anchorFrame, anchorTime, isAnchored) = (frame, hostTime, true)
    line = rateScalar == 1 ? nominal : scaled(rateScalar)
  }

  /// Lets the line go through what a host says; if it does not say both frame and host time, the line stays.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func anchor(_ stamp: HostStamp) {
    guard stamp.hasFrame, stamp.hasHostTime else { return }
    anchor(
      frame: stamp.frame, hostTime: stamp.hostTime, rateScalar: stamp.hasRateScalar ? stamp.rateScalar : 1)
  }

  /// When a frame is heard at a destination of this latency.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func hostTime(atFrame frame: Int64, latency: Int64 = 0) -> Int64 {
    let distance = Self.clamp(Int128(frame) + Int128(latency) - Int128(anchorFrame))
    let ticks = WideDivision.rounded(distance, times: Int128(line.numerator), over: Int128(line.denominator))
    return WideDivision.saturate(Int128(anchorTime) + ticks)
  }

  /// The frame that is heard at a host time at a destination of this latency: the nearest one.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func frame(atHostTime hostTime: Int64, latency: Int64 = 0) -> Int64 {
    let distance = Self.clamp(Int128(hostTime) - Int128(anchorTime))
    let frames = WideDivision.rounded(distance, times: Int128(line.denominator), over: Int128(line.numerator))
    return WideDivision.saturate(Int128(anchorFrame) + frames - Int128(latency))
  }

  /// The nominal fraction times a factor.
  @_noAllocation @_noLocks
  private func scaled(_ rateScalar: Double) -> TicksPerFrame {
    guard rateScalar == rateScalar else { return nominal }
    let factor = Int128(Int64(min(2, max(0.5, rateScalar)) * 4_294_967_296 + 0.5))
    return Self.fitting(Int128(nominal.numerator) * factor, Int128(nominal.denominator) * 4_294_967_296)
  }

  /// A fraction; rounded only where it would not fit, which takes an unheard-of time base.
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
