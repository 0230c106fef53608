/// How loud a bounce is made.
///
/// - Thread: any
public enum BounceLevel: Hashable, Sendable {
  /// As the song and the bank have it.
  case asPlayed
  /// The greatest sample at a level in dBFS, −60…0.
  case samplePeak(Double)
  /// The greatest value between samples, too, at a level in dBTP, −60…0.
  case truePeak(Double)
  /// An integrated loudness in LUFS, −70…0; peaks may then exceed full scale, unless there is a limit.
  case loudness(Double)
}
