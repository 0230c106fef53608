import TactusMIDI
import TactusRealtime

/// The storage for an effect that may delay notes.
///
/// - Thread: control; the memory it points to belongs to the audio thread
class DelayedNotesMemory: HeldNotesMemory, @unchecked Sendable {  // pointers only
  let delayed: UnsafeMutablePointer<DelayedNotes>
  let delayTargets: UnsafeMutablePointer<DelayTarget>
  /// The number of note-ons so far.
  let noteNumber: UnsafeMutablePointer<UInt64>
  private let heap: EventHeapMemory<DelayedMessage>
  private let setups: UnsafeMutablePointer<ChannelSetups.Line>
  private let generations: UnsafeMutablePointer<UInt32>

  override init(_ settings: ChainSettings) {
    heap = EventHeapMemory(capacity: DelayedNotes.capacity(mostHeld: settings.mostHeld))
    setups = .allocate(capacity: 256)
    setups.initialize(repeating: ChannelSetups.Line(), count: 256)
    generations = .allocate(capacity: 256)
    generations.initialize(repeating: 0, count: 256)
    delayTargets = .allocate(capacity: DelayTargets.limit)
    noteNumber = .allocate(capacity: 1)
    noteNumber.initialize(to: 0)
    delayed = .allocate(capacity: 1)
    super.init(settings)
    delayed.initialize(
      to: DelayedNotes(
        heap.heap, sounding: outputNotes, setups: ChannelSetups(setups), generations: generations,
        mostHeld: settings.mostHeld))
  }

  deinit {
    delayed.deallocate()
    noteNumber.deallocate()
    delayTargets.deallocate()
    generations.deallocate()
    setups.deallocate()
  }
}

extension DelayedStage {
  /// Creates the stage with its memory.
  init(_ mapping: Mapping, _ memory: DelayedNotesMemory, isBypassed: Bool) {
    self.init(
      mapping: mapping, isBypassed: isBypassed, held: memory.held, delayed: memory.delayed,
      targets: memory.delayTargets)
  }
}

extension StageMemory {
  /// This memory, downcast to that of an effect that may delay notes.
  var ofDelays: DelayedNotesMemory {
    guard let memory = self as? DelayedNotesMemory else {
      preconditionFailure("the memory of another kind of effect")
    }
    return memory
  }
}
