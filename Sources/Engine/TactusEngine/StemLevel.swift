import CTactusKernels
import TactusFiles

/// The levels of a stem of a bounce.
///
/// - Thread: any
public struct StemLevel: Hashable, Sendable {
  /// The greatest magnitude of any sample; 1 is full scale.
  public var peak: Float
  /// Loudness and true peak; nil unless those of the mix are measured. The reduction is that of the mix, whose gain all
  /// stems get.
  public var loudness: LoudnessReport?

  /// The greatest magnitude of any sample in dBFS; nil for silence.
  public var peakDecibels: Double? { peak.decibels }

  package init(peak: Float, loudness: LoudnessReport?) { (self.peak, self.loudness) = (peak, loudness) }

  /// Returns whether every sample of the stem is 0 in a sample format, apart from dither: below half a step of an
  /// integer format, or exactly 0 in a float format.
  public func isSilent(in format: SampleFormat) -> Bool {
    peak == 0 || !format.isFloat && peak < Float(sign: .plus, exponent: -format.bitsPerSample, significand: 1)
  }
}

/// Measures one stem of a bounce.
///
/// - Thread: control
final class StemMeter {
  private var peak: Float = 0
  private let meters: SoundMeters?

  /// - Parameter isMeasured: whether the loudness and the true peak are measured.
  init(sampleRate: Int, isMeasured: Bool) { meters = isMeasured ? SoundMeters(sampleRate: sampleRate) : nil }

  func measure(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int) {
    let frames = Int32(truncatingIfNeeded: count)
    peak = max(peak, max(ctactus_peak(left, frames), ctactus_peak(right, frames)))
    meters?.measure(left, right, count: count)
  }

  /// Returns the levels; this ends the measurement.
  ///
  /// - Parameter reduction: the greatest gain reduction of the limiter in decibels.
  func level(reduction: Double) -> StemLevel {
    StemLevel(peak: peak, loudness: meters?.report(reduction: reduction))
  }
}
