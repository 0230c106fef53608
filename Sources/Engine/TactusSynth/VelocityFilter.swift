import TactusFiles

/// Whether quieter notes are darker by default.
///
/// This is the tenth default modulator, velocity to filter cutoff, which differs between versions of the specification.
/// A bank's own modulators of this kind always apply, and a bank with its own defaults (`DMOD`) keeps them.
///
/// Source: SoundFont 2.01 §8.4.2, 2.04 §8.4.2.
public enum VelocityFilter: String, Hashable, Sendable, CaseIterable {
  /// No such default modulator. Common players have none either, and banks are balanced for those players.
  case off
  /// As in version 2.01 of the specification: −2400 cents · (1 − velocity/127), below velocity 64 only.
  case v2_01 = "2.01"
  /// As in version 2.04 of the specification: −2400 cents · (1 − velocity/127).
  case v2_04 = "2.04"

  /// The modulators to add to the defaults.
  var modulators: [SoundFont.Modulator] {
    let velocity = SoundFont.ModulatorSource(.velocity, isNegative: true)
    switch self {
    case .off: return []
    case .v2_01:
      // The specification prints 0x0502 but describes a switch, which is 0x0D02.
      let belowHalf = SoundFont.ModulatorSource(.velocity, .switch, isNegative: true)
      return [.init(velocity, to: .initialFilterFc, -2_400, by: belowHalf)]
    case .v2_04: return [.init(velocity, to: .initialFilterFc, -2_400)]
    }
  }
}
