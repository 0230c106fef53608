import TactusTime

/// A template of small shifts and accents, repeated over a track.
///
/// The track is divided into slots of equal length around the points of a grid. Slot i of the track uses the shift and
/// the accent of template slot i mod n, where n is the number of template slots. An event belongs to the slot of its
/// nearest grid point (the later one in a tie). It is shifted with the slot, but not beyond the slot's end, so that no
/// event overtakes another. Durations do not change. ``Track/gridOrigin`` defines the start of the grid.
///
///         slot 0     slot 1     slot 0          point i at i·step,
///     ├─────┼────┤├────┼─────┤├────┼────┤       slot i from i·step − step/2 on
///
/// In a loop, a note that is shifted out of its pass moves into the next or the previous pass. In other tracks, and for
/// messages other than notes, an event that would be shifted to before tick 0 is placed at tick 0.
/// - Thread: any
public struct Groove: Hashable, Sendable {
  /// The changes to the events of one slot.
  public struct Slot: Hashable, Sendable {
    /// The delay in ticks; negative is earlier.
    public var shift: Tick
    /// The amount added to the velocity of the notes; negative is quieter.
    public var accent: Int
    /// The percentage of shift and accent that is applied; the results are rounded half up.
    public var strength: Int

    /// Creates a slot.
    public init(shift: Tick = 0, accent: Int = 0, strength: Int = 100) {
      self.shift = shift
      self.accent = accent
      self.strength = strength
    }
  }

  /// The distance between grid points, in ticks; clamped to at least 2 when played.
  public var step: Tick
  /// The slots; an empty template changes nothing.
  public var slots: [Slot]

  /// Creates a template.
  public init(step: Tick, _ slots: [Slot]) { (self.step, self.slots) = (step, slots) }

  static func clamp(step: Tick) -> Tick { min(max(2, step), 1 << 32) }
}
