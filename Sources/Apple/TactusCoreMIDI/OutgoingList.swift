#if canImport(CoreMIDI)
  import CoreMIDI
  import TactusCoreAudio
  import TactusMIDI
  import TactusRender
  import TactusTime

  /// The output to one target. It contains the list that is being filled and a record of the messages sent.
  struct OutgoingList {
    enum Target {
      case source(MIDIEndpointRef)
      case destination(MIDIEndpointRef, port: MIDIPortRef)
    }

    private let target: Target
    private let memory: ListMemory
    private var writer: EventListWriter
    private let isMIDI2: Bool
    private var notes = SentNotes()
    private var lastTime: UInt64 = 0
    /// The longest time, in ticks, by which a message is delayed so that the times in a list ascend. A message that
    /// would need a longer delay keeps its time and starts a new list.
    private let tolerance: UInt64
    /// The messages of the list that is being filled.
    private var written: [StampedMessage] = []
    /// The note-offs and pedal releases that were refused.
    private var refused: [ChannelMessage] = []
    private(set) var sentCount = 0
    private(set) var refusedLists = 0

    init(_ target: Target, _ protocolID: CoreMIDIProtocol) {
      (self.target, memory, isMIDI2) = (target, ListMemory(), protocolID == .midi2)
      writer = EventListWriter(
        memory.words, capacity: EventListWriter.mostWords, protocolID: UInt32(bitPattern: protocolID.id.rawValue))
      tolerance = UInt64(clamping: HostTimeBase.machine.ticks(nanoseconds: 50_000_000))
    }

    /// Adds a message to the list, converted to the target's protocol.
    mutating func send(_ stamped: StampedMessage) {
      let time = stamped.hostTime > 0 ? stamped.hostTime : max(lastTime, HostTimeBase.machineTime)
      if isMIDI2 {
        if let message = memory.translator.translate(stamped.message) { add(message, at: time) }
      } else if stamped.message.isMIDI2 {
        for message in stamped.message.midi1 { add(message, at: time) }
      } else {
        add(stamped.message, at: time)
      }
    }

    private mutating func add(_ message: ChannelMessage, at wanted: UInt64) {
      var time = notes.time(of: message, wanted)
      if time < lastTime {
        if lastTime - time <= tolerance { time = lastTime } else { finish() }
      }
      lastTime = time
      if !writer.add(message, at: time) {
        finish()
        _ = writer.add(message, at: time)
      }
      written.append(StampedMessage(hostTime: time, message: message))
      notes.send(message, at: time)
    }

    /// Sends the list if it is not empty.
    mutating func finish() {
      defer {
        writer.reset()
        written.removeAll(keepingCapacity: true)
      }
      guard writer.packetCount > 0 else { return }
      let list = writer.list.assumingMemoryBound(to: MIDIEventList.self)
      let status =
        switch target {
        case .source(let source): MIDIReceivedEventList(source, list)
        case .destination(let destination, let port): MIDISendEventList(port, destination, list)
        }
      guard status != 0 else { return sentCount += written.count }
      refusedLists += 1
      refused += written.map(\.message).filter { $0.endsNote || $0.endsAllNotes || $0.isPedal && !$0.isPedalDown }
      // if a target keeps refusing, only the latest releases are kept
      if refused.count > 4_096 { refused.removeFirst(refused.count - 4_096) }
    }

    /// Sends refused note-offs and pedal releases again.
    mutating func retry() {
      let messages = refused
      refused.removeAll(keepingCapacity: true)
      for message in messages { add(message, at: max(lastTime, HostTimeBase.machineTime)) }
    }

    /// Cancels the messages that can be cancelled, and releases all notes and pedals that are down.
    mutating func cancel() {
      writer.reset()
      written.removeAll(keepingCapacity: true)
      let now = HostTimeBase.machineTime
      var time = max(lastTime, now)
      if case .destination(let destination, _) = target, MIDIFlushOutput(destination) == 0 { time = now }
      lastTime = time
      for release in notes.releases(after: now) { send(StampedMessage(hostTime: time, message: release)) }
      finish()
      notes = SentNotes()
    }
  }

  /// The memory for the longest list and for a translator.
  final class ListMemory {
    let words: UnsafeMutablePointer<UInt32>
    let translator: MIDI2Translator
    private let channels: UnsafeMutablePointer<MIDI2Translator.Channel>
    private let raw: UnsafeMutableRawPointer

    init() {
      raw = .allocate(byteCount: 4 * EventListWriter.mostWords, alignment: 8)
      words = raw.bindMemory(to: UInt32.self, capacity: EventListWriter.mostWords)
      channels = .allocate(capacity: MIDI2Translator.channelCount)
      channels.initialize(repeating: MIDI2Translator.Channel(), count: MIDI2Translator.channelCount)
      translator = MIDI2Translator(channels: channels)
    }

    deinit {
      raw.deallocate()
      channels.deallocate()
    }
  }
#endif
