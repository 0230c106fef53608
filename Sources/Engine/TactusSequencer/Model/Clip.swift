import TactusTime

/// Recorded or written notes and other messages.
///
/// - Thread: any
public struct Clip: Hashable, Sendable {
  /// The notes.
  public var notes: NoteList
  /// Controllers, programs, pressure, pitch bend and system-exclusive messages, in any order. Messages at one tick take
  /// effect in the order of this array, before the notes at that tick.
  public var messages: [ClipMessage]
  /// The length in ticks; nil if the clip ends with its last event.
  public var length: Tick?

  /// Creates a clip.
  public init(notes: NoteList = [], messages: [ClipMessage] = [], length: Tick? = nil) {
    self.notes = notes
    self.messages = messages
    self.length = length
  }

  /// The tick at which the last event ends.
  public var lastTick: Tick { messages.reduce(notes.end) { max($0, $1.tick) } }
}
