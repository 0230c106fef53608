import Synchronization
import TactusMIDI
import TactusRealtime

/// Transfers messages from other threads to an audio thread, stamped with host times.
///
///     CoreMIDI's thread, a user interface …     audio
///     send(message, at: host time) ── queue ──► priority queue by frame ─► events of the cycle
///
/// Each message plays ``latency`` frames after the frame of its host time. Messages out of order are sorted, early ones
/// wait, and late ones play on the first frame of the cycle. If the queue is full, whole messages are dropped,
/// note-offs last. `HostEventPort` specifies the details and the counters.
/// - Thread: any number of threads send; one audio thread renders
public final class HostTimeInput: @unchecked Sendable {  // a lock guards the gate; one audio thread uses the receiver
  /// The limits with which the input was created.
  public let settings: HostEventSettings
  /// The receiver for an audio thread; valid as long as this object lives.
  package let receiver: UnsafeMutablePointer<HostTimeReceiver>
  private let queue: RingQueue<StampedMessage>
  private let memory: HostEventPortMemory
  private let words = SharedWords(0, 0, 0, 0, 0, 0, 0)
  package let gate: Guarded<EventGate>

  /// Creates an input for one audio thread.
  ///
  /// - Parameters:
  ///   - latency: see ``latency``.
  ///   - longestLatency: the limit up to which the latency grows automatically, in frames; 0 for no growth. See
  ///     ``latency``.
  ///   - settings: the maximum numbers of waiting events and packets.
  /// - Thread: control
  public init(latency: Int = 0, longestLatency: Int = 0, settings: HostEventSettings = HostEventSettings()) {
    self.settings = settings
    queue = RingQueue(capacity: settings.capacity + settings.packetCapacity)
    memory = HostEventPortMemory(settings: settings)
    let lost = LostChannels(words: (words[0], words[1], words[2], words[3]), time: words[6])
    gate = Guarded(EventGate(producer: queue.producer, capacity: queue.capacity, lost: lost, dropped: words[5]))
    receiver = .allocate(capacity: 1)
    receiver.initialize(
      to: HostTimeReceiver(
        port: memory.port, consumer: queue.consumer, lost: lost, latency: words[4],
        longestLatency: Int64(min(max(0, longestLatency), 1 << 20))))
    self.latency = latency
  }

  deinit { receiver.deallocate() }

  /// The number of frames by which each message is delayed, 0…2²⁰ (clamped).
  ///
  /// Use 0 if messages are sent ahead of time. A message that is sent only when it is due comes too late for the cycle
  /// that is being rendered. Its delay varies from message to message; a latency of one cycle makes the delay constant.
  /// If the host stamps its cycles with the time at which they will be heard, the required latency is longer by an
  /// unknown amount. With a `longestLatency`, each late message therefore increases the latency by its lateness, so
  /// that further messages are in time.
  /// - Thread: any
  public var latency: Int {
    get { words[4].pointee.load(ordering: .relaxed) }
    set { words[4].pointee.store(min(max(0, newValue), 1 << 20), ordering: .relaxed) }
  }

  /// Sends a message; returns false, and counts it, if the queue is full.
  ///
  /// - Parameters:
  ///   - message: the message, or a packet of a system-exclusive message.
  ///   - hostTime: the time in ticks of the machine's clock; 0 means now.
  /// - Thread: any number of control threads, and drivers
  @discardableResult public func send(_ message: ChannelMessage, at hostTime: UInt64 = 0) -> Bool {
    gate.withLock { $0.push(message, at: hostTime) }
  }

  /// Ends all sounding notes, for example after a cable was disconnected: sends "all notes off" to each channel that
  /// has received a note, after all messages sent before this call.
  /// - Thread: any number of control threads
  public func releaseNotes() { gate.withLock { $0.releaseNotes() } }

  /// The counters of messages so far.
  /// - Thread: any
  public var counters: HostEventCounters {
    var counters = memory.counters
    counters.dropped += words[5].pointee.load(ordering: .relaxed)
    return counters
  }
}
