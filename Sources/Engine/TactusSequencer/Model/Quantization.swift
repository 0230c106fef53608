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
    let grid = clampedGrid
    let tick = TimeSettings.clamp(tick: tick)
    let rest = ((tick + grid / 2) % grid + grid) % grid
    return tick + part(of: grid / 2 - rest)
  }

  /// Where a tick of a pass goes: the pass's end is a point of the grid too, and the last before it may be nearer to it
  /// than others to each other. `tick` is 0…`length` − 1, the result 0…`length`.
  func place(_ tick: Tick, inPassOf length: Tick) -> Tick {
    let before = tick - tick % clampedGrid
    let after = min(before + clampedGrid, length)
    return tick + part(of: (2 * tick >= before + after ? after : before) - tick)
  }

  private var clampedGrid: Tick { min(max(1, grid), TimeSettings.tickLimit) }

  /// As much of a distance as the strength says, rounded half up.
  private func part(of distance: Tick) -> Tick {
    Self.floor(distance * Tick(min(max(0, strength), 100)) + 50, 100)
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
