/// A compiled track: flat, sorted, immutable. Versions of a sequence share the timelines of tracks that have not changed.
///
/// - Thread: any
package final class TrackTimeline: @unchecked Sendable {  // written in init only, freed in deinit
  /// Notes, ascending by tick.
  package let notes: UnsafeBufferPointer<LaneNote>
  /// Other messages, ascending by tick.
  package let messages: UnsafeBufferPointer<LaneMessage>
  /// What ``LaneNote/chance`` points to.
  package let chances: UnsafeBufferPointer<LaneChance>

  /// A timeline of sorted parts.
  ///
  /// - Parameters:
  ///   - notes: ascending by tick.
  ///   - messages: ascending by tick.
  ///   - chances: what the notes' chances point to.
  package init(notes: [LaneNote], messages: [LaneMessage] = [], chances: [LaneChance] = []) {
    self.notes = Self.copy(notes)
    self.messages = Self.copy(messages)
    self.chances = Self.copy(chances)
  }

  deinit {
    notes.deallocate()
    messages.deallocate()
    chances.deallocate()
  }

  /// The lane that plays it, with the settings of `lane`.
  package func lane(_ settings: Lane) -> Lane {
    var lane = settings
    (lane.notes, lane.noteCount) = (notes.baseAddress, notes.count)
    (lane.messages, lane.messageCount) = (messages.baseAddress, messages.count)
    (lane.chances, lane.chanceCount) = (chances.baseAddress, chances.count)
    return lane
  }

  private static func copy<T>(_ elements: [T]) -> UnsafeBufferPointer<T> {
    let memory = UnsafeMutableBufferPointer<T>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return UnsafeBufferPointer(memory)
  }
}
