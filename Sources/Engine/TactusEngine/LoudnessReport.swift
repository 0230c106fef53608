import TactusDSP

/// The loudness measurements of a bounce.
///
/// Source: ITU-R BS.1770-4, EBU R 128 and Tech 3342.
/// - Thread: any
public struct LoudnessReport: Hashable, Sendable {
  /// The integrated loudness in LUFS; nil if the whole bounce is below −70 LUFS or is shorter than 0.4 s.
  public var integrated: Double?
  /// The loudness range in LU; nil if the bounce is not longer than 3 s, or if no 3 s of it are above −70 LUFS.
  public var range: Double?
  /// The greatest magnitude at and between samples; 1 is full scale.
  public var truePeak: Float
  /// The limiter's maximum gain reduction in decibels, 0 or above.
  public var reduction: Double
  /// The change of level in decibels that gives the target loudness, if there is a target.
  var neededChange: Double?

  /// The true peak in dBTP; nil for silence.
  public var truePeakDecibels: Double? { truePeak.decibels }
}

/// The meters of two channels of a bounce: the mix or a stem.
///
/// - Thread: control
final class SoundMeters {
  private let loudness: LoudnessMeter
  private let truePeak: TruePeakMeter

  init(sampleRate: Int) {
    loudness = LoudnessMeter(sampleRate: sampleRate)
    truePeak = TruePeakMeter()
  }

  func measure(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int) {
    loudness.measure(left, right, count: count)
    truePeak.measure(left, right, count: count)
  }

  /// - Parameter target: a loudness in LUFS; nil if no change of level is needed.
  func report(reduction: Double, target: Double? = nil) -> LoudnessReport {
    var report = LoudnessReport(
      integrated: loudness.integrated(), range: loudness.range(), truePeak: truePeak.finish(), reduction: reduction)
    // a mix below the absolute gate is lifted above it first
    if let target, let loudness = report.integrated ?? loudness.integrated(gain: 70).map({ $0 - 70 }) {
      report.neededChange = change(from: loudness, to: target)
    }
    return report
  }

  /// Returns the change of level in decibels after which the loudness is `target`.
  ///
  /// The absolute gate, −70 LUFS, is that of the output. A quiet song that is raised has blocks above it that were
  /// below it before, so its loudness rises less than its level.
  private func change(from integrated: Double, to target: Double) -> Double {
    var change = target - integrated
    for _ in 0..<16 {
      guard let changed = loudness.integrated(gain: change) else { break }
      change += target - changed
      if (target - changed).magnitude < 0.001 { break }
    }
    return change
  }
}
