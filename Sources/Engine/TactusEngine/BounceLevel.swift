/// The target level of a bounce.
///
/// - Thread: any
public enum BounceLevel: Hashable, Sendable {
  /// The level of the song and the bank, unchanged.
  case asPlayed
  /// A sample peak in dBFS, −60…0.
  case samplePeak(Double)
  /// A true peak (at and between samples) in dBTP, −60…0.
  case truePeak(Double)
  /// An integrated loudness in LUFS, −70…0. Peaks may exceed full scale unless a limit is set.
  case loudness(Double)
}
