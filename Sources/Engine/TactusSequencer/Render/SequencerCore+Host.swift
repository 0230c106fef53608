import TactusRender
import TactusTime

extension SequencerCore {
  /// Determines from the host's context whether this cycle plays, and at which position.
  mutating func followHost(_ context: MusicalContext, _ frames: Int, _ output: inout EventOutput) {
    guard let header else {
      isRolling = false
      return
    }
    host.ticksPerQuarter = Double(header.pointee.ticksPerQuarter)
    host.begin(context, frames: frames)
    let move = move(context, &output)
    if !context.isContinued { host.hasWrapped = false }
    switch move {
    case .stop: isRolling = false
    case .keep:
      host.isContinuous = true
      if var line, var hostMap = line.host {
        host.align(&hostMap, now: now)
        line.host = hostMap
        self.line = line
      }
    case .follow(let tick):
      counters.corrections &+= 1
      host.isContinuous = true
      line = PlaybackTickMap(host: host.line(tick: tick, frame: now), header.pointee.cursor)
    case .seek(let tick):
      host.isContinuous = false
      let hasFollowed = line?.host != nil
      isRolling = true
      line = PlaybackTickMap(host: host.line(tick: tick, frame: now), header.pointee.cursor)
      firstTick = .min
      goTo(seekTick(tick, hasFollowed: hasFollowed), &output)
    }
    host.end(context, frames: frames)
  }

  /// Returns the first tick to play at a host's position: the first tick on this cycle's first frame, or an earlier one
  /// within the host's rounding error. If playback had stopped at that position, the ticks that have been played are
  /// not repeated.
  private mutating func seekTick(_ tick: Double, hasFollowed: Bool) -> Tick {
    let first = firstTick(notBefore: now)
    let early = min(first, HostTickMap.firstTick(from: tick, noise: host.seekTicks()))
    guard hasFollowed else { return early }
    let played = host.playedTicks()
    let last = played > 0 ? max(first, HostTickMap.firstTick(from: tick + played, noise: 0)) : first
    return position > early && position <= last ? position : early
  }

  private mutating func move(_ context: MusicalContext, _ output: inout EventOutput) -> HostFollower.Move {
    let hostMap = isRolling ? line?.host : nil
    switch host.locate(context, position: Double(position), line: hostMap, isRolling: isRolling) {
    case .known(let move): return move
    case .at(let tick, let noise):
      wrapIfDue(context, at: tick, noise, &output)
      guard let line = line?.host else { return .seek(tick) }
      return host.move(context, to: tick, noise: noise, line, now: now)
    }
  }
}
