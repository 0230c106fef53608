import TactusMIDI
import TactusRealtime
import TactusRender

/// Messages of other threads, stamped with the machine's clock, on their way to an audio thread.
///
///     CoreMIDI's thread, a screen's …            audio
///     send(message, at: host time) ── queue ──► priority queue by frame ─► events of the cycle
///
/// Each comes on the frame of its time (``latency`` later). What comes out of order is sorted, what is early waits, what is
/// late comes on its cycle's first frame, what finds no room is left out whole, note-offs last of all: see
/// `HostEventPort`, whose counters these are.
/// - Thread: any number of threads send; one audio thread renders
public final class HostTimeInput: @unchecked Sendable {  // the receiver is the audio thread's, the gate is under a lock
  /// The limits it was made with.
  public let settings: HostEventSettings
  /// What renders it on an audio thread; valid as long as this object lives.
  package let receiver: UnsafeMutablePointer<HostTimeReceiver>
  private let queue: RingQueue<StampedMessage>
  private let memory: HostEventPortMemory
  private let words = SharedWords(0, 0, 0, 0, 0, 0, 0)
  private let gate: Guarded<EventGate>

  /// An input for one audio thread.
  ///
  /// - Parameters:
  ///   - latency: see ``latency``.
  ///   - longestLatency: up to how many frames the latency grows by itself, see there; 0 for not at all.
  ///   - settings: how many events, and packets, may wait.
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

  /// By how many frames later than its time each message comes, 0…2²⁰ (clamped).
  ///
  /// 0 is for senders that send ahead of time. Those who send when something happens are too late for the cycle that is
  /// being rendered: with the length of one cycle their jitter becomes a constant latency. If the host stamps its cycles
  /// with the time at which they will be heard, that lies further ahead, by an amount that nobody says: with a
  /// `longestLatency`, each message that is late makes the latency as much longer, so that no more are late for that.
  /// - Thread: any
  public var latency: Int {
    get { words[4].pointee.load(ordering: .relaxed) }
    set { words[4].pointee.store(min(max(0, newValue), 1 << 20), ordering: .relaxed) }
  }

  /// Sends a message; false, and counted, if there is no room.
  ///
  /// - Parameter hostTime: in ticks of the machine's clock; 0: now.
  /// - Thread: any number of control threads, and drivers
  @discardableResult public func send(_ message: ChannelMessage, at hostTime: UInt64 = 0) -> Bool {
    gate.withLock { $0.push(message, at: hostTime) }
  }

  /// Sends the messages of a list of CoreMIDI's.
  ///
  /// - Returns: how many of its packets held something else than whole messages.
  package func send(listAt list: UnsafeRawPointer) -> Int {
    gate.withLock { gate in
      var reader = EventListReader(list)
      while let packet = reader.next() {
        if let message = packet.message { gate.push(message, at: reader.time) }
      }
      return reader.malformed
    }
  }

  /// Ends all notes that have begun, as when the cable has been pulled: "all notes off" to each channel that has had one,
  /// after all that has been sent.
  /// - Thread: any number of control threads
  public func releaseNotes() { gate.withLock { $0.releaseNotes() } }

  /// What has happened to the messages so far.
  /// - Thread: any
  public var counters: HostEventCounters {
    var counters = memory.counters
    counters.dropped += words[5].pointee.load(ordering: .relaxed)
    return counters
  }
}
