import TactusRender

extension MusicalContext {
  /// Advances by some frames within the same cycle. The host's position is not reported a second time: it may be
  /// rounded or wrong, so it must be evaluated only once.
  mutating func advance(frames: Int) {
    (isChanged, isContinued) = (false, true)
    if hasTempo { tempo += tempoSlope * Double(frames) }
  }
}
