/// Finds out from what a host says in each cycle whether its transport moves, and whether it is where it should be.
///
/// Hosts round their beats, say nothing, stand while they say that they move, and jump. The rules and tolerances are
/// those of "The rules" in `Documentation/Timing.md`. It remembers what has been said; the line that it is compared with
/// belongs to whoever follows:
///
///     begin ─► place ─► [isWrapDue: play what lies before, wrap] ─► move ─► end
///
/// - Thread: audio
package struct HostFollower: BitwiseCopyable, Sendable {
  /// What a host's context comes to.
  package enum Move: Sendable {
    /// The transport does not move.
    case stop
    /// The position is where it should be.
    case keep
    /// The position is a little elsewhere: the line goes there, what has been played stays played.
    case follow(Double)
    /// Playing goes on at another place.
    case seek(Double)
  }

  /// What a host says of its place.
  package enum Place: Sendable {
    /// Enough to know what it comes to.
    case known(Move)
    /// A position, in ticks, that must be compared with where the line is; and how far that may be off by rounding.
    case at(Double, noise: Double)
  }

  /// How far a host's beat may differ from where it should be and still be rounding, in beats, besides half a frame.
  @inlinable package static var noise: Double { 2e-6 }
  /// How far it may differ and still be followed without a seek, in beats.
  @inlinable package static var drift: Double { 1.0 / 128 }
  /// How far the line may go while a host that moves says the same beat again, in beats: hosts count in 1/960 and finer.
  @inlinable package static var standing: Double { 1.0 / 960 }
  /// In how many consecutive cycles a host may say that its position changed, and each is believed. One that goes on
  /// like this says so in every cycle.
  @inlinable package static var mostChanges: Int { 4 }
  /// The slowest tempo that is believed, in quarter notes per minute. Others mean that the transport does not move.
  @inlinable package static var slowest: Double { 0.01 }
  /// The fastest one.
  @inlinable package static var fastest: Double { 100_000 }

  private let sampleRate: Double
  /// To how many quarter notes the host rounds its beats, where its user knows.
  private let rounding: Double
  /// What positions are counted in; may change while it does not move.
  package var ticksPerQuarter: Double
  /// Quarter notes per minute, as last believed; 0 for never.
  private var tempo = 0.0
  /// By how much it grows with each frame.
  private var tempoSlope = 0.0
  /// By how much it differs from the cycle before.
  private var change = 0.0
  /// What was last said of the position; NaN for nothing.
  private var beat = Double.nan
  /// How many frames the cycle before had.
  private var frames = 0
  /// In how many consecutive cycles it has said that its position changed.
  private var changes = 0
  /// Whether it says that it moves while its position stands.
  private var isFrozen = false
  /// Whether playing goes on, in this cycle, after the position stood while the host said that it moves.
  private var hasThawed = false
  /// Whether rounding has put the position beyond the end of the repeated stretch before the line was there.
  private var isBeyond = false
  /// Whether it said in the cycle before that it does not move.
  private var hasReportedStop = false
  private var hadReportedStop = false
  /// Whether playing has not gone on elsewhere in this cycle, so that a wrap on its first frame is still to be played.
  package var isContinuous = false
  /// The stretch that is repeated, in ticks; empty where nothing is.
  package private(set) var cycle: (start: Double, end: Double) = (0, 0)
  /// Whether a wrap was played in the cycle before.
  package var hasWrapped = false

  /// Nothing has been said.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(sampleRate: Double, ticksPerQuarter: Double, rounding: Double = 0) {
    (self.sampleRate, self.ticksPerQuarter, self.rounding) = (sampleRate, ticksPerQuarter, rounding)
  }

  /// ``noise`` in ticks.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func noiseTicks() -> Double { Self.noise * ticksPerQuarter }

  /// How far before a position that playing goes to an event may lie and still be played, in ticks, besides half a frame.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func seekTicks() -> Double { (Self.noise + rounding) * ticksPerQuarter }

  /// How far behind a position that playing goes to an event may lie and have been played, in ticks: while the host stood
  /// and said that it moves.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func playedTicks() -> Double { hasThawed ? (Self.standing + Self.noise + rounding) * ticksPerQuarter : 0 }

  /// How fast the line goes: ticks in a frame, and by how much that grows with each. Before a tempo has been said, 120.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func speed() -> (ticksPerFrame: Double, slope: Double) {
    let perFrame = ticksPerQuarter / (60 * sampleRate)
    return ((tempo > 0 ? tempo : 120) * perFrame, tempoSlope * perFrame)
  }

  /// Takes over tempo and cycle, as far as they make sense.
  ///
  /// - Parameter frames: of this cycle. A slope counts if the tempo makes sense at the cycle's end, too; one that falls
  ///   further counts as far as to the slowest tempo.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func begin(_ context: MusicalContext, frames: Int) {
    tempoSlope = 0
    (hasThawed, isBeyond) = (false, false)
    let before = tempo
    if context.hasTempo, Self.isTempo(context.tempo) {
      tempo = context.tempo
      let length = Double(max(1, frames))
      if context.tempoSlope.isFinite, context.tempo + context.tempoSlope * length <= Self.fastest {
        tempoSlope = max(context.tempoSlope, (Self.slowest - context.tempo) / length)
      }
    }
    if !context.isContinued { change = before > 0 ? abs(tempo - before) : 0 }
    let oldCycle = cycle
    takeCycle(context)
    // a wrap in another stretch explains no place in this one
    if cycle != oldCycle { hasWrapped = false }
  }

  private mutating func takeCycle(_ context: MusicalContext) {
    guard context.hasTransport, context.isCycling, context.cycleStart.isFinite, context.cycleEnd.isFinite,
      abs(context.cycleStart) < 1e9, abs(context.cycleEnd) < 1e9
    else {
      cycle = (0, 0)
      return
    }
    cycle = (context.cycleStart * ticksPerQuarter, context.cycleEnd * ticksPerQuarter)
  }

  private static func isTempo(_ tempo: Double) -> Bool { tempo >= slowest && tempo <= fastest }

  /// What the host says of its place.
  ///
  /// - Parameters:
  ///   - position: where it stands, for a host that moves and says not where.
  ///   - line: by which it goes; nil if it does not, or not by a host.
  ///   - isRolling: whether it goes, by whatever.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func place(
    _ context: MusicalContext, position: Double, line: HostTickMap?, isRolling: Bool
  ) -> Place {
    if context.isContinued { return .known(isRolling ? .keep : .stop) }
    hadReportedStop = hasReportedStop
    hasReportedStop = context.hasTempo && !Self.isTempo(context.tempo) || context.hasTransport && !context.isMoving
    if hasReportedStop { return .known(.stop) }
    guard context.hasBeat, context.beat.isFinite, abs(context.beat) < 1e11 else {
      // nothing said of the place: on as before, or from where it stopped if the host says that it moves
      if isRolling { return .known(.keep) }
      return .known(context.hasTransport ? .seek(position) : .stop)
    }
    let tick = context.beat * ticksPerQuarter
    guard line != nil else {
      if context.beat == beat, !hadReportedStop, isFrozen || !context.hasTransport { return .known(.stop) }
      (hasThawed, isFrozen) = (isFrozen, false)
      return .known(.seek(tick))
    }
    return .at(tick, noise: 0.5 * speed().ticksPerFrame + seekTicks() + abs(tick) * 0x1p-50)
  }

  /// Whether a wrap has fallen on the border between the cycle before and this one, if the host says that it has wrapped.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func isWrapDue(
    _ context: MusicalContext, at tick: Double, noise: Double, _ line: HostTickMap, now: Int64
  ) -> Bool {
    let (expected, length) = (line.tick(atFrame: now), cycle.end - cycle.start)
    var near = line.ticksPerFrame + noise
    // a host whose beats are noisy may wrap a little earlier than the line
    if !isBelieved(context), isLong() { near = max(near, Self.drift * ticksPerQuarter) }
    return length >= 0.999 * line.ticksPerFrame && abs(expected - cycle.end) <= near
      && abs(tick - (expected - length)) < abs(tick - expected)
  }

  /// What a position comes to.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func move(
    _ context: MusicalContext, to tick: Double, noise: Double, _ line: HostTickMap, now: Int64
  ) -> Move {
    let expected = line.tick(atFrame: now)
    let difference = abs(tick - expected)
    if difference <= noise { return .keep }
    let explained = change * Double(frames) * ticksPerQuarter / (60 * sampleRate)
    let near = Self.drift * ticksPerQuarter + explained
    // a beat in 32 bits stays the same for some frames
    let single = noise + abs(tick) * 0x1p-22
    if isBelieved(context) {
      let isExplained = difference <= single || difference <= near && (explained > 0 || !context.hasTempo)
      if changes == 0 || !isExplained { return .seek(tick) }
    }
    let length = cycle.end - cycle.start
    // a host whose beats are noisy may wrap a little later than the line
    let wrapped = abs(tick - length - expected)
    let isBehind = isLong() && abs(expected - cycle.start) <= near && wrapped <= near
    if context.beat == beat {
      let ahead = isBehind ? min(difference, wrapped) : difference
      if ahead <= max(single, noise + Self.standing * ticksPerQuarter) { return .keep }
      isFrozen = true
      return .stop
    }
    isFrozen = false
    if difference <= near {
      // also where the wrap fell on the border between the cycle before and this one
      let isBefore = expected < cycle.end + 0.5 * line.ticksPerFrame
      isBeyond = isLong() && isBefore && tick >= cycle.end && tick < cycle.end + length
      return .follow(tick)
    }
    guard !isBelieved(context) else { return .seek(tick) }
    if isBehind { return .follow(tick - length) }
    // a host that wraps at the borders of its cycles only, after the wrap has been played inside one
    if hasWrapped, tick >= cycle.start - noise, tick < expected, expected < cycle.end { return .follow(tick) }
    return .seek(tick)
  }

  /// Whether it says that its position changed, and not in every cycle.
  private func isBelieved(_ context: MusicalContext) -> Bool {
    context.hasTransport && context.isChanged && changes < Self.mostChanges
  }

  /// Whether the repeated stretch is so long that noise does not reach from one border to the other.
  private func isLong() -> Bool { cycle.end - cycle.start > 2 * Self.drift * ticksPerQuarter }

  /// Remembers what has been said in a cycle of so many frames.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func end(_ context: MusicalContext, frames: Int) {
    if context.isContinued { return self.frames &+= frames }
    beat = context.hasBeat ? context.beat : .nan
    self.frames = frames
    changes = context.hasTransport && context.isChanged ? min(changes &+ 1, Self.mostChanges) : 0
  }

  /// Takes the next position that is said for a new one.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func forgetPlace() { beat = .nan }

  /// The frame of the next end of the repeated stretch, if it lies before another frame.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func nextWrap(_ line: HostTickMap, now: Int64, before end: Int64) -> Int64? {
    // a wrap that rounding has put on the border between two cycles is played in the second
    let late = isContinuous ? 0.5 * line.ticksPerFrame : 0
    // also where the tempo rises within the cycle: a wrap in each frame at the most
    let fastest = max(line.ticksPerFrame, line.speed(at: end))
    guard cycle.end - cycle.start >= 0.999 * fastest, isBeyond || line.tick(atFrame: now) < cycle.end + late else {
      return nil
    }
    let frame = max(now, line.frame(at: cycle.end))
    return frame < end ? frame : nil
  }

  /// Puts the line back to the beginning of the repeated stretch; it keeps what is less than a frame.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func wrap(_ line: inout HostTickMap) {
    line.anchorTick -= cycle.end - cycle.start
    (hasWrapped, isBeyond) = (true, false)
  }
}
