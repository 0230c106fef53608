import Synchronization
import TactusMIDI
import TactusRealtime

/// Transfers events from an audio thread to a thread that may block, stamped with host times.
///
///     audio                                         control
///     events of a cycle ─► frame ─► host time ── queue ──► take()
///
/// The host time of a frame lies ahead of the present by at least the latency of the audio output, so a thread that
/// takes the events often enough can deliver them in time.
/// - Thread: one audio thread sends; any number of control threads take
public final class HostTimeOutput: @unchecked Sendable {  // the sender is the audio thread's
  /// The sender for an audio thread; valid as long as this object lives.
  package let sender: UnsafeMutablePointer<HostTimeSender>
  private let queue: RingQueue<StampedMessage>
  private let consumer: Guarded<RingConsumer<StampedMessage>>
  private let lost: LostChannels
  private let words = SharedWords(0, 0, 0, 0, 0, 0, 0)

  /// Creates an output for one audio thread.
  ///
  /// - Parameters:
  ///   - capacity: the maximum number of waiting messages, 16…2²⁰ (clamped). A quarter of it is reserved for note-offs.
  ///   - compensation: see ``compensation``.
  /// - Thread: control
  public init(capacity: Int = 4_096, compensation: Int = 0) {
    queue = RingQueue(capacity: min(max(16, capacity), 1 << 20))
    consumer = Guarded(queue.consumer)
    lost = LostChannels(words: (words[0], words[1], words[2], words[3]), time: words[6])
    let gate = EventGate(producer: queue.producer, capacity: queue.capacity, lost: lost, dropped: words[5])
    sender = .allocate(capacity: 1)
    sender.initialize(to: HostTimeSender(gate: gate, compensation: words[4]))
    self.compensation = compensation
  }

  deinit { sender.deallocate() }

  /// The number of frames added to the frame of each event before it is stamped, ±2²⁰ (clamped). Set it to the latency
  /// of the audio output minus that of the destination, so that both are heard together.
  /// - Thread: any
  public var compensation: Int {
    get { words[4].pointee.load(ordering: .relaxed) }
    set { words[4].pointee.store(min(max(-1 << 20, newValue), 1 << 20), ordering: .relaxed) }
  }

  /// The number of messages waiting to be taken.
  /// - Thread: any
  public var waitingCount: Int { consumer.withLock { $0.count } }

  /// The number of messages dropped because the queue was full.
  /// - Thread: any
  public var droppedCount: Int { words[5].pointee.load(ordering: .relaxed) }

  /// Returns the next message, or nil if there is none. Channels whose note-off was dropped receive "all notes off".
  /// - Thread: control, any number of threads
  public func take() -> StampedMessage? {
    consumer.withLock { $0.pop() } ?? lost.takeNext()
  }
}
