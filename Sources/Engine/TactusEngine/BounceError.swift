import TactusDSP
import TactusSequencer
import TactusSynth
import TactusTime

/// The reason why a bounce failed.
public enum BounceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The song is longer than the maximum; both lengths are in seconds. If a long region without events makes the song
  /// too long, `gap` is that region.
  case tooLong(seconds: Double, maximum: Double, gap: SongGap? = nil)
  /// A setting is outside its range.
  case badSetting(String, expected: String)
  /// Two settings contradict each other; the string explains the contradiction and says what to do.
  case contradiction(String)
  /// The range has no length, or is outside the song. `songSeconds` is the song's length in seconds.
  case emptyRange(from: SongPosition, to: SongPosition?, songSeconds: Double)
  /// A position refers to a beat or a tick that its bar does not have. `meter` is the meter of that bar.
  case beyondBar(SongPosition, meter: Meter)
  /// There is not enough memory for the audio, which needs this many bytes.
  case noMemory(bytes: Int)
  /// The song plays compressed samples, and the bank has no decoder.
  case noDecoder(SampleDecoderMissing)
  /// The bounce was cancelled.
  case cancelled

  /// The error in one sentence.
  public var description: String {
    switch self {
    case .tooLong(let seconds, let maximum, let gap):
      "the song is \(DurationText.text(seconds: seconds)) long, more than the maximum of "
        + "\(DurationText.text(seconds: maximum)); " + (gap.map { "\($0); " } ?? "")
        + "raise the maximum length if that is meant"
    case .badSetting(let name, let expected): "\(name) must be \(expected)"
    case .contradiction(let words): words
    case .emptyRange(let from, let to, let seconds):
      "nothing lies between \(from) and \(to.map { "\($0)" } ?? "the end"); the song lasts "
        + "\(ExactMath.nearest(seconds * 1_000) / 1_000) seconds"
    case .beyondBar(let position, let meter): "\(position) lies beyond its bar; the meter there is \(meter)"
    case .noMemory(let bytes):
      "there is not enough memory for \(bytes >> 20) MiB of audio; render it to a file or block by block"
    case .noDecoder(let error): error.description
    case .cancelled: "cancelled"
    }
  }
}

extension SongGap: CustomStringConvertible {
  /// The description of the gap, as part of a sentence.
  public var description: String {
    "nothing happens from \(DurationText.text(seconds: start)) on for \(DurationText.text(seconds: end - start)), "
      + "so end it at \(cut) s"
  }
}
