import TactusFiles
import TactusTime

extension KeyedDecodingContainer<DocumentKey> {
  /// A position or a length.
  func ticks(_ name: DocumentKey) throws -> Tick? { try decodeIfPresent(DocumentTicks.self, forKey: name)?.ticks }

  /// The length of a step; a sixteenth where it is left out.
  func stepLength(_ name: DocumentKey) throws -> Tick {
    if let ticks = try decodeIfPresent(DocumentStepLength.self, forKey: name)?.ticks { return ticks }
    return max(1, Tick(DocumentContext.current?.ticksPerQuarter ?? SequencerSettings.ticksPerQuarter) / 4)
  }

  /// A velocity 1…127, or a dynamic such as "mf".
  func velocity(_ name: DocumentKey) throws -> UInt8? {
    try decodeIfPresent(DocumentVelocity.self, forKey: name)?.velocity
  }
}
