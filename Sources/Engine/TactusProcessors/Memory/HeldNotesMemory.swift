import TactusMIDI

/// The storage for an effect that maps notes.
///
/// - Thread: control; the memory it points to belongs to the audio thread
class HeldNotesMemory: StageMemory, @unchecked Sendable {  // pointers only
  let held: UnsafeMutablePointer<HeldNotes>
  let targets: UnsafeMutablePointer<ChannelMessage>
  private let entries: UnsafeMutablePointer<HeldNotes.Entry>
  private let chains: UnsafeMutablePointer<HeldNotes.Chain>
  private let sounding: UnsafeMutablePointer<UInt16>
  private let ended: UnsafeMutablePointer<UInt16>

  /// Empty counts of output notes; used either by ``held`` or by the subclass's delayed notes.
  var outputNotes: OutputNotes { OutputNotes(sounding: sounding, ended: ended) }

  /// Allocates memory for up to ``ChainSettings/mostHeld`` output notes.
  override init(_ settings: ChainSettings) {
    entries = .allocate(capacity: settings.mostHeld)
    chains = .allocate(capacity: ChannelMessage.keyIndexCount)
    chains.initialize(repeating: HeldNotes.Chain(), count: ChannelMessage.keyIndexCount)
    targets = .allocate(capacity: NoteTargets.limit)
    held = .allocate(capacity: 1)
    (sounding, ended) = (
      .allocate(capacity: ChannelMessage.keyIndexCount), .allocate(capacity: ChannelMessage.keyIndexCount)
    )
    sounding.initialize(repeating: 0, count: ChannelMessage.keyIndexCount)
    ended.initialize(repeating: 0, count: ChannelMessage.keyIndexCount)
    let output = OutputNotes(sounding: sounding, ended: ended)
    held.initialize(to: HeldNotes(entries: entries, chains: chains, output: output, capacity: settings.mostHeld))
    super.init(settings)
  }

  deinit {
    held.deallocate()
    targets.deallocate()
    entries.deallocate()
    chains.deallocate()
    ended.deallocate()
    sounding.deallocate()
  }
}

extension MappingStage {
  /// Creates the stage with its memory.
  init(_ mapping: Mapping, _ memory: StageMemory, isBypassed: Bool) {
    guard let memory = memory as? HeldNotesMemory else { preconditionFailure("the memory of another kind of effect") }
    self.init(mapping: mapping, isBypassed: isBypassed, held: memory.held, targets: memory.targets)
  }
}

extension KeyMapping {
  /// Creates a key mapping for all channels except exempt ones.
  ///
  /// - Parameter key: returns the mapped key, which may lie outside 0…127; nil to drop the note.
  init(_ tables: StageTables, exempt: Set<UInt8>, outOfRange: OutOfRange = .drop, key: (Int) -> Int?) {
    let keys = (0..<128).map { key($0).map { max(Self.dropped + 1, Int16(clamping: $0)) } ?? Self.dropped }
    self.init(keys: tables.table(keys), exempt: exempt.mask, outOfRange: outOfRange)
  }
}
