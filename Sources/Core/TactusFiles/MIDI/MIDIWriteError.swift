/// Why a song cannot be written as a MIDI file.
///
/// - Thread: any
public enum MIDIWriteError: Error, Hashable, Sendable {
  /// The format's header cannot hold the division.
  case division(MIDIFile.Division)
  /// More silence before a tick than a delta time can say.
  case gap(track: Int, tick: Int64)
  /// Songs of format 2 cannot become one song.
  case independentTracks(Int)
  /// Tracks that sound together cannot become songs of their own.
  case dependentTracks(Int)
  /// More tracks than the header can count.
  case trackCount(Int)
  /// A track of more than 4 GiB.
  case trackLength(track: Int)
}

extension MIDIWriteError: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .division(let division): "the format has no division \(division)"
    case .gap(let track, let tick):
      "track \(track + 1): more than \(MIDIFile.maxDelta) ticks without an event before tick \(tick)"
    case .independentTracks(let count): "\(count) independent songs (format 2) cannot be written as one"
    case .dependentTracks(let count): "\(count) tracks that sound together cannot be written as format 2"
    case .trackCount(let count): "\(count) tracks; a MIDI file can have 65535"
    case .trackLength(let track): "track \(track + 1) is longer than 4 GiB"
    }
  }
}

extension MIDIFile {
  /// The longest delta time of a Standard MIDI File.
  package static let maxDelta = 0x0FFF_FFFF
}
