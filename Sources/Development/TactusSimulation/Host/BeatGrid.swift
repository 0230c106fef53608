import TactusTime

/// Exact musical positions at one sample rate: whole numbers of *grains*, 1 / (120 · 10⁹ · rate · 20,160) of a quarter
/// note.
///
/// With tempos in whole 10⁻⁹ of a quarter note per minute, every frame of a host lies on a whole number of grains, also on
/// ramps; and so does every tick of every division of 20,160. 128 bits hold 10¹⁷ quarter notes.
package struct BeatGrid: Hashable, Sendable {
  /// Ticks of the finest division that lies on the grid: that of new sequences.
  package static let finestDivision = 20_160
  /// Frames per second.
  package let sampleRate: Int
  /// Grains in a quarter note.
  package let grainsPerBeat: Int128
  /// Grains in a frame, for each 10⁻⁹ of a quarter note per minute, times two.
  package static let grainsPerStep = Int128(finestDivision)

  package init(sampleRate: Int) {
    self.sampleRate = sampleRate
    grainsPerBeat = 120_000_000_000 * Int128(sampleRate) * Self.grainsPerStep
  }

  /// The position of a tick; the division must be one of 20,160.
  package func position(tick: Tick, division: Int) -> Int128 {
    precondition(Self.finestDivision % division == 0, "\(division) ticks do not lie on the grid")
    return Int128(tick) * (grainsPerBeat / Int128(division))
  }

  /// The number of quarter notes nearest to a position, as a host can say it.
  package func beats(_ position: Int128) -> Double {
    let whole = Self.floor(position, grainsPerBeat)
    let part = Self.number(position - whole * grainsPerBeat) / Self.number(grainsPerBeat)
    return Double(Int64(truncatingIfNeeded: whole)) + part
  }

  /// The nearest 64-bit floating-point number, but for its last digit: many times as fast as the standard library's.
  static func number(_ grains: Int128) -> Double {
    let high = Double(Int64(truncatingIfNeeded: grains >> 64)) * 0x1p64
    return high + Double(UInt64(truncatingIfNeeded: grains))
  }

  /// ⌊n / d⌋ for d > 0.
  package static func floor(_ n: Int128, _ d: Int128) -> Int128 {
    let quotient = n / d
    return quotient * d > n ? quotient - 1 : quotient
  }
}
