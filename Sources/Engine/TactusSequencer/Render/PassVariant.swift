import TactusTime

/// A variant of a compiled track's pass: the index ranges of its notes and messages.
///
/// Passes that start at different positions of the song's grid have different swing. There is a variant for each of
/// these positions, with ticks from the start of the pass.
struct PassVariant: BitwiseCopyable {
  var notes: Bounds
  var messages: Bounds

  /// The first index, and the index after the last.
  struct Bounds: BitwiseCopyable {
    var first: Int
    var end: Int
  }
}

extension CompiledTrack {
  /// Returns the variant for a pass that starts at a tick of the song.
  func variant(ofPassAt begin: Tick) -> PassVariant {
    guard let variants, variantCount > 1 else {
      return PassVariant(notes: .init(first: 0, end: noteCount), messages: .init(first: 0, end: messageCount))
    }
    let period = gridSpacing &* Tick(variantCount)
    let rest = (begin &- start) % period
    return variants[Int((rest < 0 ? rest &+ period : rest) / gridSpacing)]
  }

  /// Returns the index of the first note of a variant that starts at or after a tick of the pass. O(log notes).
  func firstNote(notBefore tick: Tick, in variant: PassVariant) -> Int {
    guard let notes else { return 0 }
    let first = notes + variant.notes.first
    return variant.notes.first
      &+ Bisection.first(below: variant.notes.end &- variant.notes.first) { first[$0].tick < tick }
  }

  /// Returns the index of the first message of a variant at or after a tick of the pass. O(log messages).
  func firstMessage(notBefore tick: Tick, in variant: PassVariant) -> Int {
    guard let messages else { return 0 }
    let first = messages + variant.messages.first
    return variant.messages.first
      &+ Bisection.first(below: variant.messages.end &- variant.messages.first) { first[$0].tick < tick }
  }
}
