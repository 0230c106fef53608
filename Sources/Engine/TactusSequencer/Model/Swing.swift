import TactusTime

/// Every second subdivision comes later: with 50 % it is straight, with 66.67 % a triplet's last third, with 75 % a dotted
/// rhythm.
///
/// Of two subdivisions of length s, the second comes s·(2p/100 − 1) ticks later, rounded half up. Events between them move
/// with the nearest one; none overtakes another. ``Track/gridOrigin`` says from where the pairs are counted.
/// - Thread: any
public struct Swing: Hashable, Sendable {
  /// Where in a pair the second begins, in hundredths of a percent, 5000…7500; clamped where it is played.
  public var hundredths: Int
  /// How long a subdivision is, in ticks.
  public var step: Tick

  /// A swing.
  ///
  /// - Parameters:
  ///   - percent: 50…75; rounded to hundredths.
  ///   - step: a sixteenth at 20,160 ticks per quarter unless it is given.
  public init(percent: Double, step: Tick = Tick(SequencerSettings.ticksPerQuarter / 4)) {
    hundredths = percent >= 50 ? Int(min(percent, 75) * 100 + 0.5) : 5000
    self.step = step
  }

  /// The same as a template of two slots.
  public var groove: Groove {
    let step = Groove.clamp(step: step)
    let later = (step * Tick(2 * min(max(5000, hundredths), 7500) - 10_000) + 5000) / 10_000
    return Groove(step: step, [Groove.Slot(), Groove.Slot(shift: later)])
  }
}
