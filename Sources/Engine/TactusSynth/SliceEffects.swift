import Synchronization
import TactusRealtime

/// Renders the effects of a cycle's slices in order, from their stored pieces. Any thread may do this, one at a time: it
/// has the turn.
///
/// - Thread: any
final class SliceEffects: @unchecked Sendable {  // only the thread that holds the turn uses what is not atomic
  private let output: UnsafeMutablePointer<OutputState>
  private let isTaken = Atomic(false)
  private let isDone = Atomic(false)
  /// The slice whose pieces are next, and the first of its frames that is heard. The slice before has replaced the frames
  /// before.
  private var slice = 0
  private var frame = 0

  init(output: UnsafeMutablePointer<OutputState>) { self.output = output }

  /// Begins a cycle. The turn belongs to the thread of the first slice, which ends it with `endTurn(before:)`.
  func begin() {
    isTaken.store(true, ordering: .releasing)
    isDone.store(false, ordering: .releasing)
  }

  /// Whether the effects of the whole cycle have been rendered.
  var isComplete: Bool { isDone.load(ordering: .acquiring) }

  /// Renders a chunk of the first slice with its effects.
  func finish(_ chunk: RenderedChunk, into block: AudioBlock, at offset: Int) {
    var chunk = chunk
    TactusSynth.finish(&chunk, output, into: block, at: offset)
  }

  /// Ends the turn of the first slice's thread.
  func endTurn(before next: Slice.Successor?) {
    if let next { (slice, frame) = (next.slice, next.frame) } else { isDone.store(true, ordering: .releasing) }
    isTaken.store(false, ordering: .releasing)
  }

  /// Renders the effects of all pieces that are stored and next. Returns false if there are none, or if another thread
  /// has the turn.
  func advance(_ slices: UnsafeMutablePointer<Slice>, into block: AudioBlock) -> Bool {
    guard !isComplete, !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    defer { isTaken.store(false, ordering: .releasing) }
    var hasAdvanced = false
    while !isComplete {
      let hasEnded = slices[slice].hasEnded.load(ordering: .acquiring)
      if let piece = slices[slice].pieces.next {
        if piece.offset >= frame { addEffects(to: piece, into: block) }
        slices[slice].pieces.drop()
      } else if !hasEnded {
        return hasAdvanced
      } else if let next = slices[slice].successor {
        (slice, frame) = (next.slice, next.frame)
      } else {
        isDone.store(true, ordering: .releasing)
      }
      hasAdvanced = true
    }
    return true
  }

  private func addEffects(to piece: SlicePiece, into block: AudioBlock) {
    var piece = piece
    output.pointee.follow(&piece.chunk.master, at: piece.chunk.first)
    output.pointee.takeInsertions(piece.insertions, piece.chunk.used, piece.chunk.count)
    TactusSynth.addEffects(to: piece.chunk, output, into: block, at: piece.offset)
  }
}
