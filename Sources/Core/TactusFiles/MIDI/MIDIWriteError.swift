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
  /// One sentence: the error, and a remedy.
  public var description: String {
    switch self {
    case .division(.ticksPerQuarter(let ticks)):
      "the file cannot store \(ticks) ticks per quarter note; use 1 to 32767"
    case .division(.timecode(let frames, let ticks)):
      "the file cannot store time code of \(frames) frames a second, \(ticks) ticks a frame; "
        + "use 1 to 32767 ticks per quarter note"
    case .gap(let track, let tick):
      "track \(track + 1): more than \(MIDIFile.maxDelta) ticks without an event before tick \(tick); "
        + "insert an event in between, such as a marker, or use fewer ticks per quarter note"
    case .independentTracks(let count):
      "\(count) independent songs (format 2) cannot be written as one; write them as format 2, or one by one"
    case .dependentTracks(let count):
      "\(count) tracks that sound together cannot be written as format 2; write them as format 0 or 1"
    case .trackCount(let count): "\(count) tracks; a MIDI file can have 65535; write format 0, or merge some of them"
    case .trackLength(let track): "track \(track + 1) is longer than 4 GiB; divide it into several tracks"
    }
  }
}

extension MIDIFile {
  /// The longest delta time of a Standard MIDI File.
  package static let maxDelta = 0x0FFF_FFFF
}
