import CTactusKernels
import CTactusShims
import Synchronization
import TactusRealtime
import TactusRender

/// Renders a long cycle in slices of time, each with a replica and a thread of its own.
///
///     replica 0:  slice 0 ──────────────────┐ effects of slice 1 ───
///     replica 1:  follows the score, run-up │ slice 1 ──────────────
///
/// To follow a score takes a twentieth of the time that it takes to render it. A replica that has followed the score knows
/// everything about the voices but the memory of their filters and equalizers. Filters forget: a run-up of a few tenths
/// of a second almost always leaves the same bits in them, whatever they began with. So each slice begins after a run-up,
/// keeps the state of its lanes, and continues. When the slice before it has arrived there, both states are compared. If
/// they differ in any bit, the slice is rendered again by the replica that arrived.
///
/// The effects depend on all frames before, so one thread renders them in order, from the stored sums of the slices.
/// - Thread: control
final class CycleSlices: @unchecked Sendable {  // a replica belongs to one slice, and a slice to one thread
  /// A slice of the current cycle.
  private struct Slice: ~Copyable {
    let frontier = SliceFrontier()
    let pieces = SlicePieces()
    /// Whether its thread is to stop, because it began with a wrong state.
    let isRejected = Atomic(false)
    /// Whether its thread has rendered everything that it will render.
    let hasEnded = Atomic(false)
    var replica = 0
    /// The frame at which it should begin.
    var start = 0
    /// The states of the lanes at its first frame.
    var states: [LaneState?] = []
  }

  /// A cycle that is being rendered.
  private struct Work: @unchecked Sendable {  // each frame of the block belongs to one thread at a time
    /// The cycles that some replicas have not followed yet; the last one is the current cycle.
    let cycles: [ScoreCycle]
    /// The number of the first of `cycles`, counted from the start of the score.
    let first: Int
    let cycle: ScoreCycle
    let block: AudioBlock
    var frames: Int { cycle.frames }
    var number: Int { first + cycles.count - 1 }
  }

  /// The length of a piece in frames. Longer ones would not stay in the processors' caches.
  private static var pieceFrames: Int { 512 }

  /// The number of slices that have been rendered, and of those that have been rendered twice.
  private(set) var renderedCount = 0
  private(set) var rejectedCount = 0
  private let plan: SlicePlan
  private let count: Int
  private let replicas: UnsafeMutablePointer<Replica>
  private let slices: UnsafeMutablePointer<Slice>
  private let output: UnsafeMutablePointer<OutputState>
  /// The sums of the effect sends of a cycle: six buses of `sendFrames` frames. What is not used stays untouched.
  private var sends: UnsafeMutablePointer<Float>?
  private var sendFrames = 0
  /// The slice with which the cycle ended.
  private var last = 0

  init(
    _ replicas: UnsafeMutablePointer<Replica>, _ count: Int, output: UnsafeMutablePointer<OutputState>, plan: SlicePlan
  ) {
    (self.replicas, self.count, self.output, self.plan) = (replicas, count, output, plan)
    slices = .allocate(capacity: count)
    for index in 0..<count { (slices + index).initialize(to: Slice()) }
  }

  deinit {
    slices.deinitialize(count: count).deallocate()
    ctactus_free(sends)
  }

  /// Whether slices save time: if the filters of a song do not forget, most slices are rendered twice.
  var isWorthwhile: Bool { rejectedCount < 8 || 4 * rejectedCount < renderedCount }

  /// Starts to count again.
  func reset() { (renderedCount, rejectedCount) = (0, 0) }

  /// Renders the last of some cycles, which follow each other from the one with the number `first`.
  ///
  /// - Parameter order: the replicas by their slices. The first is at the start of the cycle, and has rendered everything
  ///   before.
  /// - Returns: the replica that has rendered the end.
  func render(
    _ cycles: [ScoreCycle], from first: Int, into block: AudioBlock, order: [Int],
    perform: (Int, @Sendable (Int) -> Void) -> Void
  ) -> Int {
    let work = Work(cycles: cycles, first: first, cycle: cycles[cycles.count - 1], block: block)
    prepare(work.cycle, order)
    perform(count) { $0 == 0 ? self.renderFirst(work) : self.renderLater($0, work) }
    return slices[last].replica
  }

