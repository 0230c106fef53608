/// The reason why a sequencer cannot play a sequence.
public enum SequencerError: Error, Hashable, Sendable {
  /// The sequence has more tracks than the sequencer was created for.
  case tooManyTracks(Int, limit: Int)
}

extension SequencerError: CustomStringConvertible {
  /// The error in one sentence.
  public var description: String {
    switch self {
    case .tooManyTracks(let count, let limit):
      "the sequence has \(count) tracks; this sequencer was made for \(limit) (SequencerSettings.mostTracks)"
    }
  }
}
