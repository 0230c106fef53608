import CTactusKernels
import Synchronization
import TactusRealtime

/// A piece of a slice whose voices have been rendered and summed, and whose effects have not.
struct SlicePiece {
  var chunk: RenderedChunk
  /// The first frame of the piece in the cycle.
  var offset: Int
  /// The input of the insertion effects: the left and the right frames of each, one after the other; nil if there is
  /// none.
  var insertions: UnsafeMutablePointer<Float>?
}

/// The pieces of a slice, in order. One thread appends them while another takes them.
///
/// - Thread: any; one at a time appends, one at a time takes
final class SlicePieces: @unchecked Sendable {  // what is not atomic is read only after the count has announced it
  private var pieces: UnsafeMutablePointer<SlicePiece>
  private var capacity = 0
  private let appended = Atomic(0)
  private var taken = 0

  init() { pieces = .allocate(capacity: 1) }

  deinit {
    clear()
    pieces.deallocate()
  }

  /// Removes all pieces, and makes room for others.
  func prepare(capacity: Int) {
    clear()
    guard capacity > self.capacity else { return }
    pieces.deallocate()
    pieces = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  private func clear() {
    for index in taken..<max(taken, appended.load(ordering: .acquiring)) { pieces[index].insertions?.deallocate() }
    appended.store(0, ordering: .releasing)
    taken = 0
  }

  /// Appends a rendered chunk: sums its partial mixes into its mix.
  func append(_ chunk: RenderedChunk, at offset: Int) {
    let index = appended.load(ordering: .relaxed)
    precondition(index < capacity, "a slice has at most \(capacity) pieces")
    var piece = SlicePiece(chunk: chunk, offset: offset)
    sumMixes(&piece.chunk)
    piece.insertions = Self.sumInsertions(chunk)
    (pieces + index).initialize(to: piece)
    appended.store(index + 1, ordering: .releasing)
  }

  /// The next piece to be taken; nil if there is none yet. `drop` removes it.
  var next: SlicePiece? { taken < appended.load(ordering: .acquiring) ? pieces[taken] : nil }

  func drop() {
    pieces[taken].insertions?.deallocate()
    taken += 1
  }

  /// Sums the partial mixes of the insertion effects into new memory, and clears them.
  private static func sumInsertions(_ chunk: RenderedChunk) -> UnsafeMutablePointer<Float>? {
    guard chunk.used.inserted != 0 else { return nil }
    let sums = UnsafeMutablePointer<Float>.allocate(capacity: 2 * InsertionControls.count * chunk.count)
    sumInsertions(of: chunk) { effect, side in sums + (2 * effect + side) * chunk.count }
    return sums
  }

  /// Sums the partial mixes of the insertion effects into buffers, and clears them.
  private static func sumInsertions(of chunk: RenderedChunk, into buffer: (Int, Int) -> UnsafeMutablePointer<Float>) {
    for effect in 0..<InsertionControls.count where chunk.used.insertion(effect) != 0 {
      ctactus_sum_stereo(
        chunk.buses + (effect + 1) * SynthLimits.partialMixes, Int32(SynthLimits.partialMixes),
        chunk.used.insertion(effect), buffer(effect, 0), buffer(effect, 1), Int32(chunk.count))
    }
  }
}
