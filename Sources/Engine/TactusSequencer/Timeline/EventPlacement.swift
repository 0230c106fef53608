import TactusTime

/// Where the events of a track go: its swing and groove, and the loop that they stay in.
///
/// Ticks before it are in order, and so are those after it, except for notes that leave a loop at one end and come in at
/// the other.
struct EventPlacement: Hashable {
  private let grooves: [CompiledGroove]
  /// The length of the loop that events stay in; nil if they do not move, or there is none.
  let loop: Tick?
  /// At how many places of the grid passes begin, and how far these are apart. Events are placed in a pass that begins at
  /// the first of them.
  let (placeCount, spacing): (Int, Tick)
  /// Where in the grid the pass begins.
  private var phase: Tick
  /// Whether the grid is that of the pass.
  private let countsFromPass: Bool

  init(_ track: Track) {
    grooves = [track.swing?.groove, track.groove].compactMap { $0 }.map(CompiledGroove.init).filter { !$0.isPlain }
    loop = grooves.isEmpty && track.clip != nil ? nil : track.passLength
    let grid = track.gridOrigin == .song ? SongGrid(grooves, track, loop) : nil
    countsFromPass = grid == nil
    (placeCount, spacing, phase) = (grid?.placeCount ?? 1, grid?.spacing ?? 1, grid?.phase ?? 0)
  }

  /// For each place of the grid the placement in a pass that begins there.
  var places: [EventPlacement] {
    (0..<placeCount).map { index in
      var other = self
      other.phase += Tick(index) * spacing
      return other
    }
  }

  /// Whether the passes of a loop differ, so that what leaves one comes in another.
  var hasSeveralPasses: Bool { placeCount > 1 }

  /// Whether everything stays where it is.
  var isPlain: Bool { grooves.isEmpty }

  /// The tick and the accent of a note, `shift` ticks beside its groove, within the loop.
  func place(_ tick: Tick, shift: Tick = 0) -> (tick: Tick, accent: Int) {
    var (place, accent) = placeUnwrapped(tick)
    place += min(max(shift, -1 << 32), 1 << 32)
    guard let loop else { return (Self.clamp(place), accent) }
    if tick >= loop { return (max(loop, place), accent) }  // what lies beyond the loop stays there
    return (hasSeveralPasses ? place : (place % loop + loop) % loop, accent)
  }

  /// The tick and the accent of a note; before tick 0, or beyond the loop, if that is where its groove takes it.
  ///
  /// t ≤ u ⟹ place(t) ≤ place(u).
  func placeUnwrapped(_ tick: Tick) -> (tick: Tick, accent: Int) {
    let tick = Self.clamp(tick)
    let (place, accent) = placeAnywhere(tick)
    guard let loop else { return (Self.clamp(place), accent) }
    return (tick >= loop ? max(loop, place) : place, accent)
  }

  /// The same, as if there were no loop.
  private func placeAnywhere(_ tick: Tick) -> (tick: Tick, accent: Int) {
    var (place, accent) = (tick + phase, 0)
    for groove in grooves {
      let (moved, louder) = groove.place(place)
      (place, accent) = (moved, accent + louder)
    }
    return (place - phase, accent)
  }

  /// How far the next point of a grid comes after one of its points; from a loop's last point to the next pass's first.
  func distance(from tick: Tick, to next: Tick) -> Tick {
    guard !isPlain else { return next - tick }
    let end = next == loop && countsFromPass ? next + placeUnwrapped(0).tick : placeAnywhere(next).tick
    return max(0, end - placeUnwrapped(tick).tick)
  }

  /// A tick that may have gone beyond the loop, within it.
  func wrap(_ tick: Tick, from start: Tick) -> Tick {
    guard let loop, start < loop, tick >= loop, !hasSeveralPasses else { return tick }
    return tick % loop
  }

  /// The tick of a message.
  func place(message tick: Tick) -> Tick {
    let tick = Self.clamp(tick)
    let place = placeAnywhere(tick).tick
    guard let loop, !grooves.isEmpty else { return Self.clamp(place) }
    return tick >= loop ? max(loop, place) : min(max(0, place), loop - 1)
  }

  private static func clamp(_ tick: Tick) -> Tick { min(max(0, tick), TimeSettings.tickLimit) }
}

/// The song's grid of a track's swing and groove: where passes begin in it.
private struct SongGrid {
  let phase: Tick
  var (placeCount, spacing) = (1, Tick(1))

  /// How many notes or steps the passes may have that are compiled.
  private static var mostEvents: Int { 1 << 20 }

  /// Nil if there is none, or if passes can begin at too many places.
  init?(_ grooves: [CompiledGroove], _ track: Track, _ loop: Tick?) {
    guard !grooves.isEmpty else { return nil }
    var (period, step) = (Tick(1), Tick(0))
    for groove in grooves {
      let own = groove.step * Tick(groove.shifts.count)
      let (product, isTooLong) = (period / Self.divisor(period, own)).multipliedReportingOverflow(by: own)
      guard !isTooLong, product < 1 << 53 else { return nil }
      (period, step) = (product, Self.divisor(step, groove.step))
    }
    phase = (track.clampedStart % period + period) % period
    guard let loop else { return }
    spacing = Self.divisor(loop, period)
    if track.loopChange != .keepBeat {
      // after a change of the loop's length its passes may begin at any step
      let finer = Self.divisor(spacing, step)
      if period / finer <= Tick(SequencerSettings.gridPlaceLimit) { spacing = finer }
    }
    guard period / spacing <= Tick(SequencerSettings.gridPlaceLimit) else { return nil }
    placeCount = Int(period / spacing)
    let events = (track.clip?.notes.count ?? track.pattern?.steps.count ?? 0) * placeCount
    if placeCount > 1, events > Self.mostEvents { return nil }
  }

  /// The greatest number that divides both.
  private static func divisor(_ a: Tick, _ b: Tick) -> Tick {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
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

  /// `value` · `strength` %, rounded half up; strengths are clamped to ±1000 %.
  private static func part(_ value: Tick, _ strength: Int) -> Tick {
    let product = value * Tick(min(max(strength, -1000), 1000)) * 2 + 100
    return product >= 0 ? product / 200 : (product - 199) / 200
  }

  func place(_ tick: Tick) -> (tick: Tick, accent: Int) {
    let half = step / 2
    let slot = tick + half >= 0 ? (tick + half) / step : (tick + half - step + 1) / step
    let first = slot * step - half
    let count = Tick(shifts.count)
    let index = Int((slot % count + count) % count)
    return (min(max(first, tick + shifts[index]), first + step), accents[index])
  }
}
