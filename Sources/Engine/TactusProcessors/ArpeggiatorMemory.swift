/// The storage for an arpeggiator's state.
///
/// - Thread: control; the memory it points to belongs to the audio thread
final class ArpeggiatorMemory: StageMemory, @unchecked Sendable {  // pointers only
  let state: UnsafeMutablePointer<ArpeggiatorState>
  private let keys: UnsafeMutablePointer<ArpeggiatorKeys.Key>
  private let byHeight: UnsafeMutablePointer<UInt8>
  private let sounding: UnsafeMutablePointer<SoundingNotes.Note>

  override init(_ settings: ChainSettings) {
    keys = .allocate(capacity: ArpeggiatorKeys.capacity + 1)
    byHeight = .allocate(capacity: ArpeggiatorKeys.capacity + 1)
    byHeight.initialize(repeating: 0, count: ArpeggiatorKeys.capacity + 1)
    sounding = .allocate(capacity: SoundingNotes.capacity)
    state = .allocate(capacity: 1)
    state.initialize(
      to: ArpeggiatorState(
        keys: ArpeggiatorKeys(keys: keys, byHeight: byHeight), sounding: SoundingNotes(sounding)))
    super.init(settings)
  }

  deinit {
    state.deallocate()
    keys.deallocate()
    byHeight.deallocate()
    sounding.deallocate()
  }
}
