import TactusFiles
import TactusProcessors
import TactusSequencer

/// The spelling of pitches and chords in the key of the song.
///
/// Names have positions on the line of fifths, … Bb F C G D A E B F# …, with C at 0. A key uses twelve consecutive
/// names: those of its seven scale degrees, and five others that commonly occur in it. In a major key, these are the
/// flattened second, third, sixth and seventh, and the raised fourth; in a minor key, the flattened second, and the
/// raised third, fourth, sixth and seventh.
package struct KeySpelling: Equatable {
  /// The position of each of the twelve pitch classes on the line of fifths, starting with C.
  private let spellings: [Int]

  /// Creates the spelling of a key.
  package init(_ key: MIDIFile.KeySignature) { self.init(first: Int(key.sharps) - (key.isMinor ? 2 : 5)) }

  /// The spelling that names black keys as flats in every key.
  package static let flats = KeySpelling(first: -5)

  private init(first: Int) {
    var spellings = [Int](repeating: 0, count: 12)
    for position in first..<first + 12 { spellings[Self.pitchClass(position)] = position }
    self.spellings = spellings
  }

  private static func pitchClass(_ position: Int) -> Int { ((position * 7) % 12 + 12) % 12 }

  /// Returns the name of a position: "F#", "Bb", "Ebb".
  private static func name(_ position: Int) -> String {
    let letters = ["F", "C", "G", "D", "A", "E", "B"]
    let (letter, accidentals) = (((position + 1) % 7 + 7) % 7, ((position + 1) - ((position + 1) % 7 + 7) % 7) / 7)
    return letters[letter] + String(repeating: accidentals < 0 ? "b" : "#", count: abs(accidentals))
  }

  /// Returns the name of a single pitch class.
  package func name(of pitchClass: Int) -> String { Self.name(spellings[pitchClass]) }

  /// Returns the name of a pitch class as a chord tone: the third of Ab minor is Cb, that of E major is G#.
  package func name(of pitchClass: Int, in chord: Chord) -> String {
    let interval = (pitchClass - chord.root + 12) % 12
    guard chord.quality.intervals.contains(interval) else { return name(of: pitchClass) }
    let position = spellings[chord.root] + Self.fifths(interval, in: chord.quality)
    // at most one accidental: A is easier to read than Bbb
    return (-8...12).contains(position) ? Self.name(position) : name(of: pitchClass)
  }

  /// Returns the chord symbol: "Bbm7", "E/G#".
  package func text(_ chord: Chord) -> String {
    let bass = chord.bass == chord.root ? "" : "/" + name(of: chord.bass, in: chord)
    return name(of: chord.root) + chord.quality.symbol + bass
  }

  /// Returns the number of fifths from the root to a chord tone.
  private static func fifths(_ interval: Int, in quality: ChordQuality) -> Int {
    let tones = quality.intervals
    return switch interval {
    case 1: -5
    case 3 where tones.contains(4): 9  // a raised ninth, if there is a major third
    case 3: -3
    case 6 where tones.contains(7): 6  // a raised eleventh, if there is a fifth
    case 6: -6
    case 8: 8
    case 9 where tones.contains(6) && tones.contains(3): -9  // a diminished seventh
    case 10: -2
    case 5, 11: interval == 5 ? -1 : 5
    default: interval % 2 == 0 ? interval : (interval + 6) % 12
    }
  }
}
