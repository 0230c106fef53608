import CTactusKernels
import Synchronization
import TactusRealtime
import TactusRender

/// Renders a long cycle in slices of time, each with a replica and a thread of its own.
///
///     replica 0:  slice 0 ────────────────┐ overlap │ effects of slice 1 │ a share of slice 1 …
///     replica 1:  follows the score │ slice 1 ───────────────────────────────────┐ overlap │ effects …
///
/// At the start of a cycle, all replicas take over the state of the one that has rendered everything before. To follow a
/// score takes a twentieth of the time that it takes to render it. A replica that has followed the score knows
/// everything about the voices but the memory of their filters and equalizers. Filters forget: after some hundredths or
/// tenths of a second, they almost always hold the same bits, whatever they began with. So each slice keeps the states of
/// its lanes at its first frames. The replica before renders on, beyond its own end, until it is in one of these states.
/// From there on, the later slice is what this replica would have rendered. If the replica before never meets such a
/// state, it renders everything up to the end of the cycle, and the later slices are dropped.
///
/// The effects depend on all frames before, so they are rendered in order, from the stored sums of the slices, by any
/// thread that has nothing else to do (``SliceEffects``). A thread that is still idle calls `whileIdle`, and then takes over
/// the state of the replica that renders the last slice, and the second half of what that has still to render.
/// - Thread: control
final class CycleSlices: @unchecked Sendable {  // a replica belongs to one thread, and a slice to one replica
  /// A cycle that is being rendered.
  private struct Work: @unchecked Sendable {  // each frame of the block belongs to one thread at a time
    let cycle: ScoreCycle
    let block: AudioBlock
    var frames: Int { cycle.frames }
  }

  /// Receives a rendered chunk, with its offset in the cycle.
  private typealias Receiver = (RenderedChunk, Int) -> Void

  /// The length of a piece in frames. Longer ones would not stay in the processors' caches.
  private static var pieceFrames: Int { 512 }

  /// The number of slices that have been rendered, and of planned slices that have been dropped.
  private(set) var renderedCount = 0
  private(set) var rejectedCount = 0
  private let plan: SlicePlan
  private let count: Int
  private let replicas: UnsafeMutablePointer<Replica>
  private let chain: SliceChain
  private var slices: UnsafeMutablePointer<Slice> { chain.slices }
  private let effects: SliceEffects
  /// The number of threads that render a slice.
  private let rendering = Atomic(0)
  /// The sums of the effect sends of a cycle: six buses. What is not used stays untouched.
  private var sends: BlockMemory

  init(
    _ replicas: UnsafeMutablePointer<Replica>, _ count: Int, output: UnsafeMutablePointer<OutputState>, plan: SlicePlan
  ) {
    (self.replicas, self.count, self.plan) = (replicas, count, plan)
    effects = SliceEffects(output: output)
    chain = SliceChain(capacity: 8 * count)
    sends = BlockMemory(channelCount: 6, capacity: 1)
  }

  deinit { sends.free() }

  /// Whether slices save time: if the filters of a song do not forget, most slices are rendered twice.
  var isWorthwhile: Bool { rejectedCount < 8 || 4 * rejectedCount < renderedCount }

  /// Starts to count again.
  func reset() { (renderedCount, rejectedCount) = (0, 0) }

  /// Renders a cycle.
  ///
  /// - Parameter order: the replicas by their slices. The first has rendered everything before.
  /// - Returns: the replica that has rendered the end.
  func render(
    _ cycle: ScoreCycle, into block: AudioBlock, order: [Int], perform: (Int, @Sendable (Int) -> Void) -> Void,
    whileIdle: @Sendable () -> Void
  ) -> Int {
    let work = Work(cycle: cycle, block: block)
    prepare(work, order)
    withoutActuallyEscaping(whileIdle) { whileIdle in perform(count) { self.run($0, work, whileIdle) } }
    let heard = chain.heard
    renderedCount += heard.count
    // If only a share is dropped, the cycle takes no longer than it would without sharing.
    if let dropped = chain.dropped, dropped < count {
      (renderedCount, rejectedCount) = (renderedCount + 1, rejectedCount + 1)
    }
    return slices[heard[heard.count - 1]].replica
  }

  private func prepare(_ work: Work, _ order: [Int]) {
    let pool = replicas[order[0]].core.pointee.voices
    let (voices, notes) = (pool.pointee.counters.voicesStarted, pool.pointee.noteCount)
    let starts = plan.starts(
      of: work.cycle, slices: count, voicesPerNote: notes < 16 ? 1.3 : Double(voices) / Double(notes))
    replicas[order[0]].beginCycle()
    for replica in order.dropFirst() { replicas[replica].take(replicas[order[0]]) }
    for (index, replica) in order.enumerated() { prepare(index, replica, starts[index], work) }
    sends.makeRoom(work.frames)
    effects.begin()
    chain.begin(count)
  }

