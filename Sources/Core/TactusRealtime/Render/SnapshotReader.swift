import Synchronization

/// The audio side's end of a ``SnapshotExchange``: plain pointers into the exchange's memory.
///
/// - Thread: audio (one thread at a time)
public struct SnapshotReader<Plain>: @unchecked Sendable {  // see `cells`
  /// The snapshots' pointers. The control side writes to a cell only while the cell is neither fresh nor in use.
  @usableFromInline let cells: UnsafePointer<UnsafePointer<Plain>?>
  /// The cell of a snapshot that has been published but not yet acquired; −1 for none.
  @usableFromInline let fresh: UnsafeMutablePointer<Atomic<Int>>
  /// The cell of the snapshot that this side reads; −1 for none. Written by this side only.
  @usableFromInline let inUse: UnsafeMutablePointer<Atomic<Int>>

  /// Whether a snapshot has been published since the last `acquire`. If so, the next `acquire` releases the current
  /// one.
  @inlinable public var hasUpdate: Bool { fresh.pointee.load(ordering: .relaxed) >= 0 }

  /// Returns the latest snapshot; nil before the first publication.
  ///
  /// The snapshot stays valid until the next call. If a newer one has been published by then, the next call releases
  /// this one, and the control side may free it. Equal pointers from two consecutive calls mean the same snapshot.
  @inlinable public func acquire() -> UnsafePointer<Plain>? {
    if fresh.pointee.load(ordering: .relaxed) >= 0 {
      let cell = fresh.pointee.exchange(-1, ordering: .acquiringAndReleasing)
      if cell >= 0 { inUse.pointee.store(cell, ordering: .releasing) }
    }
    let cell = inUse.pointee.load(ordering: .relaxed)
    return cell < 0 ? nil : cells[cell]
  }
}
