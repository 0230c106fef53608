import TactusFiles

extension MIDISequence {
  /// The sequence that a JSON document describes; see `Documentation/Sequences.md` for what it may say.
  ///
  /// - Parameters:
  ///   - file: the document's bytes, UTF-8.
  ///   - unknown: the paths of members that nothing is known of are added to it, at most
  ///     ``SequencerSettings/namedMemberLimit``; these members are left out.
  public init(reading file: FileBytes, unknown: inout [String]) throws(DocumentError) {
    self = try Document.read(
      MIDISequence.self, in: file, limit: SequencerSettings.documentLimit, unknown: &unknown,
      mostUnknown: SequencerSettings.namedMemberLimit)
  }

  /// The sequence that a JSON document describes.
  public init(reading file: FileBytes) throws(DocumentError) {
    var unknown: [String] = []
    try self.init(reading: file, unknown: &unknown)
  }

  /// The sequence as a JSON document: UTF-8, over several lines. Law: read again it is the same.
  public func document() -> [UInt8] { Document.bytes(of: self) }
}
