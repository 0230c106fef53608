import TactusTime

/// A template of small shifts and accents, laid over a track again and again.
///
/// The track is divided into slots of equal length around the points of a grid; slot i of the track has the shift and the
/// accent of slot i modulo their number. An event belongs to the slot of the nearest point (of two the later) and moves
/// with it, as far as its slot's end, so that no event overtakes another. Durations stay. ``Track/gridOrigin`` says from
/// where the slots are counted.
///
///         slot 0     slot 1     slot 0          point i at i·step,
///     ├─────┼────┤├────┼─────┤├────┼────┤       slot i from i·step − step/2 on
///
/// In a loop, notes that leave a pass at one end come in the next one, or the one before; otherwise, and for all other messages, what would be
/// before tick 0 comes at 0.
/// - Thread: any
public struct Groove: Hashable, Sendable {
  /// What happens to the events of one slot.
  public struct Slot: Hashable, Sendable {
    /// How much later they come, in ticks; earlier where negative.
    public var shift: Tick
    /// How much louder notes are, in steps of velocity; softer where negative.
    public var accent: Int
    /// How much of both is applied, in percent; rounded half up.
    public var strength: Int

    /// A slot.
    public init(shift: Tick = 0, accent: Int = 0, strength: Int = 100) {
      self.shift = shift
      self.accent = accent
      self.strength = strength
    }
  }

  /// The distance of the grid's points, in ticks; at least 2 where it is played.
  public var step: Tick
  /// The slots; none change nothing.
  public var slots: [Slot]

  /// A template.
  public init(step: Tick, _ slots: [Slot]) { (self.step, self.slots) = (step, slots) }

  static func clamp(step: Tick) -> Tick { min(max(2, step), 1 << 32) }
}
