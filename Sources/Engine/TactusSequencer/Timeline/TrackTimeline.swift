/// A compiled track: flat, sorted and immutable. Versions of a sequence share the timelines of unchanged tracks, and
/// the unchanged parts of the others.
///
/// - Thread: any
package final class TrackTimeline: Sendable {
  package let laneNotes: LaneNotes
  package let laneMessages: LaneMessages
  package let laneChances: LaneChances
  /// The contents of each pass, if passes differ.
  private let parts: LaneParts?

  /// Creates a timeline from compiled parts.
  package convenience init(
    notes: LaneNotes, messages: LaneMessages = LaneMessages(), chances: LaneChances = LaneChances()
  ) {
    self.init(notes: notes, messages: messages, chances: chances, parts: nil)
  }

  init(notes: LaneNotes, messages: LaneMessages, chances: LaneChances = LaneChances(), parts: LaneParts?) {
    (laneNotes, laneMessages, laneChances, self.parts) = (notes, messages, chances, parts)
  }

  /// Creates a timeline from sorted notes and messages.
  ///
  /// - Parameters:
  ///   - notes: ascending by tick.
  ///   - messages: ascending by tick.
  ///   - chances: the chances that the notes refer to.
  package convenience init(notes: [LaneNote], messages: [LaneMessage] = [], chances: [LaneChance] = []) {
    self.init(notes: LaneNotes(notes), messages: LaneMessages(messages), chances: LaneChances(chances))
  }

  /// Notes, ascending by tick.
  package var notes: UnsafeBufferPointer<LaneNote> { laneNotes.elements }
  /// Other messages, ascending by tick.
  package var messages: UnsafeBufferPointer<LaneMessage> { laneMessages.elements }
  /// The chances that ``LaneNote/chance`` refers to.
  package var chances: UnsafeBufferPointer<LaneChance> { laneChances.elements }

  /// Returns the lane that plays this timeline with the given settings.
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