  private func prepare(_ cycle: ScoreCycle, _ order: [Int]) {
    let pool = replicas[order[0]].core.pointee.voices
    let (voices, notes) = (pool.pointee.counters.voicesStarted, pool.pointee.noteCount)
    let starts = plan.starts(
      of: cycle, slices: count, voicesPerNote: notes < 16 ? 1.3 : Double(voices) / Double(notes))
    // Each piece but the last ends after its full length, at the end of a chunk, or before an event.
    let pieces = cycle.frames / Self.pieceFrames + cycle.frames / SynthLimits.chunkFrames + cycle.events.count + 4
    for (index, replica) in order.enumerated() {
      slices[index].replica = replica
      slices[index].start = starts[index]
      slices[index].frontier.reset()
      slices[index].isRejected.store(false, ordering: .relaxed)
      slices[index].hasEnded.store(false, ordering: .relaxed)
      slices[index].pieces.prepare(capacity: index == 0 ? 0 : pieces)
    }
    slices[0].frontier.begin(at: 0)
    if sendFrames < cycle.frames { makeRoom(cycle.frames) }
  }

  private func makeRoom(_ frames: Int) {
    ctactus_free(sends)
    guard let memory = ctactus_allocate_table(6 * frames * MemoryLayout<Float>.stride) else {
      preconditionFailure("no memory for the sends of \(frames) frames")
    }
    sends = memory.bindMemory(to: Float.self, capacity: 6 * frames)
    sendFrames = frames
  }

  // MARK: The first slice, and the effects

  /// Renders the first slice with its effects, and then the effects of the others. A slice that began with another state
  /// than that in which the slice before it ended is rendered again.
  private func renderFirst(_ work: Work) {
    func take(_ chunk: RenderedChunk, _ offset: Int) {
      var chunk = chunk
      finish(&chunk, output, into: work.block, at: offset)
    }
    renderSlice(0, work, take)
    var slice = 0
    renderedCount += 1
    while let end = slices[slice].frontier.end {
      let (before, next) = (slices[slice].replica, end.next)
      if replicas[before].isInState(slices[next].states) {
        addEffects(of: next, work, idle: replicas + before)
      } else {
        reject(next)
        slices[next].replica = before
        replicas[before].resumeRendering()
        renderSlice(next, work, take)
      }
      slice = next
      renderedCount += 1
    }
    last = slice
  }

  /// Stops the rendering of a slice, and drops what has been rendered.
  private func reject(_ slice: Int) {
    rejectedCount += 1
    slices[slice].isRejected.store(true, ordering: .releasing)
    var checks = 0
    while !slices[slice].hasEnded.load(ordering: .acquiring) { rest(&checks) }
    slices[slice].isRejected.store(false, ordering: .relaxed)
    replicas[slices[slice].replica].endRendering()
    while slices[slice].pieces.next != nil { slices[slice].pieces.drop() }
  }

  /// Renders the effects of a slice, piece by piece as its voices are rendered. Until there is a piece, a replica whose
  /// slice has ended follows the score.
  private func addEffects(of slice: Int, _ work: Work, idle: UnsafeMutablePointer<Replica>) {
    var checks = 0
    while true {
      let hasEnded = slices[slice].hasEnded.load(ordering: .acquiring)
      if let piece = slices[slice].pieces.next {
        addEffects(to: piece, into: work.block)
        slices[slice].pieces.drop()
        checks = 0
      } else if hasEnded {
        return
      } else if idle.pointee.cycle == work.number {
        idle.pointee.followChunk(work.cycle, to: work.frames)
        if idle.pointee.frames == work.frames { idle.pointee.endCycle() }
      } else {
        rest(&checks)
      }
    }
  }

  /// Renders the effects of a stored piece.
  private func addEffects(to piece: SlicePiece, into block: AudioBlock) {
    var piece = piece
    output.pointee.follow(&piece.chunk.master, at: piece.chunk.first)
    output.pointee.takeInsertions(piece.insertions, piece.chunk.used, piece.chunk.count)
    TactusSynth.addEffects(to: piece.chunk, output, into: block, at: piece.offset)
  }

