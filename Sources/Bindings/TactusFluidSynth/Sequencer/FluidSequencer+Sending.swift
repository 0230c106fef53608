#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FluidSequencer {
  /// Sends an event to its destination at once.
  func send(_ event: FluidEvent) {
    let id = event.contents.destination
    guard event.contents.type != FluidSequencerEvent.unregistering.rawValue else { return unregister(id) }
    let (client, tick) = withTime { (clients.first { $0.id == id }, presentTick) }
    guard let client else { return }
    if let synth = client.synth {
      synth.send(event.contents, from: self, at: tick)
    } else {
      deliver(event, to: client, at: tick)
    }
  }

  /// Removes a client. The last event that it receives has the type `unregistering`.
  func unregister(_ id: Int16) {
    let (client, tick) = withTime { () -> (Client?, UInt32) in
      (clients.firstIndex { $0.id == id }.map { clients.remove(at: $0) }, presentTick)
    }
    guard let client else { return }
    lock.withLock({ thread })?.waitForSending()
    if client.synth != nil { stopFollowing(client: id) }
    let event = FluidEvent()
    event.contents.destination = id
    event.set(.unregistering)
    deliver(event, to: client, at: tick)
    free(client.name)
  }

  private func deliver(_ event: FluidEvent, to client: Client, at tick: UInt32) {
    withExtendedLifetime(event) { client.callback?(tick, event.pointer, pointer, client.data) }
  }

  /// Adds an event to the queue.
  ///
  /// - Parameter isAbsolute: whether `time` is a tick; if not, it is a number of ticks after the present tick.
  func insert(_ event: FluidEvent.Contents, at time: UInt32, isAbsolute: Bool) {
    if isAbsolute {
      lock.withLock { enqueue(event, at: time) }
    } else {
      withTime { enqueue(event, at: presentTick &+ time) }
    }
    lock.signal()
  }

  private func enqueue(_ event: FluidEvent.Contents, at tick: UInt32, endsNote: Bool = false) {
    queue.insert(event, at: tick, endsNote: endsNote)
    if usesSystemTimer, thread == nil { thread = SequencerThread(self) }
  }

  /// Adds the end of a note that begins at a tick.
  func insertEnd(of note: FluidEvent.Contents, begun tick: UInt32) {
    var end = note
    end.type = FluidSequencerEvent.noteOff.rawValue
    lock.withLock { enqueue(end, at: tick &+ note.duration, endsNote: true) }
    lock.signal()
  }

  /// Cancels the scheduled end of a note.
  func cancelEnd(of note: FluidEvent.Contents) { lock.withLock { queue.cancelEnd(of: EventQueue.Key(note)) } }

  /// Removes events from the queue.
  ///
  /// - Parameters:
  ///   - source: the number of a client, or negative for all.
  ///   - destination: the number of a client, or negative for all.
  ///   - type: a type of events, or negative for all.
  func removeEvents(source: Int16, destination: Int16, type: Int32) {
    lock.withLock {
      queue.removeAll {
        (source < 0 || $0.source == source) && (destination < 0 || $0.destination == destination)
          && (type < 0 || $0.type == type)
      }
    }
  }

  /// Sends the events that are due at a position, including those that clients add for the same ticks while this
  /// function runs.
  func sendDue(at position: Double) {
    while true {
      let event = lock.withLock { removeDueEvent(at: position) }
      switch event {
      case .none:
        lock.withLock { tickBeingSent = nil }
        return
      case .cancelled: break
      case .event(let contents): send(FluidEvent(contents))
      }
    }
  }

  /// Sends the events that are due at a time in milliseconds. If the program supplies the time, the sequencer moves to
  /// this time. A sequencer that follows a synthesizer keeps its own time, and one that follows the system's clock
  /// ignores the parameter.
  func process(milliseconds: UInt32) {
    let (position, thread) = lock.withLock { () -> (Double, SequencerThread?) in
      let position = Double(milliseconds) * clock.rate / 1000
      if case .program = timing { self.position = position }
      return (position, self.thread)
    }
    if usesSystemTimer { thread?.sendDue() } else { sendDue(at: position) }
  }
}
