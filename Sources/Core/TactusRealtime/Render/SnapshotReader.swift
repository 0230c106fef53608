import Synchronization

/// The audio side's end of a ``SnapshotExchange``: plain pointers into the exchange's memory.
///
/// - Thread: audio (one thread at a time)
public struct SnapshotReader<Plain>: @unchecked Sendable {  // see `cells`
  /// Written only while they are neither fresh nor in use.
  @usableFromInline let cells: UnsafePointer<UnsafePointer<Plain>?>
  /// The cell of a snapshot that has been published and not yet acquired; −1 for none.
  @usableFromInline let fresh: UnsafeMutablePointer<Atomic<Int>>
  /// The cell of the snapshot that this side reads; −1 for none. Written by this side only.
  @usableFromInline let inUse: UnsafeMutablePointer<Atomic<Int>>

  /// Whether something has been published since the last `acquire`: the next one may leave the snapshot in use.
  @inlinable public var hasUpdate: Bool { fresh.pointee.load(ordering: .relaxed) >= 0 }

  /// The latest snapshot; nil before the first publication.
  ///
  /// It stays valid until the next call. That call leaves it, if there is a newer one: the control side may free it from
  /// then on. An equal pointer from two calls in a row is the same snapshot.
  @inlinable public func acquire() -> UnsafePointer<Plain>? {
    if fresh.pointee.load(ordering: .relaxed) >= 0 {
      let cell = fresh.pointee.exchange(-1, ordering: .acquiringAndReleasing)
      if cell >= 0 { inUse.pointee.store(cell, ordering: .releasing) }
    }
    let cell = inUse.pointee.load(ordering: .relaxed)
    return cell < 0 ? nil : cells[cell]
  }
}
