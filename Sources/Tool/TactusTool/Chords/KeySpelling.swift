import TactusFiles
import TactusProcessors
import TactusSequencer
import TactusTime

/// The spelling of pitches and chords in the key of the song.
///
/// Names have positions on the line of fifths, … Bb F C G D A E B F# …, with C at 0. A key uses twelve consecutive
/// names: those of its seven scale degrees, and five others that commonly occur in it. In a major key, these are the
/// flattened second, third, sixth and seventh, and the raised fourth; in a minor key, the flattened second, and the
/// raised third, fourth, sixth and seventh.
struct KeySpelling: Equatable {
  /// The position of each of the twelve pitch classes on the line of fifths, starting with C.
  private let spellings: [Int]

  init(_ key: MIDIFile.KeySignature) { self.init(first: Int(key.sharps) - (key.isMinor ? 2 : 5)) }

  /// The spelling that names black keys as flats in every key.
  static let flats = KeySpelling(first: -5)

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
  func name(of pitchClass: Int) -> String { Self.name(spellings[pitchClass]) }

  /// Returns the name of a pitch class as a chord tone: the third of Ab minor is Cb, that of E major is G#.
  func name(of pitchClass: Int, in chord: Chord) -> String {
    let interval = (pitchClass - chord.root + 12) % 12
    guard chord.quality.intervals.contains(interval) else { return name(of: pitchClass) }
    let position = spellings[chord.root] + Self.fifths(interval, in: chord.quality)
    // at most one accidental: A is easier to read than Bbb
    return (-8...12).contains(position) ? Self.name(position) : name(of: pitchClass)
  }

  /// Returns the chord symbol: "Bbm7", "E/G#".
  func text(_ chord: Chord) -> String {
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

/// The keys of a song, each from its tick onwards.
struct SongKeys {
  /// A key and its position.
  struct Entry: Equatable {
    let tick: Tick
    let key: MIDIFile.KeySignature
  }

  let entries: [Entry]
  /// Whether the key was derived from the notes, because the song has no key signature.
  let isFromNotes: Bool

  /// Creates the keys from the key signatures or, if there are none, one key from the notes.
  ///
  /// - Parameter weights: the duration of each pitch class.
  init(_ song: MIDIFile, weights: [Double]) {
    var entries: [Entry] = []
    for element in MergedEvents(song, choice: .concatenated) {
      guard let event = element.event, case .meta = event.content,
        case .keySignature(let key) = song.tracks[element.track].meaning(of: event)
      else { continue }
      if entries.last?.tick == element.tick { entries.removeLast() }
      if entries.last?.key != key { entries.append(Entry(tick: element.tick, key: key)) }
    }
    isFromNotes = entries.isEmpty
    self.entries = isFromNotes ? [Entry(tick: 0, key: Self.likeliest(weights))] : entries
  }

  /// Returns the key at a tick; the first key also applies before its tick.
  func key(atTick tick: Tick) -> MIDIFile.KeySignature {
    var (low, high) = (0, entries.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if entries[middle].tick <= tick { low = middle } else { high = middle }
    }
    return entries[low].key
  }

  /// Returns the key whose profile correlates best with the durations of the pitch classes; if several correlate
  /// equally well, the one with the fewest accidentals.
  ///
  /// Source: C. L. Krumhansl, Cognitive Foundations of Musical Pitch, Oxford 1990, chapter 4.
  static func likeliest(_ weights: [Double]) -> MIDIFile.KeySignature {
    let major = [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88]
    let minor = [6.33, 2.68, 3.52, 5.38, 2.60, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17]
    var best = (fit: 0.0, key: MIDIFile.KeySignature(sharps: 0, isMinor: false))
    for sharps in [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, 6] {
      for isMinor in [false, true] {
        let tonic = ((sharps * 7 + (isMinor ? 9 : 0)) % 12 + 12) % 12
        let fit = correlation((0..<12).map { weights[($0 + tonic) % 12] }, isMinor ? minor : major)
        if fit > best.fit + 1e-9 { best = (fit, .init(sharps: Int8(sharps), isMinor: isMinor)) }
      }
    }
    return best.key
  }

  /// Returns Pearson's correlation coefficient; 0 if either variable is constant.
  private static func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let (meanA, meanB) = (a.reduce(0, +) / 12, b.reduce(0, +) / 12)
    var (product, squareA, squareB) = (0.0, 0.0, 0.0)
    for (x, y) in zip(a, b) {
      product += (x - meanA) * (y - meanB)
      squareA += (x - meanA) * (x - meanA)
      squareB += (y - meanB) * (y - meanB)
    }
    return squareA > 0 && squareB > 0 ? product / (squareA * squareB).squareRoot() : 0
  }
}
