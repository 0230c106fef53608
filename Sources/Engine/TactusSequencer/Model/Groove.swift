import TactusTime

/// A template of small shifts and accents, repeated over a track.
///
/// The track is divided into slots of equal length around the points of a grid. Slot i of the track has the shift and
/// the accent of template slot i modulo their number. An event belongs to the slot of its nearest grid point (the later
/// one in a tie) and moves with it, but not beyond the slot's end, so that no event overtakes another. Durations stay.
/// ``Track/gridOrigin`` defines the start of the grid.
///
///         slot 0     slot 1     slot 0          point i at i·step,
///     ├─────┼────┤├────┼─────┤├────┼────┤       slot i from i·step − step/2 on
///
/// In a loop, notes that leave a pass at one end enter the next or the previous pass. In other tracks, and for messages
/// other than notes, anything that would come before tick 0 comes at 0.
/// - Thread: any
public struct Groove: Hashable, Sendable {
  /// The changes to the events of one slot.
  public struct Slot: Hashable, Sendable {
    /// The delay in ticks; negative is earlier.
    public var shift: Tick
    /// The increase of the notes' velocity; negative is softer.
    public var accent: Int
    /// The amount of shift and accent that is applied, in percent; rounded half up.
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
