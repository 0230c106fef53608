import TactusFiles

/// Whether softer notes are darker: the tenth default modulator, velocity to the filter's cutoff, on which the versions of
/// the specification disagree. A bank's own modulators of that kind work in any case, and a bank that brings its own
/// defaults (`DMOD`) keeps them.
///
/// Source: SoundFont 2.01 §8.4.2, 2.04 §8.4.2.
public enum VelocityFilter: String, Hashable, Sendable, CaseIterable {
  /// Not by default, as common players do: banks are balanced so.
  case off
  /// As in 2.01: −2400 cents · (1 − velocity/127), below velocity 64 only.
  case v2_01 = "2.01"
  /// As in 2.04: −2400 cents · (1 − velocity/127).
  case v2_04 = "2.04"

  /// What it adds to the default modulators.
  var modulators: [SoundFont.Modulator] {
    let velocity = SoundFont.ModulatorSource(.velocity, isNegative: true)
    switch self {
    case .off: return []
    case .v2_01:
      // Printed as 0x0502 and described as a switch, which is 0x0D02.
      let belowHalf = SoundFont.ModulatorSource(.velocity, .switch, isNegative: true)
      return [.init(velocity, to: .initialFilterFc, -2_400, by: belowHalf)]
    case .v2_04: return [.init(velocity, to: .initialFilterFc, -2_400)]
    }
  }
}
