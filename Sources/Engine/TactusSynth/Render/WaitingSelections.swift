import TactusRealtime

/// A preset that the control side has selected for a part of the first port.
struct ProgramSelection: BitwiseCopyable, Sendable {
  var part: Int32 = 0
  /// bank · 128 + program.
  var address: Int32 = 0
  /// The ``LiveControls/programCounts`` of the part after the selection.
  var count = 0
  /// The number of messages that had been sent before the selection; they play first.
  var messagesBefore = 0
}

/// The selections that wait for the messages sent before them, in the order in which they were made.
///
/// - Thread: audio
struct WaitingSelections {
  private let queue: RingConsumer<ProgramSelection>
  /// The oldest selection, if `isHeld`; it has left the queue.
  private var oldest = ProgramSelection()
  private var isHeld = false

  init(_ queue: RingConsumer<ProgramSelection>) { self.queue = queue }

  /// An upper bound of the number of selections that are due now.
  var mostDue: Int { queue.count &+ 1 }

  /// Removes and returns the oldest selection if all messages before it have been played; nil if there is none.
  mutating func next(after played: Int) -> ProgramSelection? {
    if !isHeld {
      guard let selection = queue.pop() else { return nil }
      (oldest, isHeld) = (selection, true)
    }
    guard oldest.messagesBefore <= played else { return nil }
    isHeld = false
    return oldest
  }
}
