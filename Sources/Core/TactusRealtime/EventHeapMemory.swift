/// The memory of an ``EventHeap``, allocated once.
///
/// - Thread: control, except that the heap is used by the thread that renders
public final class EventHeapMemory<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {  // see above
  /// An empty heap over this memory, which must outlive the heap. Only one copy of the heap may be used.
  public let heap: EventHeap<Element>

  /// Allocates memory for a heap of this many elements, 1…2²⁴ (clamped).
  public init(capacity: Int) {
    let capacity = min(max(1, capacity), 1 << 24)
    heap = EventHeap(entries: .allocate(capacity: capacity), capacity: capacity)
  }

  deinit { heap.entries.deallocate() }
}
