import TactusRender

extension MusicalContext {
  /// Goes on in the same cycle, some frames later. What the host has said of its place is not said again: it may be
  /// rounded, or wrong, and is only to be judged once.
  mutating func advance(frames: Int) {
    (isChanged, isContinued) = (false, true)
    if hasTempo { tempo += tempoSlope * Double(frames) }
  }
}
