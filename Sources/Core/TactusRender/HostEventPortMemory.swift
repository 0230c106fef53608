import Synchronization
import TactusMIDI
import TactusRealtime

/// The memory of a ``HostEventPort``, allocated once, and its counters.
///
/// - Thread: control, except that the port is used by the thread that renders
public final class HostEventPortMemory: @unchecked Sendable {  // fixed from init to deinit; the counters are atomic
  /// A port over this memory, which must outlive the port. Only one copy of the port may be used.
  public let port: HostEventPort
  private let queue: EventHeapMemory<HostEventPort.Waiting>
  private let words = SharedWords(0, 0, 0, 0, 0)
  private let packets: UnsafeMutablePointer<PacketPool.Packet>
  private let open: UnsafeMutablePointer<HostEventPort.OpenMessage>
  private let output: UnsafeMutablePointer<TimedEvent>

  /// Allocates memory for a port.
  public init(settings: HostEventSettings = HostEventSettings()) {
    let capacity = min(max(1, settings.capacity), 1 << 20)
    let packetCapacity = min(max(1, settings.packetCapacity), 1 << 20)
    queue = EventHeapMemory(capacity: capacity)
    packets = .allocate(capacity: packetCapacity)
    open = .allocate(capacity: 16)
    open.initialize(repeating: HostEventPort.OpenMessage(), count: 16)
    // room for all events that can wait, and for one "all notes off" per channel (16 ports × 16 channels)
    output = .allocate(capacity: capacity + packetCapacity + 256)
    let counters = HostEventPort.Counters(
      late: words[0], carried: words[1], clipped: words[2], dropped: words[3], malformed: words[4])
    port = HostEventPort(
      queue: queue.heap, pool: PacketPool(packets, capacity: packetCapacity), open: open, output: output,
      counters: counters, horizon: min(max(0, settings.horizon), 1 << 40))
  }

  deinit {
    packets.deallocate()
    open.deallocate()
    output.deallocate()
  }

  /// The current values of the counters.
  /// - Thread: any, even while another thread renders
  public var counters: HostEventCounters {
    var counters = HostEventCounters()
    counters.late = words[0].pointee.load(ordering: .relaxed)
    counters.carried = words[1].pointee.load(ordering: .relaxed)
    counters.clipped = words[2].pointee.load(ordering: .relaxed)
    counters.dropped = words[3].pointee.load(ordering: .relaxed)
    counters.malformed = words[4].pointee.load(ordering: .relaxed)
    return counters
  }
}
