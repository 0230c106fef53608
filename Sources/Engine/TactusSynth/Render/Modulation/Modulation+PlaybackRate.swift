import TactusDSP

// Converts pitch in cents to a lane's playback rate.

extension Modulation {
  /// Returns the playback rate, in points per output frame in 32.32 fixed point.
  func speed(cents: Double, _ voice: UnsafeMutablePointer<Voice>) -> Double {
    guard let region = voice.pointee.region else { return 1 }
    let ratio = ExactMath.ratio(cents: cents) * region.pointee.sampleRate / sampleRate
    return max(1, min(ratio, 4_096) * 0x1p32)
  }

  /// Derives the range of pitches for which `speed` is not clamped. A ramp between two such pitches stays between their
  /// rates; a ramp that started at a clamped rate could exceed any bound.
  func setLimits(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) {
    let octaves = ExactMath.log2(region.pointee.sampleRate / sampleRate)
    voice.pointee.lane.pitch.lowest = -1_200 * (32 + octaves)
    voice.pointee.lane.pitch.highest = 1_200 * (12 - octaves)
  }
}
