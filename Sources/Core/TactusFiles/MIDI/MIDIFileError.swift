/// The reason why a MIDI file could not be read.
///
/// - Thread: any
public enum MIDIFileError: Error, Hashable, Sendable {
  /// The file is empty.
  case empty(file: String)
  /// The file has another known type, such as "a PNG picture".
  case foreign(file: String, what: String)
  /// The file has neither a MIDI header nor another known type.
  case noHeader(file: String, searched: Int)
  /// The file is larger than the limit.
  case tooLarge(file: String, bytes: Int, limit: Int)
  /// A RIFF file of form `RMID` has no `data` chunk.
  case noSong(file: String)
  /// Strict reading found a defect.
  case defect(file: String, MIDIFile.Diagnostic)
}

extension MIDIFileError: CustomStringConvertible {
  /// One sentence: the file, the defect, and a remedy if there is one.
  public var description: String {
    switch self {
    case .empty(let file): "\(file) is empty, not a MIDI file"
    case .foreign(let file, let what): "\(file) is \(what), not a MIDI file"
    case .noHeader(let file, let searched):
      "\(file) is not a MIDI file: no header \"MThd\" in its first \(searched) bytes"
    case .tooLarge(let file, let bytes, let limit):
      "\(file) has \(bytes) bytes; a MIDI file may have \(limit) (raise the limit to read it)"
    case .noSong(let file): "\(file) is an RMID file without a song: it has no chunk \"data\"; take another copy"
    case .defect(let file, let diagnostic):
      "\(file): \(diagnostic.position): \(diagnostic.defect.found) (read without strict to accept it)"
    }
  }
}
