/// Keeps the true peak of stereo sound below a ceiling.
///
/// It looks ahead, reduces both channels by the same gain before a peak, and recovers within a tenth of a second. Sound
/// that stays below the ceiling passes unchanged, delayed by ``latency`` frames.
public struct TruePeakLimiter: ~Copyable {
  /// The state of the audio thread; valid for the lifetime of this value.
  package let core: UnsafeMutablePointer<LimiterCore>
  private let memory: UnsafeMutablePointer<Float>
  private let counts: UnsafeMutablePointer<Int64>

  /// Creates a limiter.
  /// - Parameters:
  ///   - sampleRate: frames per second, 8,000…768,000.
  ///   - ceiling: the maximum true peak in dBTP, −60…0.
  /// - Thread: control
  public init(sampleRate: Int, ceiling: Double) {
    precondition((8_000...768_000).contains(sampleRate), "the sample rate must be 8,000 to 768,000 frames per second")
    precondition((-60...0).contains(ceiling), "the ceiling must be between -60 and 0 dBTP")
    let window = max(16, Int(Double(sampleRate) * 0.002))
    let latency = PeakScan.latency + PeakScan.run + window - 1
    let weightCount = PeakScan.phases * PeakScan.taps
    let count = weightCount + 2 * PeakScan.capacity + 2 * latency + PeakScan.run + 2 * window
    memory = .allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    counts = .allocate(capacity: 2 * window)
    counts.initialize(repeating: 0, count: 2 * window)
    let bound = PeakInterpolation.write(to: memory)
    var next = memory + weightCount
    func part(_ count: Int) -> UnsafeMutablePointer<Float> {
      defer { next += count }
      return next
    }
    core = .allocate(capacity: 1)
    core.initialize(
      to: LimiterCore(
        left: PeakScan(frames: part(PeakScan.capacity), weights: memory, bound: bound),
        right: PeakScan(frames: part(PeakScan.capacity), weights: memory, bound: bound),
        // the ceiling is lowered slightly, because a peak between the interpolated positions can be slightly higher
        ceiling: Float(ExactMath.gain(decibels: ceiling - 0.05)), window: window, latency: latency,
        release: 1 - ExactMath.exp2(-1 / (0.03 * Double(sampleRate))), delayLeft: part(latency),
        delayRight: part(latency), delayLength: latency, queueValues: part(window),
        queueFrames: counts, held: counts + window, gains: part(PeakScan.run)))
    core.pointee.reset()
  }

  deinit {
    core.deallocate()
    memory.deallocate()
    counts.deallocate()
  }
}