  private func prepare(_ slice: Int, _ replica: Int, _ start: Int, _ work: Work) {
    let states = plan.overlap / SynthLimits.chunkFrames + 1
    // Each piece but the last ends after its full length, at the end of a chunk, or before an event. The first slice
    // stores none.
    let frames = work.frames - start
    let pieces = frames / Self.pieceFrames + frames / SynthLimits.chunkFrames + work.cycle.events.count + 4
    slices[slice].prepare(replica: replica, start: start, pieces: slice == 0 ? 0 : pieces, states: states)
  }

  // MARK: Threads

  private func run(_ thread: Int, _ work: Work, _ whileIdle: () -> Void) {
    let replica = slices[thread].replica
    if thread == 0 {
      render(0, work) { self.effects.finish($0, into: work.block, at: $1) }
      effects.endTurn(before: slices[0].successor)
    } else {
      finishBeginning(of: thread, begin(thread, work, patience: plan.patience), work)
    }
    if !effects.advance(slices, into: work.block) { whileIdle() }
    assist(with: replica, work, isFirst: thread == 0)
  }

  /// Keeps a thread busy after its slice has ended, until the cycle is complete: it renders effects or takes a share of the
  /// last slice. The first thread always stays; the others return when no slice is being rendered any more.
  private func assist(with replica: Int, _ work: Work, isFirst: Bool) {
    var checks = 0
    while !effects.isComplete {
      if effects.advance(slices, into: work.block) || renderShare(replica, work) {
        checks = 0
      } else if isFirst || rendering.load(ordering: .acquiring) > 0 {
        SliceChain.rest(&checks)
      } else {
        return
      }
    }
  }

  /// Takes over the second half of the frames that the last slice has still to render, and renders it. Returns false if
  /// too few are left.
  private func renderShare(_ replica: Int, _ work: Work) -> Bool {
    guard let slice = chain.beginAppending() else { return false }
    guard takeState(replica, before: slice, work) else {
      chain.endAppending()
      return false
    }
    let frame = replicas[replica].frames
    prepare(slice, replica, frame + (work.frames - frame) / 2, work)
    chain.append()
    let hasBegun = begin(slice, work, patience: plan.shortestShare)
    chain.endAppending()
    finishBeginning(of: slice, hasBegun, work)
    return true
  }

  /// Lets a replica take over the state of the one that renders the slice before another. Returns false if that slice has
  /// too few frames left.
  private func takeState(_ replica: Int, before slice: Int, _ work: Work) -> Bool {
    func hasEnough() -> Bool { work.frames - (chain.claimed(before: slice) ?? work.frames) >= plan.shortestShare }
    guard hasEnough() else { return false }
    let before = chain.index(before: slice)
    slices[before].turn.interrupt()
    defer { slices[before].turn.resume() }
    guard hasEnough() else { return false }
    replicas[replica].take(replicas[slices[before].replica])
    return true
  }

  /// Renders a slice that has begun, or gives it up.
  private func finishBeginning(of slice: Int, _ hasBegun: Bool, _ work: Work) {
    if hasBegun {
      render(slice, work) { self.store($0, at: $1, of: slice, work) }
    } else {
      slices[slice].frontier.abandon()
      slices[slice].hasEnded.store(true, ordering: .releasing)
    }
  }

  // MARK: Slices

  /// Follows the score up to the start of a slice, and takes over from the slice before, at the first frame that it has
  /// not claimed.
  ///
  /// - Parameter patience: the number of frames after which the slice is given up, if the slice before has not begun.
  private func begin(_ slice: Int, _ work: Work, patience: Int) -> Bool {
    guard chain.claimed(before: slice) != work.frames else { return false }
    let replica = replicas + slices[slice].replica
    while replica.pointee.frames < slices[slice].start, !chain.isDropped(slice) {
      replica.pointee.followChunk(work.cycle, to: slices[slice].start)
    }
    while replica.pointee.frames < min(work.frames, slices[slice].start + patience) {
      guard chain.claimed(before: slice) != work.frames, !chain.isDropped(slice) else { return false }
      if takeOver(slice, replica) { return true }
      replica.pointee.followChunk(work.cycle, to: work.frames)
    }
    return false
  }

