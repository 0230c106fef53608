/// Separates the text of lyric events from the codes in it. The state lasts from event to event, because a break may
/// have an event of its own.
///
/// Sources: RP-017 and RP-026 for lyric events; the Soft Karaoke format for text events; Yamaha's XF Format
/// Specifications 2.01 for XF.
struct LyricText {
  let source: SongLyrics.Source
  /// Whether the song has the tags of RP-026 (`{@…}`, `{#…}`), so that `\` is an escape.
  let isTagged: Bool
  /// Whether brackets contain the reading of the characters before them.
  let hasReadings: Bool

  /// The tags of RP-026 in order: name and value of `{#Title=…}`, or a name without value of `{@JP}`.
  private(set) var tags: [(name: String, value: String)] = []
  private var pending = SongLyrics.Break.none
  private var isAfterReturn = false
  private var readingEnd: Unicode.Scalar?
  /// Whether a tag may still end in the event: a search that has failed would fail again.
  private var mayTagsEnd = true
  /// The text before the current position that no break precedes.
  private var text = String.UnicodeScalarView()
  private var start = SongLyrics.Break.none

  init(_ source: SongLyrics.Source, isTagged: Bool = false, hasReadings: Bool = false) {
    (self.source, self.isTagged, self.hasReadings) = (source, isTagged, hasReadings)
  }

  /// Takes the text of an event; calls `body` with each piece that has text, and with what begins with it.
  mutating func take(_ event: String, _ body: (String, SongLyrics.Break) -> Void) {
    let scalars = Array(event.unicodeScalars)
    var index = 0
    mayTagsEnd = true
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      let wasAfterReturn = isAfterReturn
      isAfterReturn = scalar == "\r"
      switch scalar {
      // as in text files, a carriage return with a line feed is one line break
      case "\n" where wasAfterReturn: break
      case "\n": end(.paragraph, body)
      case "\r": end(.line, body)
      case "\0": break
      default:
        // a reading that is not closed ends with the line
        if readingEnd != nil, !(source == .xf && (scalar == "/" || scalar == "<")) {
          if scalar == readingEnd { readingEnd = nil }
        } else if !takeCode(scalar, scalars, &index, body) {
          append(scalar)
        }
      }
    }
    finish(body)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if text.isEmpty { (start, pending) = (pending, .none) }
    text.append(scalar == "\t" ? " " : scalar)
  }

  /// Ends the current piece with a break.
  private mutating func end(_ kind: SongLyrics.Break, _ body: (String, SongLyrics.Break) -> Void) {
    finish(body)
    pending = max(pending, kind)
    readingEnd = nil
  }

  private mutating func finish(_ body: (String, SongLyrics.Break) -> Void) {
    if !text.isEmpty { body(String(text), start) }
    text.removeAll(keepingCapacity: true)
  }

  /// Handles a character that is a code in the convention; returns false if it is text.
  private mutating func takeCode(
    _ scalar: Unicode.Scalar, _ scalars: [Unicode.Scalar], _ index: inout Int,
    _ body: (String, SongLyrics.Break) -> Void
  ) -> Bool {
    if hasReadings, scalar == "[" || source == .xf && scalar == "(" {
      readingEnd = scalar == "[" ? "]" : ")"
      return true
    }
    switch (source, scalar) {
    case (.xf, "/"): end(.line, body)
    case (.xf, "<"): end(.paragraph, body)
    case (.xf, "^"), (.xf, ">"): append(" ")
    // a line break for narrow displays
    case (.xf, "%"): break
    case (.xf, _): return false
    case (_, "\\") where isTagged: takeEscape(scalars, &index, body)
    case (_, "{") where isTagged: return takeTag(scalars, &index)
    case (_, "/") where index == 1 && !isTagged: end(.line, body)
    case (_, "\\") where index == 1: end(.paragraph, body)
    default: return false
    }
    return true
  }

  /// Takes the character after `\`: r, n and t are a line break, a paragraph and a tab, all others themselves.
  private mutating func takeEscape(
    _ scalars: [Unicode.Scalar], _ index: inout Int, _ body: (String, SongLyrics.Break) -> Void
  ) {
    guard index < scalars.count else { return }
    let scalar = scalars[index]
    index += 1
    switch scalar {
    case "r": end(.line, body)
    case "n": end(.paragraph, body)
    case "t": append(" ")
    default: append(scalar)
    }
  }

  /// Takes a tag up to its `}`; returns false if it does not end in this event.
  private mutating func takeTag(_ scalars: [Unicode.Scalar], _ index: inout Int) -> Bool {
    guard mayTagsEnd, index < scalars.count, scalars[index] == "@" || scalars[index] == "#" else { return false }
    guard let end = scalars[index...].firstIndex(of: "}") else {
      mayTagsEnd = false
      return false
    }
    let parts = scalars[(index + 1)..<end].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts.map { part in part.reduce(into: "") { $0.unicodeScalars.append($1) } }
    tags.append((words.first ?? "", words.count > 1 ? words[1] : ""))
    index = end + 1
    return true
  }
}
