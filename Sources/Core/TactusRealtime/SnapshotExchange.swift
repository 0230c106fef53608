import Synchronization

/// Passes immutable snapshots, such as a compiled song, to the audio thread, and frees each one after the audio thread
/// has released it.
///
/// A snapshot consists of an object and a pointer to plain memory that the object owns. The control side publishes both
/// and retains the object. The audio side gets only the pointer, through the ``reader``, and does no reference
/// counting. Only the latest snapshot counts: a snapshot that was never acquired is released at the next publication.
///
///     control                          audio
///     publish ──► fresh ──► acquire ──► in use
///        ▲          │ never acquired       │ left, when the next is acquired
///     reclaim ◄─────┴──────────────────────┘
///
/// At most three snapshots are alive between two publications: the one in use, the one being acquired, and the fresh
/// one.
/// - Thread: control, any number of threads; its reader is for the audio thread
public final class SnapshotExchange<Owner: AnyObject & Sendable, Plain>: @unchecked Sendable {  // see `held`, `reader`
  /// The audio side's end. The exchange must outlive it.
  public let reader: SnapshotReader<Plain>
  private let words = SharedWords(-1, -1)
  private let cells: UnsafeMutablePointer<UnsafePointer<Plain>?>
  private let held = Guarded<[Held]>([])

  /// A snapshot that is kept alive, and the cell that holds its pointer.
  private struct Held {
    let cell: Int
    let owner: Owner
  }
  /// The number of cells: one more than the number of snapshots that can be alive between two publications, so that
  /// each publication finds a free cell.
  private static var cellCount: Int { 4 }

  /// Creates an exchange without a snapshot.
  public init() {
    cells = .allocate(capacity: Self.cellCount)
    cells.initialize(repeating: nil, count: Self.cellCount)
    reader = SnapshotReader(cells: UnsafePointer(cells), fresh: words[0], inUse: words[1])
  }

  /// Frees all snapshots. The audio thread must have stopped.
  deinit { cells.deallocate() }

  /// The number of snapshots alive, 0…3.
  public var heldCount: Int { held.withLock { $0.count } }

  /// Publishes a new snapshot, and frees those that the audio side has released or never acquired.
  ///
  /// - Parameters:
  ///   - owner: the object that owns the memory; freed in a later call of `publish` or `reclaim`, on the thread of that
  ///     call.
  ///   - pointer: the memory that the audio side reads; it must not be written after this call.
  /// - Returns: the previously published owner, if the audio side never acquired it.
  @discardableResult public func publish(_ owner: Owner, _ pointer: UnsafePointer<Plain>) -> Owner? {
    let (left, unseen) = held.withLock { held -> ([Held], Owner?) in
      let cell = (0..<Self.cellCount).first { cell in !held.contains { $0.cell == cell } }
      guard let cell else { preconditionFailure("more snapshots alive than there can be") }
      cells[cell] = pointer
      held.append(Held(cell: cell, owner: owner))
      let replaced = words[0].pointee.exchange(cell, ordering: .acquiringAndReleasing)
      let index = held.firstIndex { $0.cell == replaced }
      let unseen = index.map { held.remove(at: $0).owner }
      // This runs after the exchange: if the audio side acquired the previous snapshot in the meantime, it has
      // certainly released all earlier ones.
      return (takeLeft(&held), unseen)
    }
    // the released snapshots are freed here, after the lock has been released
    withExtendedLifetime(left) {}
    return unseen
  }

  /// Frees the snapshots that the audio side has released.
  ///
  /// - Returns: their number.
  @discardableResult public func reclaim() -> Int {
    let left = held.withLock { takeLeft(&$0) }
    return left.count
  }

  /// Removes the snapshots published before the one in use. (`held` is in the order of publication. The audio side
  /// acquires snapshots in the same order, and stores the number of a new snapshot's cell only when it no longer uses
  /// the previous one.)
  private func takeLeft(_ held: inout [Held]) -> [Held] {
    let inUse = words[1].pointee.load(ordering: .acquiring)
    guard let index = held.firstIndex(where: { $0.cell == inUse }) else { return [] }
    let left = Array(held[..<index])
    held.removeSubrange(..<index)
    return left
  }
}
