import TactusFiles
import TactusTime

extension KeyedDecodingContainer<DocumentKey> {
  /// A position or a length.
  func ticks(_ name: DocumentKey) throws -> Tick? { try decodeIfPresent(DocumentTicks.self, forKey: name)?.ticks }
}
