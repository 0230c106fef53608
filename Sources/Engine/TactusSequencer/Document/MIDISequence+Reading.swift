import TactusFiles

extension MIDISequence {
  /// Reads a sequence from a JSON document. `Documentation/Sequences.md` describes the format.
  ///
  /// - Parameters:
  ///   - file: the document's bytes, UTF-8.
  ///   - unknown: receives the paths of unknown members, at most ``SequencerSettings/namedMemberLimit``. Unknown
  ///     members are ignored.
  public init(reading file: FileBytes, unknown: inout [String]) throws(DocumentError) {
    self = try Document.read(
      MIDISequence.self, in: file, limit: SequencerSettings.documentLimit, unknown: &unknown,
      mostUnknown: SequencerSettings.namedMemberLimit)
  }

  /// Reads a sequence from a JSON document.
  public init(reading file: FileBytes) throws(DocumentError) {
    var unknown: [String] = []
    try self.init(reading: file, unknown: &unknown)
  }

  /// Returns the sequence as a JSON document: UTF-8, on several lines.
  ///
  /// Law: reading it returns an equal sequence. Numbers out of range, such as a velocity of 0, are written as they are
  /// played, so that every document can be read, if it keeps to the limits of ``SequencerSettings``.
  public func document() -> [UInt8] { Document.bytes(of: self) }
}
