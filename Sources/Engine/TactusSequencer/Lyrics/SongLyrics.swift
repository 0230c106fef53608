import TactusFiles
import TactusTime

/// The lyrics of a song: syllables with their ticks, and the lines and paragraphs that they form; the chords that the
/// file names.
///
/// ``init(_:choice:)`` reads them from a MIDI file in any of the conventions in ``Source``. ``lrc(_:)`` and
/// ``MIDIFile/karaoke(_:)`` write them.
/// - Thread: any
public struct SongLyrics: Hashable, Sendable {
  /// Where a file stores its lyrics.
  public enum Source: Hashable, Sendable {
    /// Text events (FF 01), as in `.kar` files: `/` starts a line, `\` a paragraph, and texts with `@` are headers.
    case karaokeText
    /// Lyric events (FF 05): a carriage return ends a line, a line feed a paragraph (RP-017, RP-026). As in `.kar`
    /// files, `/` and `\` at the start of an event are breaks too, unless the song has RP-026's tags.
    case lyricEvents
    /// Lyric events in the codes of Yamaha's XF format: `/` starts a line, `<` a page, `^` is a space.
    case xf
  }

  /// What begins with a syllable.
  public enum Break: Int, Hashable, Sendable, Comparable {
    /// Nothing: the syllable continues its line.
    case none
    /// A line.
    case line
    /// A paragraph or page, and with it a line.
    case paragraph

    /// Whether `first` is the smaller break.
    public static func < (first: Break, second: Break) -> Bool { first.rawValue < second.rawValue }
  }

  /// A syllable or word, sung from its tick on.
  public struct Syllable: Hashable, Sendable {
    /// Ticks from the start of the song.
    public var tick: Tick
    /// The text without line breaks and other codes. A space at an end separates words.
    public var text: String
    /// What begins with the syllable.
    public var start: Break

    /// Creates a syllable.
    public init(tick: Tick, text: String, start: Break = .none) {
      (self.tick, self.text, self.start) = (tick, text, start)
    }
  }

  /// A chord that the file names; it lasts until the next one.
  public struct Chord: Hashable, Sendable {
    /// Ticks from the start of the song.
    public var tick: Tick
    /// The symbol, such as `Gm7/C`; empty where chords end.
    public var symbol: String

    /// Creates a chord.
    public init(tick: Tick, symbol: String) { (self.tick, self.symbol) = (tick, symbol) }
  }

  /// The convention by which the syllables were read.
  public var source = Source.karaokeText
  /// The index of the track that has the syllables; nil if they are in a chunk of their own, or in several songs.
  public var track: Int?
  /// The title and further lines that belong to it, such as the artist, if the file names them.
  public var titles: [String] = []
  /// The language code as in the file, such as `ENGL` or `JP`; empty if the file names none.
  public var language = ""
  /// Remarks about the lyrics.
  public var remarks: [String] = []
  /// The syllables in ascending order of ticks.
  public var syllables: [Syllable] = []
  /// The chords in ascending order of ticks.
  public var chords: [Chord] = []

  /// Creates lyrics without syllables.
  public init() {}

  /// Whether there are neither syllables nor chords.
  public var isEmpty: Bool { syllables.isEmpty && chords.isEmpty }
}

extension SongLyrics {
  /// A line of lyrics.
  public struct Line: Hashable, Sendable {
    /// The syllables, at least one.
    public var syllables: ArraySlice<Syllable>
    /// Whether a paragraph starts with the line.
    public var startsParagraph: Bool
    /// The tick of the first syllable.
    public var tick: Tick { syllables.first?.tick ?? 0 }
    /// The text of all syllables.
    public var text: String { syllables.reduce(into: "") { $0 += $1.text } }
  }

  /// The lines that the breaks divide the syllables into.
  public var lines: [Line] {
    var lines: [Line] = []
    var first = 0
    for index in syllables.indices.dropFirst() where syllables[index].start != .none {
      lines.append(line(first..<index))
      first = index
    }
    if first < syllables.count { lines.append(line(first..<syllables.count)) }
    return lines
  }

  private func line(_ range: Range<Int>) -> Line {
    Line(syllables: syllables[range], startsParagraph: syllables[range.lowerBound].start == .paragraph)
  }
}
