import TactusTime

/// Which of a lane's notes and messages are those of a pass.
///
/// Passes that begin at different places of the song's grid are swung differently: each has notes and messages of its own,
/// with ticks from the beginning of the pass.
struct LanePart: BitwiseCopyable {
  var notes: Bounds
  var messages: Bounds

  /// The first index, and the one behind the last.
  struct Bounds: BitwiseCopyable {
    var first: Int
    var end: Int
  }
}

extension Lane {
  /// What is played in a pass that begins at a tick of the song.
  func part(ofPassAt begin: Tick) -> LanePart {
    guard let parts, partCount > 1 else {
      return LanePart(notes: .init(first: 0, end: noteCount), messages: .init(first: 0, end: messageCount))
    }
    let period = gridSpacing &* Tick(partCount)
    let rest = (begin &- start) % period
    return parts[Int((rest < 0 ? rest &+ period : rest) / gridSpacing)]
  }

  /// The first note of a part that does not begin before a tick of the pass, O(log notes).
  func firstNote(notBefore tick: Tick, in part: LanePart) -> Int {
    guard let notes else { return 0 }
    let first = notes + part.notes.first
    return part.notes.first &+ Bisection.first(below: part.notes.end &- part.notes.first) { first[$0].tick < tick }
  }

  /// The first message of a part that does not come before a tick of the pass, O(log messages).
  func firstMessage(notBefore tick: Tick, in part: LanePart) -> Int {
    guard let messages else { return 0 }
    let first = messages + part.messages.first
    return part.messages.first
      &+ Bisection.first(below: part.messages.end &- part.messages.first) { first[$0].tick < tick }
  }
}
