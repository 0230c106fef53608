/// The quality of a chord.
///
/// - Thread: any
public struct ChordQuality: Hashable, Sendable {
  /// The suffix of the chord symbol, such as "m7"; empty for major.
  public let symbol: String
  /// The name in words.
  public let name: String
  /// The intervals above the root in semitones, 0 first.
  public let intervals: [Int]
  /// The intervals that players may omit.
  public let optional: Set<Int>

  init(_ symbol: String, _ name: String, _ intervals: [Int], optional: Set<Int> = []) {
    (self.symbol, self.name, self.intervals, self.optional) = (symbol, name, intervals, optional)
  }

  /// All known qualities, the simplest first.
  public static let all: [ChordQuality] = [
    ChordQuality("", "major", [0, 4, 7]), ChordQuality("m", "minor", [0, 3, 7]),
    ChordQuality("7", "dominant seventh", [0, 4, 7, 10], optional: [7]),
    ChordQuality("m7", "minor seventh", [0, 3, 7, 10], optional: [7]),
    ChordQuality("maj7", "major seventh", [0, 4, 7, 11], optional: [7]),
    ChordQuality("dim", "diminished", [0, 3, 6]), ChordQuality("aug", "augmented", [0, 4, 8]),
    ChordQuality("sus4", "suspended fourth", [0, 5, 7]), ChordQuality("sus2", "suspended second", [0, 2, 7]),
    ChordQuality("6", "sixth", [0, 4, 7, 9]), ChordQuality("m6", "minor sixth", [0, 3, 7, 9]),
    ChordQuality("m7b5", "half-diminished seventh", [0, 3, 6, 10]),
    ChordQuality("dim7", "diminished seventh", [0, 3, 6, 9]),
    ChordQuality("m(maj7)", "minor major seventh", [0, 3, 7, 11], optional: [7]),
    ChordQuality("7sus4", "dominant seventh suspended fourth", [0, 5, 7, 10], optional: [7]),
    ChordQuality("7#5", "augmented seventh", [0, 4, 8, 10]),
    ChordQuality("7b5", "dominant seventh flat five", [0, 4, 6, 10]),
    ChordQuality("maj7#5", "augmented major seventh", [0, 4, 8, 11]),
    ChordQuality("add9", "added ninth", [0, 2, 4, 7]), ChordQuality("m(add9)", "minor added ninth", [0, 2, 3, 7]),
    ChordQuality("9", "dominant ninth", [0, 2, 4, 7, 10], optional: [7]),
    ChordQuality("m9", "minor ninth", [0, 2, 3, 7, 10], optional: [7]),
    ChordQuality("maj9", "major ninth", [0, 2, 4, 7, 11], optional: [7]),
    ChordQuality("6/9", "sixth with ninth", [0, 2, 4, 7, 9], optional: [7]),
    ChordQuality("m6/9", "minor sixth with ninth", [0, 2, 3, 7, 9], optional: [7]),
    ChordQuality("7b9", "dominant seventh flat nine", [0, 1, 4, 7, 10], optional: [7]),
    ChordQuality("7#9", "dominant seventh sharp nine", [0, 3, 4, 7, 10], optional: [7]),
    ChordQuality("7#11", "dominant seventh sharp eleven", [0, 4, 6, 7, 10]),
    ChordQuality("maj7#11", "major seventh sharp eleven", [0, 4, 6, 7, 11]),
    ChordQuality("9sus4", "dominant ninth suspended fourth", [0, 2, 5, 7, 10], optional: [7]),
    ChordQuality("m11", "minor eleventh", [0, 2, 3, 5, 7, 10], optional: [2, 7]),
    ChordQuality("11", "dominant eleventh", [0, 2, 4, 5, 7, 10], optional: [2, 7]),
    ChordQuality("13", "dominant thirteenth", [0, 2, 4, 7, 9, 10], optional: [2, 7]),
    ChordQuality("m13", "minor thirteenth", [0, 2, 3, 7, 9, 10], optional: [2, 7]),
    ChordQuality("maj13", "major thirteenth", [0, 2, 4, 7, 9, 11], optional: [2, 7]),
    ChordQuality("5", "fifth", [0, 7]),
  ]
}
