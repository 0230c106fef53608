/// Finds where sounds begin in a signal whose notes start at full strength, such as impulses, clicks and square bursts.
package struct OnsetDetector: Sendable {
  /// |sample| above which there is sound.
  package var threshold: Double
  /// Frames of silence that must come before a sound for it to count as a new one.
  package var gap: Int

  package init(threshold: Double = 0.01, gap: Int = 32) {
    self.threshold = threshold
    self.gap = gap
  }

  /// The frames of all onsets, ascending.
  package func onsets(in signal: some Sequence<some BinaryFloatingPoint>) -> [Int] {
    var found: [Int] = []
    var silence = gap
    for (frame, value) in signal.enumerated() {
      guard abs(Double(value)) > threshold else {
        silence += 1
        continue
      }
      if silence >= gap { found.append(frame) }
      silence = 0
    }
    return found
  }
}