  /// Takes over from the slice before, unless that has claimed the replica's frame. Nobody takes the replica's state
  /// meanwhile.
  private func takeOver(_ slice: Int, _ replica: UnsafeMutablePointer<Replica>) -> Bool {
    slices[slice].turn.begin()
    defer { slices[slice].turn.end() }
    guard chain.takeOver(slice, at: replica.pointee.frames) else { return false }
    replica.pointee.beginRendering()
    return true
  }

  /// Renders a slice that has begun, and the overlap with the next.
  private func render(_ slice: Int, _ work: Work, _ receive: Receiver) {
    rendering.add(1, ordering: .acquiringAndReleasing)
    renderSlice(slice, work, receive)
    slices[slice].states.close()
    if !chain.isDropped(slice), let end = slices[slice].frontier.end { renderOverlap(slice, end.next, work, receive) }
    slices[slice].hasEnded.store(true, ordering: .releasing)
    rendering.subtract(1, ordering: .acquiringAndReleasing)
  }

  /// Renders a slice piece by piece, until another slice takes over or the cycle ends.
  private func renderSlice(_ slice: Int, _ work: Work, _ receive: Receiver) {
    let replica = replicas + slices[slice].replica
    var nextState = slice == 0 ? Int.max : replica.pointee.frames
    while replica.pointee.frames < work.frames {
      let frame = replica.pointee.frames
      let end = slices[slice].frontier.end?.frame
      guard frame < end ?? work.frames, !chain.isDropped(slice) else { break }
      if frame >= nextState {
        slices[slice].states.append(frame, replica.pointee.state)
        nextState = slices[slice].states.isClosed ? .max : frame + SynthLimits.chunkFrames
      }
      let length = replica.pointee.nextLength(work.cycle, most: Self.pieceFrames, to: end ?? work.frames)
      slices[slice].turn.begin()
      // If another slice takes over meanwhile, the next round finds where.
      if end != nil || slices[slice].frontier.claim(to: frame + length) {
        receive(replica.pointee.advance(length, work.cycle), frame)
      }
      slices[slice].turn.end()
    }
    guard replica.pointee.frames < work.frames else { return }
    slices[slice].turn.begin()
    replica.pointee.endRendering()
    slices[slice].turn.end()
  }

  /// Renders on until the replica is in a state that the next slice has kept, or to the end of the cycle.
  private func renderOverlap(_ slice: Int, _ next: Int, _ work: Work, _ receive: Receiver) {
    let replica = replicas + slices[slice].replica
    replica.pointee.resumeRendering()
    var (number, checks) = (0, 0)
    while !chain.isDropped(slice) {
      let hasAll = slices[next].states.isClosed
      if let state = slices[next].states[number] {
        // The next slice stored these frames before it kept the state. Now they are replaced.
        render(replica, to: state.frame, work, receive)
        if replica.pointee.isInState(state.lanes) {
          slices[slice].successor = Slice.Successor(slice: next, frame: state.frame)
          break
        }
        number += 1
      } else if hasAll {
        chain.drop(from: next)
        return renderRest(slice, work, receive)
      } else {
        SliceChain.rest(&checks)
      }
    }
    replica.pointee.endRendering()
  }

  /// Renders everything up to the end of the cycle, unless the slice is dropped itself.
  private func renderRest(_ slice: Int, _ work: Work, _ receive: Receiver) {
    let replica = replicas + slices[slice].replica
    while replica.pointee.frames < work.frames {
      guard !chain.isDropped(slice) else { return replica.pointee.endRendering() }
      render(replica, to: min(work.frames, replica.pointee.frames + Self.pieceFrames), work, receive)
    }
  }

  private func render(
    _ replica: UnsafeMutablePointer<Replica>, to end: Int, _ work: Work, _ receive: Receiver
  ) {
    while replica.pointee.frames < end {
      let frame = replica.pointee.frames
      let length = replica.pointee.nextLength(work.cycle, most: Self.pieceFrames, to: end)
      receive(replica.pointee.advance(length, work.cycle), frame)
    }
  }

  /// Stores a chunk for its effects: the dry sum in the block, and the sends in memory of their own.
  private func store(_ chunk: RenderedChunk, at offset: Int, of slice: Int, _ work: Work) {
    var chunk = chunk
    let sends = sends.channels
    chunk.mix = VoiceBuses(
      left: work.block[0] + offset, right: work.block[1] + offset, reverb_left: sends[0] + offset,
      reverb_right: sends[1] + offset, chorus_left: sends[2] + offset, chorus_right: sends[3] + offset,
      delay_left: sends[4] + offset, delay_right: sends[5] + offset)
    slices[slice].pieces.append(chunk, at: offset)
  }
}
