import TactusTime

/// The index ranges of the notes and messages of one pass.
///
/// Passes that start at different positions of the song's grid have different swing, so each has its own notes and
/// messages, with ticks from the start of the pass.
struct LanePart: BitwiseCopyable {
  var notes: Bounds
  var messages: Bounds

  /// The first index, and the index after the last.
  struct Bounds: BitwiseCopyable {
    var first: Int
    var end: Int
  }
}

extension Lane {
  /// Returns the part for a pass that starts at a tick of the song.
  func part(ofPassAt begin: Tick) -> LanePart {
    guard let parts, partCount > 1 else {
      return LanePart(notes: .init(first: 0, end: noteCount), messages: .init(first: 0, end: messageCount))
    }
    let period = gridSpacing &* Tick(partCount)
    let rest = (begin &- start) % period
    return parts[Int((rest < 0 ? rest &+ period : rest) / gridSpacing)]
  }

  /// Returns the index of the first note of a part that starts at or after a tick of the pass. O(log notes).
  func firstNote(notBefore tick: Tick, in part: LanePart) -> Int {
    guard let notes else { return 0 }
    let first = notes + part.notes.first
    return part.notes.first &+ Bisection.first(below: part.notes.end &- part.notes.first) { first[$0].tick < tick }
  }

  /// Returns the index of the first message of a part at or after a tick of the pass. O(log messages).
  func firstMessage(notBefore tick: Tick, in part: LanePart) -> Int {
    guard let messages else { return 0 }
    let first = messages + part.messages.first
    return part.messages.first
      &+ Bisection.first(below: part.messages.end &- part.messages.first) { first[$0].tick < tick }
  }
}
