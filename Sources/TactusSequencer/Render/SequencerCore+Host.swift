import TactusRender
import TactusTime

/// What a host has said so far.
struct HostState {
  /// Quarter notes per minute, as last believed; 0 for never.
  var tempo = 0.0
  /// By how much it grows with each frame.
  var slope = 0.0
  /// By how much it differs from the cycle before.
  var change = 0.0
  /// What was last said of the position; NaN for nothing.
  var beat = Double.nan
  /// How many frames the cycle before had.
  var frames = 0
  var wasChanged = false
  /// Whether it says that it moves while its position stands.
  var isFrozen = false
  /// Whether it said in the cycle before that it does not move.
  var hasToldStop = false
  /// Whether playing has not gone on elsewhere in this cycle, so that a wrap on its first frame is still to be played.
  var goesOn = false
  /// The stretch that is repeated, in ticks; empty where nothing is.
  var cycle: (start: Double, end: Double) = (0, 0)
  /// Whether a wrap was played in the cycle before.
  var hasWrapped = false
}

/// What a host's context comes to.
private enum HostMove {
  /// The transport does not move.
  case stop
  /// The position is where it should be.
  case keep
  /// The position is a little elsewhere: the line goes there, what has been played stays played.
  case follow(Double)
  /// Playing goes on at another place.
  case seek(Double)
}

extension SequencerCore {
  /// Finds out from the host's context whether and where it plays in this cycle.
  mutating func followHost(_ context: MusicalContext, _ frames: Int, _ output: inout EventOutput) {
    guard let header else {
      isRolling = false
      return
    }
    let quarter = Double(header.pointee.ticksPerQuarter)
    believe(context, quarter)
    let tempo = host.tempo > 0 ? host.tempo : 120
    let perFrame = tempo * quarter / (60 * sampleRate)
    let slope = host.slope * quarter / (60 * sampleRate)
    switch move(context, quarter, perFrame, &output) {
    case .stop: isRolling = false
    case .keep:
      host.goesOn = true
      align(perFrame, slope)
    case .follow(let tick):
      counters.corrections &+= 1
      host.goesOn = true
      line = PlayLine(host: header.pointee.cursor, tick: tick, frame: now, ticksPerFrame: perFrame, slope: slope)
    case .seek(let tick):
      host.goesOn = false
      isRolling = true
      line = PlayLine(host: header.pointee.cursor, tick: tick, frame: now, ticksPerFrame: perFrame, slope: slope)
      firstTick = .min
      goTo(firstTick(notBefore: now), &output)
    }
    host.beat = context.hasBeat ? context.beat : .nan
    host.frames = frames
    host.wasChanged = context.hasTransport && context.isChanged
  }

  /// Takes over tempo and cycle, as far as they make sense.
  private mutating func believe(_ context: MusicalContext, _ quarter: Double) {
    host.slope = 0
    let before = host.tempo
    if context.hasTempo, Self.isTempo(context.tempo) {
      host.tempo = context.tempo
      if context.tempoSlope.isFinite, Self.isTempo(context.tempo + context.tempoSlope * Double(1 << 14)) {
        host.slope = context.tempoSlope
      }
    }
    host.change = before > 0 ? abs(host.tempo - before) : 0
    guard context.hasTransport, context.isCycling, context.cycleStart.isFinite, context.cycleEnd.isFinite,
      abs(context.cycleStart) < 1e9, abs(context.cycleEnd) < 1e9
    else {
      host.cycle = (0, 0)
      return
    }
    host.cycle = (context.cycleStart * quarter, context.cycleEnd * quarter)
  }

  private static func isTempo(_ tempo: Double) -> Bool {
    tempo >= SequencerSettings.slowest && tempo <= SequencerSettings.fastest
  }

  private mutating func move(
    _ context: MusicalContext, _ quarter: Double, _ perFrame: Double, _ output: inout EventOutput
  ) -> HostMove {
    let hadToldStop = host.hasToldStop
    host.hasToldStop = context.hasTempo && !Self.isTempo(context.tempo) || context.hasTransport && !context.isMoving
    if host.hasToldStop { return .stop }
    guard context.hasBeat, context.beat.isFinite, abs(context.beat) < 1e11 else {
      // nothing said of the place: on as before, or from where it stopped if the host says that it moves
      if isRolling { return .keep }
      return context.hasTransport ? .seek(Double(position)) : .stop
    }
    let tick = context.beat * quarter
    let stands = context.beat == host.beat
    guard isRolling, let line, !line.isOwn else {
      if stands, !hadToldStop, host.isFrozen || !context.hasTransport { return .stop }
      host.isFrozen = false
      return .seek(tick)
    }
    let noise = 0.5 * perFrame + SequencerSettings.noise * quarter + abs(tick) * 0x1p-50
    wrapIfDue(at: tick, noise, &output)
    let expected = self.line.unsafelyUnwrapped.tick(atFrame: now)
    let difference = abs(tick - expected)
    if difference <= noise { return .keep }
    if context.hasTransport, context.isChanged, !host.wasChanged { return .seek(tick) }
    // a beat in 32 bits stays the same for some frames
    if stands, difference <= noise + abs(tick) * 0x1p-22 { return .keep }
    host.isFrozen = stands
    if stands { return .stop }
    let explained = host.change * Double(host.frames) * quarter / (60 * sampleRate)
    if difference <= SequencerSettings.drift * quarter + explained { return .follow(tick) }
    // a host that wraps at the borders of its cycles only, after the wrap has been played inside one
    if host.hasWrapped, tick >= host.cycle.start - noise, tick < expected, expected < host.cycle.end {
      return .follow(tick)
    }
    return .seek(tick)
  }

  /// The tempo of this cycle, from where the line is; nothing where it is the same.
  private mutating func align(_ perFrame: Double, _ slope: Double) {
    guard var line, line.ticksPerFrame != perFrame || line.slope != 0 || slope != 0 else { return }
    line.anchorTick = line.tick(atFrame: now)
    line.anchorFrame = now
    (line.ticksPerFrame, line.slope) = (perFrame, slope)
    self.line = line
  }
}
