/// Hands immutable snapshots, such as a compiled song, to the audio thread, and frees them when it has left them.
///
/// A snapshot is an object and a pointer to plain memory that lives as long as the object does. The control side
/// publishes both and keeps the object; the audio side sees the pointer alone, by the ``reader``, and counts no
/// references. The latest wins: what was published and never acquired is freed at the next publication.
///
///     control                          audio
///     publish ──► fresh ──► acquire ──► in use
///        ▲          │ never acquired       │ left, when the next is acquired
///     reclaim ◄─────┴──────────────────────┘
///
/// At most three snapshots are alive between two publications: the one in use, the one that is being acquired, and the
/// fresh one.
/// - Thread: control, any number of threads; its reader is for the audio thread
public final class SnapshotExchange<Owner: AnyObject & Sendable, Plain>: @unchecked Sendable {  // see `held`, `reader`
  /// The audio side's end. The exchange must outlive it.
  public let reader: SnapshotReader<Plain>
  private let words = SharedWords(-1, -1)
  private let cells: UnsafeMutablePointer<UnsafePointer<Plain>?>
  private let held = Guarded<[Held]>([])

  /// A snapshot that is kept alive, and the cell in which its pointer stands.
  private struct Held {
    let cell: Int
    let owner: Owner
  }
  /// One more than can be alive between two publications, so that each finds a free one.
  private static var cellCount: Int { 4 }

  /// An exchange in which nothing has been published.
  public init() {
    cells = .allocate(capacity: Self.cellCount)
    cells.initialize(repeating: nil, count: Self.cellCount)
    reader = SnapshotReader(cells: UnsafePointer(cells), fresh: words[0], inUse: words[1])
  }

  /// Frees all snapshots: the audio thread must have stopped.
  deinit { cells.deallocate() }

  /// How many snapshots are alive, 0…3.
  public var heldCount: Int { held.withLock { $0.count } }

  /// Gives the audio side a new snapshot, and frees those that it has left or never looked at.
  ///
  /// - Parameters:
  ///   - owner: what keeps the memory alive; freed here or in a later call, on the thread that calls.
  ///   - pointer: the memory that the audio side reads; nothing may write to it from now on.
  /// - Returns: what had been published before and the audio side never looked at.
  @discardableResult public func publish(_ owner: Owner, _ pointer: UnsafePointer<Plain>) -> Owner? {
    let (left, unseen) = held.withLock { held -> ([Held], Owner?) in
      let cell = (0..<Self.cellCount).first { cell in !held.contains { $0.cell == cell } }
      guard let cell else { preconditionFailure("more snapshots alive than there can be") }
      cells[cell] = pointer
      held.append(Held(cell: cell, owner: owner))
      let replaced = words[0].pointee.exchange(cell, ordering: .acquiringAndReleasing)
      let index = held.firstIndex { $0.cell == replaced }
      let unseen = index.map { held.remove(at: $0).owner }
      // After the exchange: if the audio side took the snapshot before this one meanwhile, it is known here that it has
      // left all before the one it had been reading.
      return (takeLeft(&held), unseen)
    }
    // freed here, after the lock has been given back
    withExtendedLifetime(left) {}
    return unseen
  }

  /// Frees the snapshots that the audio side has left.
  ///
  /// - Returns: how many they were.
  @discardableResult public func reclaim() -> Int {
    let left = held.withLock { takeLeft(&$0) }
    return left.count
  }

  /// Takes out what was published before the snapshot in use. (`held` is in the order of publication. The audio side
  /// acquires in the same order and says so after it has left the one before.)
  private func takeLeft(_ held: inout [Held]) -> [Held] {
    let inUse = words[1].pointee.load(ordering: .acquiring)
    guard let index = held.firstIndex(where: { $0.cell == inUse }) else { return [] }
    let left = Array(held[..<index])
    held.removeSubrange(..<index)
    return left
  }
}
