import TactusTime

/// A transport of its own, for playing without a host.
struct OwnTransport {
  /// Whether it leads; else the host does.
  var isOwn = false
  var isCycling = false
  /// The stretch that is repeated.
  var cycle: (start: Tick, end: Tick) = (0, 0)

  /// How long the stretch lasts, in numerators of the line's cursor.
  func length(_ line: inout PlaybackTickMap) -> Int128 {
    line.cursor.numerator(atTick: cycle.end) - line.cursor.numerator(atTick: cycle.start)
  }
}

/// What the control side asks of a transport; done at the beginning of the next cycle, in order.
package enum TransportCommand: BitwiseCopyable, Sendable {
  /// Leads by itself, or follows the host from now on.
  case lead(Bool)
  /// Plays from where it is.
  case play
  /// Plays from a tick, after so many ticks of counting in (0 for none).
  case playFrom(Tick, countIn: Tick)
  /// Stops where it is.
  case stop
  /// Goes to a tick; playing goes on there.
  case locate(Tick)
  /// Repeats a stretch, or nothing if it is empty.
  case cycle(start: Tick, end: Tick)
  /// Whether steps play that only play in fills.
  case fill(Bool)
  /// Plays nothing itself, or plays again.
  case bypass(Bool)
  /// Ends all that sounds at once.
  case panic
}

extension SequencerCore {
  /// Does what the control side asks.
  mutating func apply(_ command: TransportCommand, _ output: inout EventOutput) {
    switch command {
    case .lead(let isOwn): lead(isOwn)
    case .play: if !isRolling { start(from: position, countIn: 0, &output) }
    case .playFrom(let tick, let countIn): start(from: tick, countIn: countIn, &output)
    case .stop: if transport.isOwn { isRolling = false }
    case .locate(let tick):
      guard transport.isOwn else { return }
      if isRolling { start(from: tick, countIn: 0, &output) } else { position = TimeSettings.clamp(tick: tick) }
    case .cycle(let start, let end):
      transport.cycle = (TimeSettings.clamp(tick: start), TimeSettings.clamp(tick: end))
      transport.isCycling = start < end
    case .fill(let fills): isFilling = fills
    case .bypass(let isBypassed):
      guard self.isBypassed != isBypassed else { return }
      self.isBypassed = isBypassed
      if isBypassed { release(at: 0, &output) } else if isRolling { chase(at: 0, &output) }
    case .panic: release(at: 0, &output)
    }
  }

  private mutating func lead(_ isOwn: Bool) {
    guard transport.isOwn != isOwn else { return }
    transport.isOwn = isOwn
    (isRolling, line) = (false, nil)
  }

  private mutating func start(from tick: Tick, countIn: Tick, _ output: inout EventOutput) {
    guard transport.isOwn, let header else { return }
    let tick = TimeSettings.clamp(tick: tick)
    let first = TimeSettings.clamp(tick: tick &- max(0, min(countIn, TimeSettings.tickLimit)))
    line = PlaybackTickMap(own: header.pointee.cursor, tick: first, frame: now)
    firstTick = first < tick ? tick : .min
    isRolling = true
    goTo(first, &output)
  }

  /// Its own transport goes on by itself; without anything to play it stands.
  mutating func followTransport(_ output: inout EventOutput) {
    if header == nil || line == nil { isRolling = false }
  }
}
