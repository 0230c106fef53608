import TactusRender

extension MusicalContext {
  /// Moves on by frames of a moving transport; in a cycle around its end.
  mutating func advance(frames: Int, sampleRate: Double) {
    isChanged = false
    guard hasBeat, hasTempo, isMoving || !hasTransport else { return }
    let count = Double(frames)
    beat += (tempo + tempoSlope * count / 2) * count / (60 * sampleRate)
    tempo += tempoSlope * count
    if hasTransport, isCycling, cycleEnd > cycleStart, beat >= cycleEnd {
      let length = cycleEnd - cycleStart
      let passed = beat - cycleEnd
      // what is not within some passes is no position that can be gone on from
      let passes = passed / length
      beat = cycleStart + (passes < 1e9 ? passed - Double(Int(passes)) * length : 0)
    }
  }
}
