extension MIDIFile {
  /// What can be wrong in a MIDI file.
  public enum Defect: Hashable, Sendable {
    /// Placeholder until the reader is there.
    case unknown
  }
}
