extension FluidSequencer {
  /// Runs `body` with the locks held that the present position needs: the followed synthesizer's and the sequencer's.
  func withTime<Result>(_ body: () throws -> Result) rethrows -> Result {
    while true {
      if let synth = lock.withLock({ followed }) {
        if let done = try synth.withLock({ try attempt(body, following: synth) }) { return done.value }
      } else if let done = try attempt(body, following: nil) {
        return done.value
      }
    }
  }

  private struct Done<Value> { let value: Value }

  /// Runs `body`, unless the sequencer follows another synthesizer by now.
  private func attempt<Result>(
    _ body: () throws -> Result, following synth: FluidSynth?
  ) rethrows -> Done<Result>? {
    try lock.withLock { followed === synth ? Done(value: try body()) : nil }
  }
}

/// These functions are called with the locks held.
extension FluidSequencer {
  /// The present position on the time line.
  var presentPosition: Double {
    switch timing {
    case .program: position
    case .system(let start): Double(MonotonicClock.now - start)
    case .synth(_, let start): max(position, followed.map { Double($0.frame - start) } ?? 0)
    }
  }

  /// The present tick. While an event is sent on time, this is the tick of that event, so that events that a client
  /// adds relative to it are exact.
  var presentTick: UInt32 { tickOnTime ?? clock.tick(at: presentPosition) }

  /// The tick of the event that is being sent, unless it is late by a frame or more, or the time comes from the program.
  private var tickOnTime: UInt32? {
    guard case .synth = timing, let tickBeingSent else { return nil }
    return clock.position(of: tickBeingSent) > position - 1 ? tickBeingSent : nil
  }

  /// The position and the tick at which a new scale takes effect.
  var presentOrigin: (position: Double, tick: Double) {
    if let tick = tickOnTime { return (clock.position(of: tick), Double(tick)) }
    let position = presentPosition
    if case .program = timing { return (position, Double(clock.tick(at: position))) }
    return (position, clock.exactTick(at: position))
  }

  /// Removes the first event that is due at a position; `cancelled` means that it must not be sent.
  func removeDueEvent(at position: Double) -> DueEvent {
    guard let first = queue.first, clock.hasReached(first.time, at: position) else { return .none }
    tickBeingSent = first.time
    return queue.removeFirst().map(DueEvent.event) ?? .cancelled
  }

  enum DueEvent {
    case none
    case cancelled
    case event(FluidEvent.Contents)
  }
}
