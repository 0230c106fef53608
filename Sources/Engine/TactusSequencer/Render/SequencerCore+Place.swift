import TactusMIDI
import TactusRender
import TactusTime

/// Where a stretch that is repeated ends in the present cycle.
struct Wrap {
  /// The first tick that is not played before it.
  var endTick: Tick
  var frame: Int64
}

extension SequencerCore {
  /// Goes on at another tick, from this cycle's first frame on.
  mutating func goTo(_ tick: Tick, _ output: inout EventOutput) {
    counters.seeks &+= 1
    release(at: 0, &output)
    place(tick)
    chase(at: 0, &output)
  }

  /// Sets the lanes to the first events that are not before a tick.
  mutating func place(_ tick: Tick) {
    position = tick
    guard let header, let lanes = header.pointee.lanes else { return }
    for index in 0..<header.pointee.laneCount {
      let waits = !lanes[index].playsInCountIn && firstTick > tick
      cursors[index].seek(lanes[index], to: waits ? firstTick : tick)
    }
    queue.fill(cursors, count: header.pointee.laneCount)
    tracker.reschedule { _ in tick }  // what could not be released for want of room goes first
  }

  /// Releases what sounds, at an offset, and what would go on sounding: pedals, and the pitch bend if it was moved.
  mutating func release(at offset: Int64, _ output: inout EventOutput) {
    releaseAll(at: offset, &output)
    releaseControls(at: offset, &output)
  }

  /// The transport stands: nothing may sound. Goes on trying while the buffer has no room.
  mutating func settleDown(_ output: inout EventOutput) {
    if tracker.count > 0 { releaseAll(at: 0, &output) }
    releaseControls(at: 0, &output)
  }

  /// The line's answer, see ``PlaybackTickMap/firstTick(notBefore:)``. There must be a line.
  mutating func firstTick(notBefore frame: Int64) -> Tick {
    guard var line else { return position }
    let tick = line.firstTick(notBefore: frame)
    self.line = line
    return tick
  }

  /// The line's answer. There must be a line.
  mutating func frame(atTick tick: Tick) -> Int64 {
    guard var line else { return now }
    let frame = line.frame(atTick: tick)
    self.line = line
    return frame
  }

  // MARK: Wraps

  /// The next end of the repeated stretch, if it lies before a frame.
  mutating func nextWrap(before end: Int64) -> Wrap? {
    guard var line else { return nil }
    if line.isOwn {
      guard transport.isCycling, position <= transport.cycle.end else { return nil }
      let frame = line.frame(atTick: transport.cycle.end)
      guard frame < end, transport.length(&line) >= Int128(line.cursor.numeratorsPerFrame) else { return nil }
      return Wrap(endTick: transport.cycle.end, frame: frame)
    }
    guard let hostLine = line.host, let frame = host.nextWrap(hostLine, now: now, before: end) else { return nil }
    return Wrap(endTick: firstTick(from: host.cycle.end), frame: frame)
  }

  /// Goes back to the beginning of the repeated stretch; the line keeps what is less than a frame.
  mutating func perform(_ wrap: Wrap, _ output: inout EventOutput) {
    guard var line else { return }
    let first: Tick
    if line.isOwn {
      line.shift += transport.length(&line)
      first = transport.cycle.start
    } else {
      if var hostLine = line.host {
        host.wrap(&hostLine)
        line.host = hostLine
      }
      // all of it, also what rounding puts a frame earlier than the wrap
      first = firstTick(from: host.cycle.start)
    }
    self.line = line
    counters.wraps &+= 1
    let offset = wrap.frame &- now
    releaseAll(at: offset, &output)
    if !settings.chases { releaseControls(at: offset, &output) }
    if position >= firstTick { firstTick = .min }  // the count-in is over
    place(first)
    begun = first
    if hasMoved || chasedTick != first { chase(at: offset, &output) }
  }

  /// A wrap that fell on the border between the cycle before and this one, if the host says that it has wrapped.
  mutating func wrapIfDue(
    _ context: MusicalContext, at tick: Double, _ noise: Double, _ output: inout EventOutput
  ) {
    guard let line = line?.host, host.isWrapDue(context, at: tick, noise: noise, line, now: now) else { return }
    // what is before the stretch's end and rounds to this frame has not been played yet
    let wrap = Wrap(endTick: firstTick(from: host.cycle.end), frame: now)
    if play(until: wrap.endTick, &output) { perform(wrap, &output) }
  }

  /// The first whole tick of a stretch that begins at a host's position, whose last digits may be noise.
  private func firstTick(from tick: Double) -> Tick {
    HostTickMap.firstTick(from: tick, noise: host.noiseTicks())
  }
}
