/// The open MIDI inputs or outputs of a program.
///
/// - Thread: control
public protocol MIDIConnections: AnyObject {
  /// Closes them, and ends all notes.
  func stop()
  /// Returns what has happened since the last call, a sentence for each event.
  func takeRemarks() -> [String]
  /// Sets the message ports of the song whose messages follow, one bit each, and ends what the song before has left on.
  /// Call it while no session runs.
  func setPorts(_ ports: UInt16)
}

extension MIDIConnections {
  /// Does nothing, for connections that do not depend on the ports of a song.
  public func setPorts(_ ports: UInt16) {}
}
