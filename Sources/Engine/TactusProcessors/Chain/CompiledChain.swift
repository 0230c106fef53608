/// A version of a chain as the audio thread reads it. The object owns everything that its header points to.
///
/// - Thread: control; the audio thread reads the memory to which the header points
final class CompiledChain: @unchecked Sendable {  // never changed after it was made
  let header: UnsafePointer<ChainHeader>
  private let stages: UnsafeMutablePointer<PlacedStage>
  private let memories: [StageMemory]
  private let tables: StageTables

  init(_ placed: [PlacedStage], version: Int, sync: ProcessorChain.Sync, memories: [StageMemory], tables: StageTables) {
    stages = .allocate(capacity: max(1, placed.count))
    for (index, stage) in placed.enumerated() { (stages + index).initialize(to: stage) }
    let header = UnsafeMutablePointer<ChainHeader>.allocate(capacity: 1)
    header.initialize(to: ChainHeader(stages: stages, count: placed.count, version: version, sync: ChainSync(sync)))
    self.header = UnsafePointer(header)
    (self.memories, self.tables) = (memories, tables)
  }

  deinit {
    stages.deallocate()
    UnsafeMutablePointer(mutating: header).deallocate()
  }
}

extension ChainSync {
  /// Creates the time base for the audio thread; the tempo of time code is clamped.
  init(_ sync: ProcessorChain.Sync) {
    switch sync {
    case .host: self = .host
    case .midiClock: self = .midiClock
    case .timeCode(let tempo): self = .timeCode(tempo: tempo.within(1...1_000, or: 120))
    }
  }
}
