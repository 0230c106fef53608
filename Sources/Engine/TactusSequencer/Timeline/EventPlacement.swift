import TactusTime

/// Moves the events of a track by its swing and groove, within its loop.
///
/// It keeps the order of events, except for notes that leave a loop at one end and enter it again at the other.
struct EventPlacement: Hashable {
  private let grooves: [CompiledGroove]
  /// The length of the loop within which events stay. Nil if there is no loop, and for a clip whose events are moved by
  /// neither swing nor groove.
  let loop: Tick?
  /// The number of grid positions at which passes can start, and the distance between these positions. Except in
  /// ``passPlacements``, events are placed for a pass that starts at the first of them.
  let (positionCount, spacing): (Int, Tick)
  /// The tick of the grid at which the pass starts.
  private var phase: Tick
  /// Whether the grid starts with each pass.
  private let countsFromPass: Bool

  init(_ track: Track) {
    grooves = [track.swing?.groove, track.groove].compactMap { $0 }.map(CompiledGroove.init).filter { !$0.isPlain }
    loop = grooves.isEmpty && track.clip != nil ? nil : track.passLength
    let grid = track.gridOrigin == .song ? SongGrid(grooves, track, loop) : nil
    countsFromPass = grid == nil
    (positionCount, spacing, phase) = (grid?.positionCount ?? 1, grid?.spacing ?? 1, grid?.phase ?? 0)
  }

  /// The placements of passes, one for each grid position at which a pass can start.
  var passPlacements: [EventPlacement] {
    (0..<positionCount).map { index in
      var other = self
      other.phase += Tick(index) * spacing
      return other
    }
  }

  /// Whether the passes of a loop differ, so that notes leaving one pass enter another.
  var hasSeveralPasses: Bool { positionCount > 1 }

  /// Whether no event is moved.
  var isPlain: Bool { grooves.isEmpty }

  /// Returns the tick within the loop, and the accent, of a note that is delayed by `shift` ticks in addition to its
  /// groove.
  func position(_ tick: Tick, shift: Tick = 0) -> (tick: Tick, accent: Int) {
    var (position, accent) = unwrappedPosition(tick)
    position += min(max(shift, -1 << 32), 1 << 32)
    guard let loop else { return (Self.clamp(position), accent) }
    if tick >= loop { return (max(loop, position), accent) }  // events beyond the loop stay there
    return (hasSeveralPasses ? position : (position % loop + loop) % loop, accent)
  }

  /// Returns the tick and the accent of a note. The tick may be before 0 or beyond the loop.
  ///
  /// t ≤ u ⟹ position(t) ≤ position(u).
  func unwrappedPosition(_ tick: Tick) -> (tick: Tick, accent: Int) {
    let tick = Self.clamp(tick)
    let (position, accent) = anyPosition(tick)
    guard let loop else { return (Self.clamp(position), accent) }
    return (tick >= loop ? max(loop, position) : position, accent)
  }

  /// Returns the tick and the accent of a note, ignoring the loop.
  private func anyPosition(_ tick: Tick) -> (tick: Tick, accent: Int) {
    var (position, accent) = (tick + phase, 0)
    for groove in grooves {
      let (moved, louder) = groove.position(position)
      (position, accent) = (moved, accent + louder)
    }
    return (position - phase, accent)
  }

  /// Returns the distance between two successive grid points after placement. If `next` is the end of the loop, it
  /// counts as the first point of the next pass.
  func distance(from tick: Tick, to next: Tick) -> Tick {
    guard !isPlain else { return next - tick }
    let end = next == loop && countsFromPass ? next + unwrappedPosition(0).tick : anyPosition(next).tick
    return max(0, end - unwrappedPosition(tick).tick)
  }

  /// Wraps a tick beyond the loop's end back into the loop.
  func wrap(_ tick: Tick, from start: Tick) -> Tick {
    guard let loop, start < loop, tick >= loop, !hasSeveralPasses else { return tick }
    return tick % loop
  }

  /// Returns the tick of a message.
  func position(message tick: Tick) -> Tick {
    let tick = Self.clamp(tick)
    let position = anyPosition(tick).tick
    guard let loop, !grooves.isEmpty else { return Self.clamp(position) }
    return tick >= loop ? max(loop, position) : min(max(0, position), loop - 1)
  }

  private static func clamp(_ tick: Tick) -> Tick { min(max(0, tick), TimeSettings.tickLimit) }
}

/// The grid of a track's swing and groove, counted from the start of the song, and the positions in it at which passes
/// start.
private struct SongGrid {
  let phase: Tick
  var (positionCount, spacing) = (1, Tick(1))

  /// The largest total number of notes or steps in the compiled passes.
  private static var mostEvents: Int { 1 << 20 }

  /// Creates the grid; nil if the track has neither swing nor groove, or if the passes to compile would be too many or
  /// too large.
  init?(_ grooves: [CompiledGroove], _ track: Track, _ loop: Tick?) {
    guard !grooves.isEmpty else { return nil }
    var (period, step) = (Tick(1), Tick(0))
    for groove in grooves {
      let own = groove.step * Tick(groove.shifts.count)
      let (product, isTooLong) = (period / period.greatestCommonDivisor(with: own)).multipliedReportingOverflow(by: own)
      guard !isTooLong, product < 1 << 53 else { return nil }
      (period, step) = (product, step.greatestCommonDivisor(with: groove.step))
    }
    phase = (track.clampedStart % period + period) % period
    guard let loop else { return }
    spacing = loop.greatestCommonDivisor(with: period)
    if track.loopChange != .keepBeat {
      // after a change of the loop's length, passes may start at any step
      let finer = spacing.greatestCommonDivisor(with: step)
      if period / finer <= Tick(SequencerSettings.gridPositionLimit) { spacing = finer }
    }
    guard period / spacing <= Tick(SequencerSettings.gridPositionLimit) else { return nil }
    positionCount = Int(period / spacing)
    let events = (track.clip?.notes.count ?? track.pattern?.steps.count ?? 0) * positionCount
    if positionCount > 1, events > Self.mostEvents { return nil }
  }
}

/// A ``Groove`` with its strengths applied.
private struct CompiledGroove: Hashable {
  let step: Tick
  let shifts: [Tick]
  let accents: [Int]

  init(_ groove: Groove) {
    step = Groove.clamp(step: groove.step)
    let limit = step
    shifts = groove.slots.map { Self.part(min(max($0.shift, -limit), limit), $0.strength) }
    accents = groove.slots.map { Int(Self.part(Tick(min(max($0.accent, -127), 127)), $0.strength)) }
  }

  var isPlain: Bool { shifts.allSatisfy { $0 == 0 } && accents.allSatisfy { $0 == 0 } }

  /// Returns `value` · `strength` %, rounded half up; strengths are clamped to ±1000 %.
  private static func part(_ value: Tick, _ strength: Int) -> Tick {
    let product = value * Tick(min(max(strength, -1000), 1000)) * 2 + 100
    return product >= 0 ? product / 200 : (product - 199) / 200
  }

  func position(_ tick: Tick) -> (tick: Tick, accent: Int) {
    let half = step / 2
    let slot = tick + half >= 0 ? (tick + half) / step : (tick + half - step + 1) / step
    let first = slot * step - half
    let count = Tick(shifts.count)
    let index = Int((slot % count + count) % count)
    return (min(max(first, tick + shifts[index]), first + step), accents[index])
  }
}
