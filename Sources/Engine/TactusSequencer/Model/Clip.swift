import TactusTime

/// Notes and other messages as they were recorded or written.
///
/// - Thread: any
public struct Clip: Hashable, Sendable {
  /// The notes.
  public var notes: NoteList
  /// Controllers, programs, pressure, pitch bend and system-exclusive messages, in any order; at one tick they take
  /// effect in the order in which they stand here, and before the notes of that tick.
  public var messages: [ClipMessage]
  /// How long it is, in ticks; nil: until its last event.
  public var length: Tick?

  /// A clip.
  public init(notes: NoteList = [], messages: [ClipMessage] = [], length: Tick? = nil) {
    self.notes = notes
    self.messages = messages
    self.length = length
  }

  /// Where the last of its events ends.
  public var lastTick: Tick { messages.reduce(notes.end) { max($0, $1.tick) } }
}
