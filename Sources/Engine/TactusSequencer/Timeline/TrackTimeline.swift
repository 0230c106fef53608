/// A compiled track: flat, sorted, immutable. Versions of a sequence share the timelines of tracks that have not changed,
/// and of those that have, the parts that have not.
///
/// - Thread: any
package final class TrackTimeline: Sendable {
  package let laneNotes: LaneNotes
  package let laneMessages: LaneMessages
  package let laneChances: LaneChances
  /// What its passes have, where they differ.
  private let parts: LaneParts?

  /// A timeline of what is played.
  package convenience init(
    notes: LaneNotes, messages: LaneMessages = LaneMessages(), chances: LaneChances = LaneChances()
  ) {
    self.init(notes: notes, messages: messages, chances: chances, parts: nil)
  }

  init(notes: LaneNotes, messages: LaneMessages, chances: LaneChances = LaneChances(), parts: LaneParts?) {
    (laneNotes, laneMessages, laneChances, self.parts) = (notes, messages, chances, parts)
  }

  /// A timeline of sorted parts.
  ///
  /// - Parameters:
  ///   - notes: ascending by tick.
  ///   - messages: ascending by tick.
  ///   - chances: what the notes' chances point to.
  package convenience init(notes: [LaneNote], messages: [LaneMessage] = [], chances: [LaneChance] = []) {
    self.init(notes: LaneNotes(notes), messages: LaneMessages(messages), chances: LaneChances(chances))
  }

  /// Notes, ascending by tick.
  package var notes: UnsafeBufferPointer<LaneNote> { laneNotes.elements }
  /// Other messages, ascending by tick.
  package var messages: UnsafeBufferPointer<LaneMessage> { laneMessages.elements }
  /// What ``LaneNote/chance`` points to.
  package var chances: UnsafeBufferPointer<LaneChance> { laneChances.elements }

  /// The lane that plays it, with the settings of `lane`.
  package func lane(_ settings: Lane) -> Lane {
    var lane = settings
    (lane.notes, lane.noteCount) = (notes.baseAddress, notes.count)
    (lane.messages, lane.messageCount) = (messages.baseAddress, messages.count)
    (lane.chances, lane.chanceCount) = (chances.baseAddress, chances.count)
    laneMessages.checkpoints.mark(&lane)
    parts?.mark(&lane)
    return lane
  }
}
