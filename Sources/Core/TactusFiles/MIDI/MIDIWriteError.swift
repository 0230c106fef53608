/// The reason why a song cannot be written as a MIDI file.
///
/// - Thread: any
public enum MIDIWriteError: Error, Hashable, Sendable {
  /// The format's header cannot store the division.
  case division(MIDIFile.Division)
  /// The gap between two consecutive events is longer than the largest delta time of the format; `tick` is the position
  /// of the second event.
  case gap(track: Int, tick: Int64)
  /// The independent songs of format 2 cannot be written as one song.
  case independentTracks(Int)
  /// Tracks that play simultaneously cannot be written as independent songs.
  case dependentTracks(Int)
  /// More tracks than the header can count.
  case trackCount(Int)
  /// A track of more than 4 GiB.
  case trackLength(track: Int)
}

extension MIDIWriteError: CustomStringConvertible {
  /// The error in one sentence.
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
