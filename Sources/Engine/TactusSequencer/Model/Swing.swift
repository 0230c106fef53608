import TactusTime

/// Delays every second subdivision: 50 % is straight, 66.67 % is a triplet rhythm, 75 % is a dotted rhythm.
///
/// In each pair of subdivisions of length s, the second is delayed by s·(2p/100 − 1) ticks, rounded half up. Events
/// between two subdivisions move with the nearer one, and no event overtakes another. ``Track/gridOrigin`` defines
/// where the pairs start.
/// - Thread: any
public struct Swing: Hashable, Sendable {
  /// The position of the second subdivision in the pair, in hundredths of a percent, 5000…7500; clamped when played.
  public var hundredths: Int
  /// The length of a subdivision in ticks.
  public var step: Tick

  /// Creates a swing.
  ///
  /// - Parameters:
  ///   - percent: 50…75; rounded to hundredths.
  ///   - step: the length of a subdivision; the default is a sixteenth at 20,160 ticks per quarter.
  public init(percent: Double, step: Tick = Tick(SequencerSettings.ticksPerQuarter / 4)) {
    hundredths = percent >= 50 ? Int(min(percent, 75) * 100 + 0.5) : 5000
    self.step = step
  }

  /// The swing as a groove with two slots.
  public var groove: Groove {
    let step = Groove.clamp(step: step)
    let later = (step * Tick(2 * min(max(5000, hundredths), 7500) - 10_000) + 5000) / 10_000
    return Groove(step: step, [Groove.Slot(), Groove.Slot(shift: later)])
  }
}
