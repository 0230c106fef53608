import TactusProcessors

/// Limits how many events the MIDI effects of a chain may generate.
///
/// Most MIDI effects generate events in proportion to their input. An arpeggiator, however, generates events for as
/// long as keys are held, and a song can specify any duration for a note. The limit is proportional to the input, with
/// room for days of arpeggios.
package struct ChainWork {
  /// The number of cycles, and of events, that is allowed regardless of the input.
  package var allowance = 1 << 20
  /// The number of further cycles, and of events, allowed for each input event and each tempo change.
  package var share = 1_000
  /// After this number of cycles without new input, the number of cycles up to the next input is estimated from the
  /// mean length of those cycles.
  package var trial = 1_000

  /// Creates the default limits.
  package init() {}

  /// The number of cycles rendered.
  private(set) var cycles = 0
  private var limit = 0
  private var span = (cycles: 0, start: Int64(0))

  mutating func begin(inputs: Int) { limit = allowance + share * inputs }

  /// Whether another cycle may be rendered.
  ///
  /// - Parameters:
  ///   - events: the number of events so far.
  ///   - frame: the start of the cycle.
  ///   - bound: the frame of the next input event or tempo change.
  ///   - isNew: whether this cycle has an input event or a tempo change.
  mutating func allows(events: Int, from frame: Int64, to bound: Int64, isNew: Bool) -> Bool {
    cycles += 1
    if isNew { span = (0, frame) }
    span.cycles += 1
    guard cycles <= limit, events <= limit else { return false }
    guard span.cycles % trial == 0 else { return true }
    let perCycle = max(1, (frame - span.start) / Int64(span.cycles))
    return (bound - frame) / perCycle <= Int64(limit)
  }
}

/// The reason why a timeline could not be processed by a chain.
package enum ChainRunError: Error, Hashable {
  /// The chain cannot be run.
  case chain(ChainError)
  /// The MIDI effects generate too many events. `seconds` is the song time that was reached.
  case endless(seconds: Double)
  /// The song is too long for its frames to be numbered.
  case endlessSong
}

extension ChainRunError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .chain(let error): "\(error)"
    case .endless(let seconds):
      "the chain generates too many events: at second \(Int64(min(seconds, 1e15))) it is still playing held keys; "
        + "shorten those notes, or remove effects such as the arpeggiator"
    case .endlessSong: "the song is too long for a chain; a delta time in the file may be corrupt"
    }
  }
}
