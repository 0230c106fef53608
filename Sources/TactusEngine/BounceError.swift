import TactusDSP
import TactusSequencer
import TactusTime

/// Why a bounce was not made.
public enum BounceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The song is longer than allowed; both in seconds.
  case tooLong(seconds: Double, maximum: Double)
  /// A setting is outside its range.
  case badSetting(String, expected: String)
  /// Two settings contradict each other; the words say which and what to do.
  case contradiction(String)
  /// The range has no length, or does not lie in the song; the song's length in seconds.
  case emptyRange(from: SongPosition, to: SongPosition?, songSeconds: Double)
  /// A place names a beat, or ticks after it, that its bar does not have; the bar's meter.
  case beyondBar(SongPosition, meter: Meter)
  /// It was cancelled.
  case cancelled

  /// The sentence for people.
  public var description: String {
    switch self {
    case .tooLong(let seconds, let maximum):
      "the song is \(Self.duration(seconds)) long, more than the maximum of \(Self.duration(maximum)); "
        + "raise the maximum length if that is meant"
    case .badSetting(let name, let expected): "\(name) must be \(expected)"
    case .contradiction(let words): words
    case .emptyRange(let from, let to, let seconds):
      "nothing lies between \(from) and \(to.map { "\($0)" } ?? "the end"); the song lasts "
        + "\(ExactMath.nearest(seconds * 1_000) / 1_000) seconds"
    case .beyondBar(let place, let meter): "\(place) lies beyond its bar; the meter there is \(meter)"
    case .cancelled: "cancelled"
    }
  }

  private static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e15 else { return "endlessly" }
    let whole = Int(seconds)
    switch whole {
    case 0..<120: return "\(whole) s"
    case 0..<7_200: return "\(whole / 60) min"
    case 0..<172_800: return "\(whole / 3_600) h \(whole / 60 % 60) min"
    default: return "\(whole / 86_400) days"
    }
  }
}
