import Foundation

/// The difference of a signal from a reference signal.
package struct AudioDifference: CustomStringConvertible, Sendable {
  /// Largest |difference| over the reference's largest |sample|, in dB; −∞ if equal.
  package var peakLevel: Double
  /// RMS of the difference over the RMS of the reference, in dB.
  package var rmsLevel: Double
  /// The first frame whose difference exceeds the tolerance, or nil.
  package var firstFrame: Int?
  /// The frame of the largest difference.
  package var worstFrame: Int
  /// The segment with the largest RMS of the difference, and that over the reference's peak in dB.
  package var worstWindow: Range<Int>
  package var worstWindowLevel: Double
  /// The reference's largest |sample|.
  package var referencePeak: Double
  /// Set if the signals differ in length; the shorter one is extended with silence.
  package var lengths: (candidate: Int, reference: Int)?

  package var description: String {
    func dB(_ level: Double) -> String { String(format: "%.1f dB", level) }
    var text = "difference \(dB(peakLevel)) of peak \(referencePeak) at frame \(worstFrame), \(dB(rmsLevel)) RMS"
    text += ", worst window \(worstWindow) \(dB(worstWindowLevel))"
    if let firstFrame { text += ", first at frame \(firstFrame)" }
    if let lengths { text += ", lengths \(lengths.candidate) and \(lengths.reference)" }
    return text
  }
}

/// Measures the difference between two signals.
///
/// - Parameters:
///   - candidate: the signal under test.
///   - reference: the reference signal. If it is all silence, levels are relative to full scale 1.
///   - window: frames per segment for `worstWindow`.
///   - floor: levels are relative to the reference's peak (or RMS), but to nothing lower than this.
///   - tolerance: what `firstFrame` overlooks, relative to the reference's peak (1e-5 is −100 dB).
package func compareAudio(
  _ candidate: some Collection<some BinaryFloatingPoint>, to reference: [Double], window: Int = 256,
  tolerance: Double = 1e-5, floor: Double = 0
) -> AudioDifference {
  var difference = candidate.map { Double($0) }
  let lengths = difference.count == reference.count ? nil : (difference.count, reference.count)
  difference += [Double](repeating: 0, count: max(reference.count - difference.count, 0))
  for (index, value) in reference.enumerated() { difference[index] -= value }

  let loudest = peak(reference)
  let scale = max(loudest, floor) > 0 ? max(loudest, floor) : 1
  let referenceRMS = max(rms(reference[...]), floor)
  let worst = difference.indices.max { abs(difference[$0]) < abs(difference[$1]) } ?? 0
  var worstWindow = 0..<0
  var worstRMS = 0.0
  for start in stride(from: 0, to: difference.count, by: window) {
    let range = start..<min(start + window, difference.count)
    let level = rms(difference[range])
    if worstWindow.isEmpty || level > worstRMS { (worstWindow, worstRMS) = (range, level) }
  }
  return AudioDifference(
    peakLevel: decibels(peak(difference) / scale),
    rmsLevel: decibels(rms(difference[...]) / (referenceRMS > 0 ? referenceRMS : 1)),
    firstFrame: difference.firstIndex { !(abs($0) <= tolerance * scale) }, worstFrame: worst,
    worstWindow: worstWindow, worstWindowLevel: decibels(worstRMS / scale), referencePeak: loudest, lengths: lengths)
}

/// The largest |sample|; NaN if there is one in it.
package func peak(_ signal: some Sequence<Double>) -> Double {
  signal.reduce(0) { $1.isNaN ? $1 : ($0.isNaN || $0 > abs($1) ? $0 : abs($1)) }
}

/// The root of the mean square; 0 for nothing.
package func rms(_ signal: ArraySlice<Double>) -> Double {
  signal.isEmpty ? 0 : (signal.reduce(0) { $0 + $1 * $1 } / Double(signal.count)).squareRoot()
}

/// A factor in decibels; −∞ for 0.
package func decibels(_ factor: Double) -> Double { 20 * log10(abs(factor)) }
