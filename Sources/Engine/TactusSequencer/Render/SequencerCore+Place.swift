import TactusMIDI
import TactusRender
import TactusTime

/// The end of the cycle region, if it is within the current render cycle.
struct Wrap {
  /// The first tick that is not played before the wrap.
  var endTick: Tick
  var frame: Int64
}

extension SequencerCore {
  /// Continues at another tick, starting on this cycle's first frame.
  mutating func goTo(_ tick: Tick, _ output: inout EventOutput) {
    counters.seeks &+= 1
    release(at: 0, &output)
    locate(tick)
    chase(at: 0, &output)
  }

  /// Moves all tracks to their first events at or after a tick.
  mutating func locate(_ tick: Tick) {
    (position, located) = (tick, tick)
    guard let header, let tracks = header.pointee.tracks else { return }
    for index in 0..<header.pointee.trackCount {
      let waits = !tracks[index].playsInCountIn && firstTick > tick
      cursors[index].seek(tracks[index], to: waits ? firstTick : tick)
    }
    queue.fill(cursors, count: header.pointee.trackCount)
    tracker.reschedule { _ in tick }  // notes that could not be released for lack of room end first
  }

  /// Releases all sounding notes and pedals at an offset, and centers the pitch bend if it was moved.
  mutating func release(at offset: Int64, _ output: inout EventOutput) {
    releaseAll(at: offset, &output)
    releaseControls(at: offset, &output)
  }

  /// Releases everything while the transport is stopped. It is called in every cycle, because the buffer may lack room
  /// for all messages.
  mutating func releaseWhileStopped(_ output: inout EventOutput) {
    if tracker.count > 0 { releaseAll(at: 0, &output) }
    releaseControls(at: 0, &output)
  }

  /// Returns the first tick at or after a frame, see ``PlaybackTickMap/firstTick(notBefore:)``. There must be a tick
  /// map.
  mutating func firstTick(notBefore frame: Int64) -> Tick {
    guard var line else { return position }
    let tick = line.firstTick(notBefore: frame)
    self.line = line
    return tick
  }

  /// Returns the frame of a tick. There must be a tick map.
  mutating func frame(atTick tick: Tick) -> Int64 {
    guard var line else { return now }
    let frame = line.frame(atTick: tick)
    self.line = line
    return frame
  }

  // MARK: Wraps

  /// Returns the next end of the cycle region, if it is before a frame.
  mutating func nextWrap(before end: Int64) -> Wrap? {
    guard var line else { return nil }
    if line.isOwn {
      // a count-in to a tick beyond the region passes the region's end, as playback from that tick does
      guard transport.isCycling, max(position, firstTick) <= transport.cycle.end else { return nil }
      let frame = line.frame(atTick: transport.cycle.end)
      guard frame < end, transport.length(&line) >= Int128(line.cursor.numeratorsPerFrame) else { return nil }
      return Wrap(endTick: transport.cycle.end, frame: frame)
    }
    guard let hostMap = line.host, let frame = host.nextWrap(hostMap, now: now, before: end) else { return nil }
    return Wrap(endTick: firstTick(from: host.cycle.end), frame: frame)
  }

  /// Returns the cycle region if playback in this cycle is before its end, where it will wrap; otherwise nil.
  mutating func regionToWrap() -> (start: Tick, end: Tick)? {
    guard var line else { return nil }
    if line.isOwn {
      guard transport.isCycling, max(begun, firstTick) <= transport.cycle.end,
        transport.length(&line) >= Int128(line.cursor.numeratorsPerFrame)
      else { return nil }
      return transport.cycle
    }
    guard let hostMap = line.host, hostMap.tick(atFrame: now) < host.cycle.end else { return nil }
    let region = (start: firstTick(from: host.cycle.start), end: firstTick(from: host.cycle.end))
    return region.start < region.end ? region : nil
  }

  /// Jumps to the start of the cycle region; the tick map stays exact, although the wrap may fall between two frames.
  mutating func perform(_ wrap: Wrap, _ output: inout EventOutput) {
    guard var line else { return }
    let first: Tick
    if line.isOwn {
      lastWrap = (wrap.frame, transport.length(&line))
      line.shift += lastWrap.length
      first = transport.cycle.start
    } else {
      if var hostMap = line.host {
        host.wrap(&hostMap)
        line.host = hostMap
      }
      // continue with the whole cycle region, including ticks whose frame is, by rounding, the one before the wrap
      first = firstTick(from: host.cycle.start)
    }
    self.line = line
    counters.wraps &+= 1
    let offset = wrap.frame &- now
    releaseAll(at: offset, &output)
    if !settings.chases { releaseControls(at: offset, &output) }
    if position >= firstTick { firstTick = .min }  // the count-in has ended
    locate(first)
    begun = first
    if hasMoved || chasedTick != first {
      chase(at: offset, &output)
    } else {
      chaseNotes(at: offset, &output)
    }
  }

  /// Performs a wrap at the boundary between the previous cycle and this one, if the host reports that it has wrapped.
  mutating func wrapIfDue(
    _ context: MusicalContext, at tick: Double, _ noise: Double, _ output: inout EventOutput
  ) {
    guard let line = line?.host, host.isWrapDue(context, at: tick, noise: noise, line, now: now) else { return }
    // ticks before the region's end that round to this frame have not been played yet
    let wrap = Wrap(endTick: firstTick(from: host.cycle.end), frame: now)
    if play(until: wrap.endTick, &output) { perform(wrap, &output) }
  }

  /// Returns the first whole tick of a region that starts at a host's position; the last digits of the position may be
  /// rounding noise.
  private func firstTick(from tick: Double) -> Tick {
    HostTickMap.firstTick(from: tick, noise: host.noiseTicks())
  }
}
