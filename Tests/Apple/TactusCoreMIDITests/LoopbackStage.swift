#if !canImport(Darwin)
  import CoreMIDI
  import TactusCoreAudio
  import TactusMIDI
  import TactusRender
  import TactusTime

  /// An audio thread whose time the test controls: cycles of any length, whose first frames are due exactly when they
  /// are rendered.
  final class LoopbackStage {
    let rate: Int
    private(set) var frame: Int64 = 0
    /// The received messages, with absolute frames.
    private(set) var heard: [(frame: Int64, message: ChannelMessage)] = []
    private let line: HostClock
    private let clockMemory: CycleClockMemory
    private var clock: CycleClock
    /// The error of each cycle's stamp in ticks.
    var stampJitter: () -> Int64 = { 0 }

    /// Resets the clock and the state of CoreMIDI.
    init(rate: Int = 48_000, timeBase: HostTimeBase = .nanoseconds, isFiltered: Bool = false) {
      self.rate = rate
      let start: Int64 = 5_000_000_000
      StandInMIDI.shared.reset(now: UInt64(start))
      StandInClock.timeBase = (timeBase.numerator, timeBase.denominator)
      var line = HostClock(sampleRate: rate, timeBase: .machine)
      line.anchor(frame: 0, hostTime: start)
      self.line = line
      clockMemory = CycleClockMemory(sampleRate: rate, timeBase: .machine, isFiltered: isFiltered)
      clock = clockMemory.cycleClock
    }

    /// When a frame is due.
    func time(_ frame: Int64) -> UInt64 { UInt64(line.hostTime(atFrame: frame)) }
    /// The frame that is due at a time.
    func frame(_ time: UInt64) -> Int64 { line.frame(atHostTime: Int64(time)) }

    /// Lets time pass until the next cycle begins, then renders the cycle: receives an input's messages, and plays
    /// events.
    func cycle(
      _ count: Int, _ input: HostTimeInput? = nil, playing events: [TimedEvent] = [], _ output: HostTimeOutput? = nil
    ) {
      StandInMIDI.shared.advance(to: time(frame))
      var stamp = HostStamp(frame: frame, hostTime: Int64(time(frame)) + stampJitter())
      stamp.hasRateScalar = false
      clock.begin(stamp)
      let cycle = RenderCycle(firstFrame: frame, frameCount: count)
      if let input {
        for event in input.receiver.pointee.render(cycle, by: clock.clock) {
          heard.append((frame + Int64(event.offset), event.message))
          if event.offset < 0 || event.offset >= count { StandInMIDI.shared.note("an offset outside of the cycle") }
        }
      }
      events.withUnsafeBufferPointer { output?.sender.pointee.send($0, of: cycle, by: clock.clock) }
      frame += Int64(count)
    }
  }

  /// Another program: sends lists to a destination.
  final class LoopbackSender {
    private var client: MIDIClientRef = 0
    private var port: MIDIPortRef = 0

    init() {
      _ = MIDIClientCreateWithBlock(cf("sender"), &client, nil)
      _ = MIDIOutputPortCreate(client, cf("out"), &port)
    }

    deinit { MIDIClientDispose(client) }

    /// Sends messages to the destination with a number; returns the status.
    @discardableResult func send(
      _ messages: [(time: UInt64, message: ChannelMessage)], to uniqueID: Int32, protocolID: UInt32 = 1
    ) -> OSStatus {
      let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: EventListWriter.mostWords)
      defer { memory.deallocate() }
      var writer = EventListWriter(memory, capacity: EventListWriter.mostWords, protocolID: protocolID)
      for (time, message) in messages { _ = writer.add(message, at: time) }
      var destination: MIDIObjectRef = 0
      guard MIDIObjectFindByUniqueID(uniqueID, &destination, nil) == noErr else { return kMIDIObjectNotFound }
      return MIDISendEventList(port, destination, writer.list.assumingMemoryBound(to: MIDIEventList.self))
    }
  }

  /// Another program: records the messages that reach a virtual destination or come from a source.
  final class LoopbackListener: @unchecked Sendable {  // one thread
    private var client: MIDIClientRef = 0
    private(set) var uniqueID: Int32 = 0
    private var port: MIDIPortRef = 0
    private(set) var heard: [(time: UInt64, message: ChannelMessage)] = []

    init(protocolID: MIDIProtocolID = ._1_0, advance: Int32 = 0) {
      _ = MIDIClientCreateWithBlock(cf("listener"), &client, nil)
      var destination: MIDIEndpointRef = 0
      _ = MIDIDestinationCreateWithProtocol(client, cf("listener"), protocolID, &destination) { [weak self] list, _ in
        self?.take(list)
      }
      _ = MIDIInputPortCreateWithProtocol(client, cf("in"), protocolID, &port) { [weak self] list, _ in
        self?.take(list)
      }
      _ = MIDIObjectSetIntegerProperty(destination, kMIDIPropertyAdvanceScheduleTimeMuSec, advance)
      _ = MIDIObjectGetIntegerProperty(destination, kMIDIPropertyUniqueID, &uniqueID)
    }

    deinit { MIDIClientDispose(client) }

    func connect(_ uniqueID: Int32) {
      var source: MIDIObjectRef = 0
      _ = MIDIObjectFindByUniqueID(uniqueID, &source, nil)
      _ = MIDIPortConnectSource(port, source, nil)
    }

    private func take(_ list: UnsafePointer<MIDIEventList>) {
      var reader = EventListReader(list)
      while let packet = reader.next() {
        if let message = packet.message { heard.append((reader.time, message)) }
      }
    }
  }

  func cf(_ string: String) -> CFString { CFString(string: string) }
#endif
