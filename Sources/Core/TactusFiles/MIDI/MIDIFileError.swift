/// Why a MIDI file could not be read.
///
/// - Thread: any
public enum MIDIFileError: Error, Hashable, Sendable {
  /// There is not a single byte.
  case empty(file: String)
  /// The file is something else that is well known: "a PNG picture".
  case foreign(file: String, what: String)
  /// No header was found, and nothing well known either.
  case noHeader(file: String, searched: Int)
  /// The file is larger than the limit.
  case tooLarge(file: String, bytes: Int, limit: Int)
  /// A RIFF file of form `RMID` has no `data` chunk.
  case noSong(file: String)
  /// Strict reading met a defect.
  case defect(file: String, MIDIFile.Diagnostic)
}

extension MIDIFileError: CustomStringConvertible {
  /// One sentence: the file, what is wrong with it, and what to do where there is something to do.
  public var description: String {
    switch self {
    case .empty(let file): "\(file) is empty, not a MIDI file"
    case .foreign(let file, let what): "\(file) is \(what), not a MIDI file"
    case .noHeader(let file, let searched):
      "\(file) is not a MIDI file: no header \"MThd\" in its first \(searched) bytes"
    case .tooLarge(let file, let bytes, let limit):
      "\(file) has \(bytes) bytes; a MIDI file may have \(limit) (raise the limit to read it)"
    case .noSong(let file): "\(file) is an RMID file without a song: it has no chunk \"data\""
    case .defect(let file, let diagnostic):
      "\(file): \(diagnostic.position): \(diagnostic.defect.found) (read without strict to accept it)"
    }
  }
}
