import TactusProcessors

/// How much the functions of a chain may do of their own.
///
/// A function that answers does as much as comes in. One that goes on by itself while keys are held makes as much as time
/// is claimed; that is bounded by what comes in, with room for days of arpeggios.
package struct ChainWork {
  /// So many cycles and events, whatever comes in.
  package var allowance = 1 << 20
  /// And so many for each event and each tempo that comes in.
  package var share = 1_000
  /// After so many cycles without anything new, the rest of the stretch is estimated.
  package var trial = 1_000

  /// The usual bounds.
  package init() {}

  /// How many cycles were rendered.
  private(set) var cycles = 0
  private var limit = 0
  private var stretch = (cycles: 0, start: Int64(0))

  mutating func begin(inputs: Int) { limit = allowance + share * inputs }

  /// Whether another cycle may be rendered.
  ///
  /// - Parameters:
  ///   - events: how many there are so far.
  ///   - frame: where the cycle begins.
  ///   - bound: the frame on which the next event or tempo comes.
  ///   - isNew: whether one comes with this cycle.
  mutating func allows(events: Int, from frame: Int64, to bound: Int64, isNew: Bool) -> Bool {
    cycles += 1
    if isNew { stretch = (0, frame) }
    stretch.cycles += 1
    guard cycles <= limit, events <= limit else { return false }
    guard stretch.cycles % trial == 0 else { return true }
    let perCycle = max(1, (frame - stretch.start) / Int64(stretch.cycles))
    return (bound - frame) / perCycle <= Int64(limit)
  }
}

/// Why a timeline was not run through a chain.
package enum ChainRunError: Error, Hashable {
  /// The chain cannot be run.
  case chain(ChainError)
  /// Its functions go on for ever; where they had come to, in seconds.
  case endless(seconds: Double)
  /// The song is longer than frames can be counted.
  case endlessSong
}

extension ChainRunError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .chain(let error): "\(error)"
    case .endless(let seconds):
      "the chain goes on for ever after second \(Int(min(seconds, 1e15))): it makes events as long as keys are held, and "
        + "the song holds them too long"
    case .endlessSong: "the song is longer than time can be counted"
    }
  }
}
