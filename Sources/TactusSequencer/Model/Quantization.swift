import TactusTime

/// Moves onsets towards the points of a grid; durations stay.
///
/// - Thread: any
public struct Quantization: Hashable, Sendable {
  /// The distance of the grid's points in ticks, at least 1.
  public var grid: Tick
  /// How far towards them, in percent: 100 all the way, 0 not at all.
  public var strength: Int

  /// A grid from tick 0 on.
  public init(grid: Tick, strength: Int = 100) { (self.grid, self.strength) = (grid, strength) }

  /// Where a tick goes: towards the nearest point, of two the later; rounded half up.
  public func place(_ tick: Tick) -> Tick {
    let grid = min(max(1, grid), TimeSettings.tickLimit)
    let tick = TimeSettings.clamp(tick: tick)
    let rest = ((tick + grid / 2) % grid + grid) % grid
    let distance = grid / 2 - rest
    return tick + Self.floor(distance * Tick(min(max(0, strength), 100)) + 50, 100)
  }

  private static func floor(_ number: Tick, _ divisor: Tick) -> Tick {
    number >= 0 ? number / divisor : (number + 1) / divisor - 1
  }

  /// The notes of a list on the grid.
  public func apply(to notes: NoteList) -> NoteList {
    NoteList(
      notes.map { note in
        var note = note
        note.onset = max(0, place(note.onset))
        return note
      })
  }
}
