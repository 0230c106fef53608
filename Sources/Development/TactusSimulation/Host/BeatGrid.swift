import TactusTime

/// Exact musical positions at one sample rate, as integers in *grains*, a unit of 1 / (120 · 10⁹ · rate · 20,160) of a
/// quarter note.
///
/// Tempos are integers in 10⁻⁹ quarter notes per minute. Every frame of a host then lies on a whole number of grains,
/// even on tempo ramps, and so does every tick if the number of ticks per quarter note divides 20,160. 128 bits hold
/// 10¹⁷ quarter notes.
package struct BeatGrid: Hashable, Sendable {
  /// The highest supported number of ticks per quarter note; new sequences use it.
  package static let finestDivision = 20_160
  /// Frames per second.
  package let sampleRate: Int
  /// The number of grains in a quarter note.
  package let grainsPerBeat: Int128
  /// Half the number of grains in a frame at a tempo of 10⁻⁹ quarter notes per minute.
  package static let grainsPerStep = Int128(finestDivision)

  package init(sampleRate: Int) {
    self.sampleRate = sampleRate
    grainsPerBeat = 120_000_000_000 * Int128(sampleRate) * Self.grainsPerStep
  }

  /// Returns the position of a tick; `division`, the number of ticks per quarter note, must divide 20,160.
  package func position(tick: Tick, division: Int) -> Int128 {
    precondition(Self.finestDivision % division == 0, "\(division) ticks do not lie on the grid")
    return Int128(tick) * (grainsPerBeat / Int128(division))
  }

  /// Returns a position in quarter notes, rounded to the floating-point number that a host can report.
  package func beats(_ position: Int128) -> Double {
    let whole = Self.floor(position, grainsPerBeat)
    let part = Self.number(position - whole * grainsPerBeat) / Self.number(grainsPerBeat)
    return Double(Int64(truncatingIfNeeded: whole)) + part
  }

  /// Converts grains to a 64-bit floating-point number that may be off by its last bit. This is many times as fast as
  /// the standard library's conversion.
  static func number(_ grains: Int128) -> Double {
    let high = Double(Int64(truncatingIfNeeded: grains >> 64)) * 0x1p64
    return high + Double(UInt64(truncatingIfNeeded: grains))
  }

  /// Returns ⌊n / d⌋ for d > 0.
  package static func floor(_ n: Int128, _ d: Int128) -> Int128 {
    let quotient = n / d
    return quotient * d > n ? quotient - 1 : quotient
  }
}
