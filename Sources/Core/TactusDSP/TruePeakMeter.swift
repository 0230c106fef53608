/// Measures the true peak of stereo sound: the greatest magnitude of a digital-to-analog converter's output, including
/// values between samples.
///
/// Source: ITU-R BS.1770-4, annex 2, but with eightfold instead of fourfold oversampling.
public struct TruePeakMeter: ~Copyable {
  /// The state of the audio thread; valid for the lifetime of this value.
  package let core: UnsafeMutablePointer<TruePeakCore>
  private let memory: UnsafeMutablePointer<Float>

  /// Creates a meter.
  /// - Thread: control
  public init() {
    let weightCount = PeakScan.phases * PeakScan.taps
    memory = .allocate(capacity: weightCount + 2 * PeakScan.capacity)
    memory.initialize(repeating: 0, count: weightCount + 2 * PeakScan.capacity)
    let bound = PeakInterpolation.write(to: memory)
    let frames = memory + weightCount
    core = .allocate(capacity: 1)
    core.initialize(
      to: TruePeakCore(
        left: PeakScan(frames: frames, weights: memory, bound: bound),
        right: PeakScan(frames: frames + PeakScan.capacity, weights: memory, bound: bound)))
  }

  deinit {
    core.deallocate()
    memory.deallocate()
  }

  /// Returns the true peak of all frames, as if silence followed them; 1 is full scale. This ends the measurement.
  /// - Thread: any, while no other thread measures
  public borrowing func finish() -> Float { core.pointee.finish() }
}
