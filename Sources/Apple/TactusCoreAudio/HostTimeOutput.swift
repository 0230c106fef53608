import TactusMIDI
import TactusRealtime

/// Events of an audio thread on their way to a thread that may wait, stamped with the machine's clock.
///
///     audio                                         control
///     events of a cycle ─► frame ─► host time ── queue ──► take()
///
/// The time of a frame lies ahead by the latency of the audio output, at least: who takes often enough is in time.
/// - Thread: one audio thread sends, one control thread at a time takes
public final class HostTimeOutput: @unchecked Sendable {  // the sender is the audio thread's
  /// What sends on an audio thread; valid as long as this object lives.
  package let sender: UnsafeMutablePointer<HostTimeSender>
  private let queue: RingQueue<StampedMessage>
  private let consumer: Guarded<RingConsumer<StampedMessage>>
  private let lost: LostChannels
  private let words = SharedWords(0, 0, 0, 0, 0, 0, 0)

  /// An output of one audio thread.
  ///
  /// - Parameters:
  ///   - capacity: how many messages wait at most, 16…2²⁰ (clamped). A quarter of it is kept for note-offs.
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

  /// By how many frames later than its frame each event is stamped, ±2²⁰ (clamped): the latency of the audio output less
  /// that of the destination, so that both are heard together.
  /// - Thread: any
  public var compensation: Int {
    get { words[4].pointee.load(ordering: .relaxed) }
    set { words[4].pointee.store(min(max(-1 << 20, newValue), 1 << 20), ordering: .relaxed) }
  }

  /// How many messages wait to be taken.
  /// - Thread: any
  public var waitingCount: Int { consumer.withLock { $0.count } }

  /// How many messages found no room.
  /// - Thread: any
  public var droppedCount: Int { words[5].pointee.load(ordering: .relaxed) }

  /// The next message; nil if there is none. Channels of which a note-off found no room are told to release all notes.
  /// - Thread: control, any number of threads
  public func take() -> StampedMessage? {
    consumer.withLock { $0.pop() } ?? lost.takeNext()
  }
}
