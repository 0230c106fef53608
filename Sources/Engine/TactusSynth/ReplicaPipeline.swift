import CTactusShims
import Synchronization
import TactusRealtime
import TactusRender

/// Renders cycles with several replicas, each of which renders its own partial mixes, and which need not keep step.
///
///     replica 0:  piece 0 ─ piece 1 ─ piece 2 ─ …     into the buses of slot (number mod slots)
///     replica 1:  piece 0 ─ piece 1 ─ …
///     effects:                piece 0 ─ …             once all replicas have rendered a piece
///
/// A piece is a part of a chunk. Each thread advances its own replica, and otherwise the effects. So threads wait only
/// if one is ahead of another by all slots, or at the end of a cycle. A thread that finds nothing to do for some time
/// advances the replica of another thread that has not come; one thread alone renders everything.
/// - Thread: control
final class ReplicaPipeline: @unchecked Sendable {  // claims guard what is not atomic
  /// A replica, and how far it has rendered the cycle. Only the thread that has the claim uses what is not atomic.
  private struct Replica: ~Copyable {
    let core: UnsafeMutablePointer<SynthCore>
    let isClaimed = Atomic(false)
    /// The number of pieces rendered in this cycle.
    let pieces = Atomic(0)
    var frames = 0
    var events = 0
    /// Keeps the next replica out of the same cache line.
    private let padding = SIMD8<Int>()

    init(_ core: UnsafeMutablePointer<SynthCore>) { self.core = core }
  }

  /// The buses of a piece that is being rendered, or waits for its effects.
  private struct Slot {
    let sets: UnsafeMutablePointer<VoiceBuses>
    /// The piece, and its first frame in the cycle, when the first replica has rendered it.
    var piece: RenderedChunk?
    var offset = 0
  }

  /// How many pieces a replica may be ahead of the effects, and the length of a piece in frames. Longer ones would not
  /// stay in the processors' caches.
  private static var slotCount: Int { 8 }
  private static var pieceFrames: Int { 512 }
  /// How often a thread with nothing to do checks before it tries to advance other threads' replicas, and yields its
  /// processor between checks.
  private static var otherPatience: Int { 400 }
  /// How often it checks before it stops taking part in the cycle.
  private static var restPatience: Int { 4_000 }

  private let replicas: UnsafeMutablePointer<Replica>
  private let replicaCount: Int
  private let slots: UnsafeMutablePointer<Slot>
  private let buses: [PartialMixBuses]
  private let output: UnsafeMutablePointer<OutputState>
  private let effectsAreClaimed = Atomic(false)
  /// The number of pieces whose effects have been rendered in this cycle, and the number of their frames.
  private let finishedPieces = Atomic(0)
  private let finishedFrames = Atomic(0)

  /// - Parameter cores: the replicas, two or more, each with its own partial mixes.
  init(_ cores: [UnsafeMutablePointer<SynthCore>], output: UnsafeMutablePointer<OutputState>) {
    replicaCount = cores.count
    replicas = .allocate(capacity: cores.count)
    for (index, core) in cores.enumerated() { (replicas + index).initialize(to: Replica(core)) }
    buses = (0..<Self.slotCount).map { _ in PartialMixBuses(isTouched: false) }
    slots = .allocate(capacity: Self.slotCount)
    for (index, buses) in buses.enumerated() { (slots + index).initialize(to: Slot(sets: buses.sets)) }
    self.output = output
  }

  deinit {
    replicas.deinitialize(count: replicaCount).deallocate()
    slots.deinitialize(count: Self.slotCount).deallocate()
  }

  /// A cycle to be rendered.
  private struct Cycle: @unchecked Sendable {  // read only, but for the frames of the block, which the effects write
    let frames: Int
    let events: EventList
    let block: AudioBlock
  }

  /// Renders a cycle; see ``SoundFontSynth``.
  func render(
    frames: Int, events: EventList, into block: AudioBlock, perform: (Int, @Sendable (Int) -> Void) -> Void
  ) {
    let cycle = Cycle(frames: frames, events: events, block: block)
    finishedPieces.store(0, ordering: .relaxed)
    finishedFrames.store(0, ordering: .relaxed)
    for index in 0..<replicaCount {
      replicas[index].pieces.store(0, ordering: .relaxed)
      replicas[index].frames = 0
      replicas[index].events = 0
    }
    perform(replicaCount) { self.work(own: $0, cycle) }
    // Threads that waited for each other may both have left.
    while finishedFrames.load(ordering: .acquiring) < cycle.frames { work(own: 0, cycle) }
  }

