import TactusFiles
import TactusTime

extension KeyedDecodingContainer<DocumentKey> {
  /// Decodes a position or a duration, if present.
  func ticks(_ name: DocumentKey) throws -> Tick? { try decodeIfPresent(DocumentTicks.self, forKey: name)?.ticks }

  /// Decodes the length of a step; a sixteenth if it is missing.
  func stepLength(_ name: DocumentKey) throws -> Tick {
    if let ticks = try decodeIfPresent(DocumentStepLength.self, forKey: name)?.ticks { return ticks }
    return max(1, Tick(DocumentContext.current?.ticksPerQuarter ?? SequencerSettings.ticksPerQuarter) / 4)
  }

  /// Decodes a velocity 1…127, or a dynamic such as "mf", if present.
  func velocity(_ name: DocumentKey) throws -> UInt8? {
    try decodeIfPresent(DocumentVelocity.self, forKey: name)?.velocity
  }
}
