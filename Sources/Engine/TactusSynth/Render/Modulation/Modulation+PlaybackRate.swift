import TactusDSP

// A tone's quantities as numbers for a lane: cents become speeds.

extension Modulation {
  /// Points per output frame in 32.32 fixed point.
  func speed(cents: Double, _ voice: UnsafeMutablePointer<Voice>) -> Double {
    guard let region = voice.pointee.region else { return 1 }
    let ratio = ExactMath.ratio(cents: cents) * region.pointee.sampleRate / sampleRate
    return max(1, min(ratio, 4_096) * 0x1p32)
  }

  /// Derives the pitches between which `speed` is not clamped. A glide between two of them stays between their speeds;
  /// one that began at a clamped speed would leave all bounds.
  func setLimits(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) {
    let octaves = ExactMath.log2(region.pointee.sampleRate / sampleRate)
    voice.pointee.lane.pitch.lowest = -1_200 * (32 + octaves)
    voice.pointee.lane.pitch.highest = 1_200 * (12 - octaves)
  }
}
