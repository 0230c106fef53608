import Synchronization
import TactusMIDI
import TactusRealtime

/// The storage for a chord detector's state.
///
/// - Thread: control; any thread for ``heldPitches``; the memory it points to belongs to the audio thread
final class ChordDetectorMemory: StageMemory, @unchecked Sendable {  // pointers, and a word that is atomic
  let state: UnsafeMutablePointer<ChordDetectorState>
  /// The word that the audio side publishes: see ``HeldPitches/init(word:)``.
  let heldWord = SharedWords(128 << 16)
  private let counts: UnsafeMutablePointer<UInt8>
  private let sustained: UnsafeMutablePointer<Bool>
  private let pitches: UnsafeMutablePointer<ChordDetectorState.Pitch>

  override init(_ settings: ChainSettings) {
    counts = .allocate(capacity: ChannelMessage.keyIndexCount)
    counts.initialize(repeating: 0, count: ChannelMessage.keyIndexCount)
    sustained = .allocate(capacity: ChannelMessage.keyIndexCount)
    sustained.initialize(repeating: false, count: ChannelMessage.keyIndexCount)
    pitches = .allocate(capacity: 128)
    pitches.initialize(repeating: ChordDetectorState.Pitch(), count: 128)
    state = .allocate(capacity: 1)
    state.initialize(to: ChordDetectorState(counts: counts, sustained: sustained, pitches: pitches))
    super.init(settings)
  }

  deinit {
    state.deallocate()
    counts.deallocate()
    sustained.deallocate()
    pitches.deallocate()
  }

  var heldPitches: HeldPitches { HeldPitches(word: heldWord[0].pointee.load(ordering: .acquiring)) }
}
