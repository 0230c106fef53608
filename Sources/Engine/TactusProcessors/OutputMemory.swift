import TactusMIDI

/// The storage for an ``EventWriterState``.
///
/// - Thread: control; the memory it points to belongs to the audio thread
package final class OutputMemory: @unchecked Sendable {  // pointers only
  package let state: UnsafeMutablePointer<EventWriterState>
  private let keys: UnsafeMutablePointer<PassedNotes.Key>

  /// Allocates the state of an output on which no notes sound.
  ///
  /// - Parameter mostPassed: the maximum number of sounding notes that have passed unchanged.
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
