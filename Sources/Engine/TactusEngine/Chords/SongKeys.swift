import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime

/// The keys of a song, each from its tick onwards.
package struct SongKeys {
  /// A key and its position.
  package struct Entry: Equatable {
    package let tick: Tick
    package let key: MIDIFile.KeySignature
  }

  package let entries: [Entry]
  /// Whether the key was derived from the notes, because the song has no key signature.
  package let isFromNotes: Bool

  /// Creates the keys from the key signatures or, if there are none, one key from the notes.
  ///
  /// - Parameters:
  ///   - song: the file with the key signatures; nil for a song without.
  ///   - weights: the duration of each pitch class.
  package init(_ song: MIDIFile?, weights: [Double]) {
    let entries = song.map(Self.signatures) ?? []
    isFromNotes = entries.isEmpty
    self.entries = isFromNotes ? [Entry(tick: 0, key: Self.likeliest(weights))] : entries
  }

  private static func signatures(_ song: MIDIFile) -> [Entry] {
    var entries: [Entry] = []
    for element in MergedEvents(song, choice: .concatenated) {
      guard let event = element.event, case .meta = event.content,
        case .keySignature(let key) = song.tracks[element.track].meaning(of: event)
      else { continue }
      if entries.last?.tick == element.tick { entries.removeLast() }
      if entries.last?.key != key { entries.append(Entry(tick: element.tick, key: key)) }
    }
    return entries
  }

  /// Returns the key at a tick; the first key also applies before its tick.
  package func key(atTick tick: Tick) -> MIDIFile.KeySignature {
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
  private static func likeliest(_ weights: [Double]) -> MIDIFile.KeySignature {
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
