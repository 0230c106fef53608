import TactusTime

/// Where the events of a track go: its swing and groove, and the loop that they stay in.
///
/// Ticks before it are in order, and so are those after it, except for notes that leave a loop at one end and come in at
/// the other.
struct EventPlacement: Hashable {
  private let grooves: [CompiledGroove]
  /// The length of the loop that events stay in; nil if they do not move, or there is none.
  let loop: Tick?

  init(_ track: Track) {
    grooves = [track.swing?.groove, track.groove].compactMap { $0 }.map(CompiledGroove.init).filter { !$0.isPlain }
    loop = grooves.isEmpty && track.clip != nil ? nil : track.passLength
  }

  /// Whether everything stays where it is.
  var isPlain: Bool { grooves.isEmpty }

  /// The tick and the accent of a note, `shift` ticks beside its groove, within the loop.
  func place(_ tick: Tick, shift: Tick = 0) -> (tick: Tick, accent: Int) {
    var (place, accent) = placeUnwrapped(tick)
    place += min(max(shift, -1 << 32), 1 << 32)
    guard let loop else { return (Self.clamp(place), accent) }
    if tick >= loop { return (max(loop, place), accent) }  // what lies beyond the loop stays there
    return ((place % loop + loop) % loop, accent)
  }

  /// The tick and the accent of a note; before tick 0, or beyond the loop, if that is where its groove takes it.
  ///
  /// t ≤ u ⟹ place(t) ≤ place(u).
  func placeUnwrapped(_ tick: Tick) -> (tick: Tick, accent: Int) {
    let tick = Self.clamp(tick)
    var (place, accent) = (tick, 0)
    for groove in grooves {
      let (moved, louder) = groove.place(place)
      (place, accent) = (moved, accent + louder)
    }
    guard let loop else { return (Self.clamp(place), accent) }
    return (tick >= loop ? max(loop, place) : place, accent)
  }

  /// How far the next point of a grid comes after one of its points; from a loop's last point to the next pass's first.
  func distance(from tick: Tick, to next: Tick) -> Tick {
    guard !isPlain else { return next - tick }
    let end = next == loop ? next + placeUnwrapped(0).tick : placeUnwrapped(next).tick
    return max(0, end - placeUnwrapped(tick).tick)
  }

  /// A tick that may have gone beyond the loop, within it.
  func wrap(_ tick: Tick, from start: Tick) -> Tick {
    guard let loop, start < loop, tick >= loop else { return tick }
    return tick % loop
  }

  /// The tick of a message.
  func place(message tick: Tick) -> Tick {
    let tick = Self.clamp(tick)
    var place = tick
    for groove in grooves { place = groove.place(place).tick }
    guard let loop, !grooves.isEmpty else { return Self.clamp(place) }
    return tick >= loop ? max(loop, place) : min(max(0, place), loop - 1)
  }

  private static func clamp(_ tick: Tick) -> Tick { min(max(0, tick), TimeSettings.tickLimit) }
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
