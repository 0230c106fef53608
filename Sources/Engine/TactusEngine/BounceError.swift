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
    case .emptyRange(let from, nil, let seconds):
      "the start, \(from.words), is not before the end of the song, \(ClockText.text(seconds: seconds))"
    case .emptyRange(let from, let to?, let seconds):
      "nothing lies between \(from == .tick(0) ? "the start" : from.words) and \(to.words); the song lasts "
        + ClockText.text(seconds: seconds)
    case .beyondBar(let position, let meter): "\(position) lies beyond its bar; the meter there is \(meter)"
    case .noMemory(let bytes):
      "there is not enough memory for \(bytes >> 20) MiB of audio; render it to a file or block by block"
    case .noDecoder(let error): error.description
    case .cancelled: "cancelled"
    }
  }
}

extension SongPosition {
  /// The position in messages: a time in minutes and seconds, such as "1:23.5"; otherwise the description.
  package var words: String {
    guard case .time(let nanoseconds) = self else { return description }
    let second: Int64 = 1_000_000_000
    return ClockText.text(whole: nanoseconds / second, nanoseconds: nanoseconds % second)
  }
}

/// Times in messages, in the notation of positions.
private enum ClockText {
  /// Returns a time, rounded to milliseconds: "1:23.868".
  static func text(seconds: Double) -> String {
    let milliseconds = Int64(min(ExactMath.nearest(max(0, seconds) * 1_000), 9e18))
    return text(whole: milliseconds / 1_000, nanoseconds: milliseconds % 1_000 * 1_000_000)
  }

  /// Returns a time of whole seconds and the nanoseconds of the last one: "1:23.5", "1:02:03".
  static func text(whole: Int64, nanoseconds: Int64) -> String {
    // ".5"; nothing for 0
    let fraction = SongPosition.time(nanoseconds: nanoseconds).description.drop { $0 != "." }
    let (hours, minutes, seconds) = (whole / 3_600, whole / 60 % 60, whole % 60)
    let ending = "\(minutes):\(seconds < 10 ? "0" : "")\(seconds)\(fraction)"
    guard hours > 0 else { return ending }
    return "\(hours):\(minutes < 10 ? "0" : "")\(ending)"
  }
}

extension SongGap: CustomStringConvertible {
  /// The description of the gap, as part of a sentence.
  public var description: String {
    "nothing happens from \(DurationText.text(seconds: start)) on for \(DurationText.text(seconds: end - start)), "
      + "so end it at \(cut) s"
  }
}
