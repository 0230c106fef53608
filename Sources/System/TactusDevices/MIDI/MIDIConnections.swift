/// The open MIDI inputs or outputs of a program.
///
/// - Thread: control
public protocol MIDIConnections: AnyObject {
  /// Closes them, and ends all notes.
  func stop()
  /// Returns what has happened since the last call, a sentence for each event.
  func takeRemarks() -> [String]
}
