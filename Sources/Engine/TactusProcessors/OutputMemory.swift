import TactusMIDI

/// The memory of an ``EventWriterState``.
///
/// - Thread: control; what it points to belongs to the audio thread
package final class OutputMemory: @unchecked Sendable {  // pointers only
  package let state: UnsafeMutablePointer<EventWriterState>
  private let keys: UnsafeMutablePointer<PassedNotes.Key>

  /// Nothing has gone out.
  ///
  /// - Parameter mostPassed: how many notes can have passed as they are at a time.
  package init(mostPassed: Int) {
    keys = .allocate(capacity: ChannelMessage.keyIndexCount)
    keys.initialize(repeating: PassedNotes.Key(), count: ChannelMessage.keyIndexCount)
    state = .allocate(capacity: 1)
    state.initialize(to: EventWriterState(notes: PassedNotes(keys: keys, capacity: mostPassed)))
  }

  deinit {
    state.deallocate()
    keys.deallocate()
  }
}