  /// Waits a little, longer after many checks.
  private func rest(_ checks: inout Int) {
    checks += 1
    if checks > 1_000 { ctactus_nap() } else { ctactus_pause() }
  }

  // MARK: The other slices

  /// Follows the score up to the run-up of a slice, renders the run-up in vain, and then the slice.
  private func renderLater(_ slice: Int, _ work: Work) {
    guard !isComplete(before: slice, work) else { return slices[slice].frontier.abandon() }
    let replica = replicas + slices[slice].replica
    replica.pointee.follow(Array(work.cycles.dropLast()), from: work.first)
    replica.pointee.follow(work.cycle, to: max(0, slices[slice].start - plan.runUp))
    replica.pointee.beginRendering()
    while replica.pointee.frames < min(work.frames, slices[slice].start + plan.patience) {
      if replica.pointee.frames >= slices[slice].start, takeOver(slice, at: replica.pointee.frames) {
        renderSlice(slice, work) { self.store($0, at: $1, of: slice, work) }
        return slices[slice].hasEnded.store(true, ordering: .releasing)
      }
      guard !isComplete(before: slice, work) else { break }
      let length = replica.pointee.nextLength(work.cycle, most: Self.pieceFrames, to: work.frames)
      SlicePieces.discard(replica.pointee.advance(length, work.cycle))
    }
    slices[slice].frontier.abandon()
    replica.pointee.endRendering()
  }

  /// The slice before another that has not been abandoned.
  private func before(_ slice: Int) -> Int {
    var before = slice - 1
    while before > 0, slices[before].frontier.isAbandoned { before -= 1 }
    return before
  }

  private func isComplete(before slice: Int, _ work: Work) -> Bool {
    slices[before(slice)].frontier.claimed == work.frames
  }

  /// Begins a slice at a frame that the slice before has not claimed. Returns false if it has, or has not begun itself.
  private func takeOver(_ slice: Int, at frame: Int) -> Bool {
    let before = slices + before(slice)
    guard let claimed = before.pointee.frontier.claimed, claimed <= frame else { return false }
    slices[slice].states = replicas[slices[slice].replica].state
    guard before.pointee.frontier.takeOver(at: frame, by: slice) else { return false }
    slices[slice].frontier.begin(at: frame)
    return true
  }

  /// Renders a slice piece by piece, until another slice takes over or the cycle ends.
  private func renderSlice(_ slice: Int, _ work: Work, _ take: (RenderedChunk, Int) -> Void) {
    let replica = replicas + slices[slice].replica
    while replica.pointee.frames < work.frames {
      let frame = replica.pointee.frames
      let end = slices[slice].frontier.end?.frame
      guard frame < end ?? work.frames, !slices[slice].isRejected.load(ordering: .acquiring) else {
        return replica.pointee.endRendering()
      }
      let length = replica.pointee.nextLength(work.cycle, most: Self.pieceFrames, to: end ?? work.frames)
      // If another slice takes over meanwhile, the next round finds where.
      if end == nil, !slices[slice].frontier.claim(to: frame + length) { continue }
      take(replica.pointee.advance(length, work.cycle), frame)
    }
    replica.pointee.endCycle()
  }

  /// Stores a chunk for its effects: the dry sum in the block, and the sends in memory of their own.
  private func store(_ chunk: RenderedChunk, at offset: Int, of slice: Int, _ work: Work) {
    guard let sends else { return }
    var chunk = chunk
    func bus(_ index: Int) -> UnsafeMutablePointer<Float> { sends + index * sendFrames + offset }
    chunk.mix = VoiceBuses(
      left: work.block[0] + offset, right: work.block[1] + offset, reverb_left: bus(0), reverb_right: bus(1),
      chorus_left: bus(2), chorus_right: bus(3), delay_left: bus(4), delay_right: bus(5))
    slices[slice].pieces.append(chunk, at: offset)
  }
}
