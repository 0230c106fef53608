import TactusFiles
import TactusSequencer
import TactusTime

/// The lyrics and chords of a song, as text and as JSON.
struct LyricsListing {
  private let lyrics: SongLyrics
  private let tempoMap: TempoMap

  init(_ song: MIDIFile) {
    lyrics = SongLyrics(song, choice: .concatenated)
    tempoMap = song.tempoMap(.concatenated)
  }

  var isEmpty: Bool { lyrics.isEmpty }

  /// The titles, then a line for each line of lyrics: its time, and the text with each chord in brackets before the
  /// syllable on which it starts. Chords without lyrics have a line each.
  var text: [String] {
    var result = lyrics.titles.map { $0.printable }
    var next = 0
    func chords(until tick: Tick) -> [SongLyrics.Chord] {
      let first = next
      while next < lyrics.chords.count, lyrics.chords[next].tick <= tick { next += 1 }
      return Array(lyrics.chords[first..<next])
    }
    let lines = lyrics.lines
    for (index, line) in lines.enumerated() {
      // the chords of an interlude, up to the last one before the line, have lines of their own
      let early = chords(until: line.tick - 1)
      result += early.dropLast().map { entry($0.tick, Self.words($0)) }
      if index == 0 && !result.isEmpty || line.startsParagraph && index > 0 { result.append("") }
      var words = early.last.map { Self.words($0) } ?? ""
      let end = index + 1 < lines.count ? lines[index + 1].tick : nil
      for (position, syllable) in line.syllables.enumerated() {
        words += chords(until: syllable.tick).map(Self.words).joined() + syllable.text
        let isLast = position + 1 == line.syllables.count
        if isLast, let end { words += chords(until: end - 1).map(Self.words).joined() }
      }
      result.append(entry(line.tick, words))
    }
    return result + chords(until: .max).map { entry($0.tick, Self.words($0)) }
  }

  private func entry(_ tick: Tick, _ words: String) -> String {
    "\(tempoMap.seconds(atTick: tick).text(digits: 2).aligned(to: 8))  \(words.trimmed.printable)"
  }

  private static func words(_ chord: SongLyrics.Chord) -> String { "[\(chord.symbol.isEmpty ? "–" : chord.symbol)]" }

  /// The source, titles and language, the lines with their syllables, and the chords.
  var json: JSON {
    [
      "source": .string(sourceWords), "titles": .array(lyrics.titles.map { .string($0) }),
      "language": .string(lyrics.language), "lines": .array(lyrics.lines.map(json)),
      "chords": .array(
        lyrics.chords.map {
          ["tick": JSON($0.tick), "seconds": seconds($0.tick), "symbol": .string($0.symbol)]
        }),
    ]
  }

  private func json(_ line: SongLyrics.Line) -> JSON {
    [
      "tick": JSON(line.tick), "seconds": seconds(line.tick), "startsParagraph": .bool(line.startsParagraph),
      "text": .string(line.text),
      "syllables": .array(
        line.syllables.map {
          ["tick": JSON($0.tick), "seconds": seconds($0.tick), "text": .string($0.text)]
        }),
    ]
  }

  private func seconds(_ tick: Tick) -> JSON { .digits(tempoMap.seconds(atTick: tick).text(digits: 9)) }

  private var sourceWords: String {
    if lyrics.syllables.isEmpty { return "none" }
    return switch lyrics.source {
    case .karaokeText: "karaoke texts"
    case .lyricEvents: "lyric events"
    case .xf: "XF"
    }
  }
}

/// Writes the lyrics of a song to a file, as LRC or as a karaoke MIDI file.
enum LyricsFile: String, CaseIterable {
  case lrc
  case kar

  /// The format for a file's extension; nil for any other.
  init?(path: String) {
    let pathExtension = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    self.init(rawValue: pathExtension)
  }

  /// Writes the lyrics of a song, and returns a sentence about the file.
  func write(_ song: MIDIFile, named name: String, to path: String) throws(ToolError) -> String {
    let lyrics = SongLyrics(song, choice: .concatenated)
    guard !lyrics.syllables.isEmpty else { throw ToolError(name, "the song has no lyrics to write") }
    let bytes: [UInt8]
    switch self {
    case .lrc: bytes = Array(lyrics.lrc(song.tempoMap(.concatenated)).utf8)
    case .kar:
      guard song.format != .independent else {
        throw ToolError(name, "a format 2 file, whose tracks are separate songs; write the lyrics as .lrc")
      }
      do { bytes = try song.karaoke(lyrics).namingPorts().written() } catch { throw ToolError(name, "\(error)") }
    }
    try WholeFile.write(bytes, to: path)
    let (lines, syllables) = (lyrics.lines.count, lyrics.syllables.count)
    return "\(path): \(lines.counted("line")), \(syllables.counted("syllable"))"
  }
}