  /// Takes part in rendering a cycle, until it is finished or other threads can do the rest.
  private func work(own: Int, _ cycle: Cycle) {
    var checks = 0
    var patience = Self.otherPatience
    var seen = 0
    while finishedFrames.load(ordering: .acquiring) < cycle.frames {
      if advance(own, cycle) || finishPiece(cycle) {
        checks = 0
        continue
      }
      checks += 1
      let finished = finishedPieces.load(ordering: .relaxed)
      if finished != seen { (seen, checks) = (finished, min(checks, Self.otherPatience)) }
      if checks > patience, advanceAny(cycle) {
        (checks, patience) = (0, 0)
        continue
      }
      if checks > Self.restPatience { return }
      if checks > Self.otherPatience { ctactus_yield() } else { ctactus_pause() }
    }
  }

  private func advanceAny(_ cycle: Cycle) -> Bool {
    for index in 0..<replicaCount where advance(index, cycle) { return true }
    return false
  }

  /// Renders the next piece of a replica. Returns false if another thread is rendering it, if its slot is still in use, or
  /// if the replica has finished the cycle.
  private func advance(_ index: Int, _ cycle: Cycle) -> Bool {
    let replica = replicas + index
    guard Self.claim(replica.pointee.isClaimed) else { return false }
    let isRendered = renderPiece(index, cycle)
    replica.pointee.isClaimed.store(false, ordering: .releasing)
    return isRendered
  }

  private func renderPiece(_ index: Int, _ cycle: Cycle) -> Bool {
    let replica = replicas + index
    let number = replica.pointee.pieces.load(ordering: .relaxed)
    let left = cycle.frames - replica.pointee.frames
    guard left > 0, number < finishedPieces.load(ordering: .acquiring) + Self.slotCount else { return false }
    let slot = slots + number % Self.slotCount
    let core = replica.pointee.core
    let rest = EventList(rebasing: cycle.events[replica.pointee.events...])
    let count = core.pointee.chunkLength(min(Self.pieceFrames, left), rest, at: replica.pointee.frames)
    core.pointee.voices.pointee.renderer.buses = slot.pointee.sets
    replica.pointee.events += core.pointee.renderVoices(count, events: rest, base: replica.pointee.frames)
    let piece = core.pointee.takeChunk(count)
    if index == 0 {
      slot.pointee.piece = piece
      slot.pointee.offset = replica.pointee.frames
    }
    replica.pointee.frames += count
    replica.pointee.pieces.store(number + 1, ordering: .releasing)
    return true
  }

  /// Renders the effects of the next piece. Returns false if another thread is rendering them, or if a replica has not
  /// rendered the piece yet.
  private func finishPiece(_ cycle: Cycle) -> Bool {
    guard isNextRendered, Self.claim(effectsAreClaimed) else { return false }
    defer { effectsAreClaimed.store(false, ordering: .releasing) }
    let number = finishedPieces.load(ordering: .relaxed)
    let slot = slots + number % Self.slotCount
    // Another thread may have finished the piece before this one had the claim.
    guard isNextRendered, var piece = slot.pointee.piece else { return false }
    finish(&piece, output, into: cycle.block, at: slot.pointee.offset)
    finishedPieces.store(number + 1, ordering: .releasing)
    finishedFrames.wrappingAdd(piece.count, ordering: .releasing)
    return true
  }

  /// Whether every replica has rendered the next piece that needs effects.
  private var isNextRendered: Bool {
    let number = finishedPieces.load(ordering: .acquiring)
    for index in 0..<replicaCount where replicas[index].pieces.load(ordering: .acquiring) <= number { return false }
    return true
  }

  /// Sets a flag, and returns true if no other thread had set it.
  private static func claim(_ flag: borrowing Atomic<Bool>) -> Bool {
    !flag.load(ordering: .relaxed) && !flag.exchange(true, ordering: .acquiring)
  }
}
