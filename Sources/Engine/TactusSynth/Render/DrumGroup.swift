/// A group of drum keys with an output of its own; see ``SynthOutputs/drums``.
///
/// The groups follow the percussion map of General MIDI Level 1.
/// - Thread: any
public enum DrumGroup: Int, CaseIterable, Hashable, Sendable {
  /// Bass drums: 35, 36.
  case kick
  /// Side stick, snares and hand clap: 37…40.
  case snare
  /// Toms: 41, 43, 45, 47, 48, 50.
  case toms
  /// Hi-hats: 42, 44, 46.
  case hats
  /// Crash, ride, Chinese and splash cymbals, ride bell: 49, 51, 52, 53, 55, 57, 59.
  case cymbals
  /// All other keys.
  case percussion

  /// The group of a key, 0…127.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init(key: UInt8) {
    switch key {
    case 35, 36: self = .kick
    case 37...40: self = .snare
    case 41, 43, 45, 47, 48, 50: self = .toms
    case 42, 44, 46: self = .hats
    case 49, 51, 52, 53, 55, 57, 59: self = .cymbals
    default: self = .percussion
    }
  }
}
