/// Why a sequencer cannot play a sequence.
public enum SequencerError: Error, Hashable, Sendable {
  /// It has more tracks than the sequencer was made for.
  case tooManyTracks(Int, limit: Int)
}

extension SequencerError: CustomStringConvertible {
  /// A sentence for people.
  public var description: String {
    switch self {
    case .tooManyTracks(let count, let limit):
      "the sequence has \(count) tracks; this sequencer was made for \(limit) (SequencerSettings.mostTracks)"
    }
  }
}
