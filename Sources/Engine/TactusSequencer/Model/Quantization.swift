import TactusTime

/// Moves onsets towards the points of a grid. Durations stay the same.
///
/// - Thread: any
public struct Quantization: Hashable, Sendable {
  /// The distance between grid points in ticks, at least 1.
  public var grid: Tick
  /// The strength in percent: 100 moves onsets onto the grid, 0 does not move them.
  public var strength: Int

  /// Creates a grid that starts at tick 0.
  public init(grid: Tick, strength: Int = 100) { (self.grid, self.strength) = (grid, strength) }

  /// Returns the quantized tick: moved towards the nearest grid point (the later one in a tie), rounded half up.
  public func quantize(_ tick: Tick) -> Tick {
    let grid = clampedGrid
    let tick = TimeSettings.clamp(tick: tick)
    let rest = ((tick + grid / 2) % grid + grid) % grid
    return tick + part(of: grid / 2 - rest)
  }

  /// Returns the quantized tick within a pass. The end of the pass is also a grid point; it may be closer to the
  /// previous grid point than other grid points are to each other. `tick` is 0…`length` − 1, the result 0…`length`.
  func quantize(_ tick: Tick, inPassOf length: Tick) -> Tick {
    let before = tick - tick % clampedGrid
    let after = min(before + clampedGrid, length)
    return tick + part(of: (2 * tick >= before + after ? after : before) - tick)
  }

  private var clampedGrid: Tick { min(max(1, grid), TimeSettings.tickLimit) }

  /// Returns the part of a distance that the strength specifies, rounded half up.
  private func part(of distance: Tick) -> Tick {
    Self.floor(distance * Tick(min(max(0, strength), 100)) + 50, 100)
  }

  private static func floor(_ number: Tick, _ divisor: Tick) -> Tick {
    number >= 0 ? number / divisor : (number + 1) / divisor - 1
  }

  /// Returns the quantized notes.
  public func apply(to notes: NoteList) -> NoteList {
    NoteList(
      notes.map { note in
        var note = note
        note.onset = max(0, quantize(note.onset))
        return note
      })
  }
}
