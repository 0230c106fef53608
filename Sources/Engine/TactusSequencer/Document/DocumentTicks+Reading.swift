import TactusFiles
import TactusTime

extension DocumentObject {
  /// Reads a position or a duration, if present.
  func ticks(_ name: String) throws(DocumentProblem) -> Tick? { try readIfPresent(DocumentTicks.self, name)?.ticks }

  /// Reads the length of a step; a sixteenth if it is missing.
  func stepLength(_ name: String) throws(DocumentProblem) -> Tick {
    if let ticks = try readIfPresent(DocumentStepLength.self, name)?.ticks { return ticks }
    return max(1, Tick(ticksPerQuarter) / 4)
  }

  /// Reads a velocity 1…127, or a dynamic such as "mf", if present.
  func velocity(_ name: String) throws(DocumentProblem) -> UInt8? {
    try readIfPresent(DocumentVelocity.self, name)?.velocity
  }
}
