import TactusTime

/// A simple reference for tempo tracks of steps: walks through the song from its start and adds whole numbers of any
/// size.
struct StepOracle {
  var ticksPerQuarter: Int
  /// Ascending by tick; tempo in 10 ns per quarter, zeros included.
  var changes: [(tick: Int64, tempo: UInt32)]

  /// (ticks per quarter · 10⁸) times the seconds up to a tick ≥ 0.
  func units(_ tick: Int64) -> BigNumber {
    var sum = BigNumber(0)
    var (at, tempo) = (Int64(0), UInt32(50_000_000))
    for change in changes where change.tick <= tick && change.tempo > 0 {
      sum = sum + BigNumber(change.tick - at) * BigNumber(tempo)
      (at, tempo) = (change.tick, change.tempo)
    }
    return sum + BigNumber(tick - at) * BigNumber(tempo)
  }

  /// Whether `frame` is the position rounded half up: frame − ½ ≤ x < frame + ½, cleared of fractions.
  func isRounded(_ frame: Int64, tick: Int64, rate: SampleRate) -> Bool {
    guard frame >= 0 else { return false }
    let twice = BigNumber(2) * units(tick) * BigNumber(rate.numerator)
    let perSecond = BigNumber(ticksPerQuarter) * BigNumber(100_000_000) * BigNumber(rate.denominator)
    return BigNumber(2 * frame) * perSecond < twice + perSecond + BigNumber(1)
      && twice + perSecond < BigNumber(2) * (BigNumber(frame) + BigNumber(1)) * perSecond
  }

  var map: TempoMap {
    TempoMap(
      timeBase: .ticksPerQuarter(ticksPerQuarter),
      entries: changes.map { .init(tick: $0.tick, tempo: Tempo(tensOfNanoseconds: $0.tempo)) })
  }
}
