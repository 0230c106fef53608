import TactusFiles
import TactusTime

extension MIDIFile {
  /// Returns the song with its lyrics as a `.kar` file has them: a track "Soft karaoke" with the header, a track
  /// "Words" with the syllables, then the song's tracks without lyrics.
  ///
  /// Texts are written in UTF-8. Law: `SongLyrics(song.karaoke(lyrics))` has the titles and syllables of `lyrics`, if
  /// no syllable is empty, starts with `@`, `/` or `\`, or has line breaks, and if the ticks ascend.
  /// - Precondition: format 0 or 1.
  public func karaoke(_ lyrics: SongLyrics) -> MIDIFile {
    precondition(format != .independent, "the tracks of format 2 are separate songs")
    var header = Track()
    header.append("Soft karaoke", as: .trackName, at: 0)
    header.append("@KMIDI KARAOKE FILE", as: .text, at: 0)
    header.append("@V0100", as: .text, at: 0)
    for remark in lyrics.remarks { header.append("@I" + remark, as: .text, at: 0) }
    var words = Track()
    words.append("Words", as: .trackName, at: 0)
    words.append("@L" + (lyrics.language.isEmpty ? "ENGL" : lyrics.language), as: .text, at: 0)
    for title in lyrics.titles { words.append("@T" + title, as: .text, at: 0) }
    var tick: Tick = 0
    for syllable in lyrics.syllables {
      tick = max(tick, min(syllable.tick, 1 << 53 - 1))
      words.append(Self.prefix(syllable.start) + syllable.text, as: .text, at: tick)
    }
    var song = MIDIFile(division: division)
    song.portNumbers = portNumbers
    song.tracks = [header, words]
    for (index, track) in tracks.enumerated() {
      let isSource = lyrics.source == .karaokeText && lyrics.track == index
      let rest = track.withoutWords(isSource: isSource)
      // a track that had nothing but words is left out
      if rest.events.count == track.events.count || !rest.isNameOnly { song.tracks.append(rest) }
    }
    return song
  }

  private static func prefix(_ start: SongLyrics.Break) -> String {
    switch start {
    case .none: ""
    case .line: "/"
    case .paragraph: "\\"
    }
  }
}

extension MIDIFile.Track {
  /// Returns the track without lyric events, Soft Karaoke headers and, if it has the lyrics as texts, without texts.
  fileprivate func withoutWords(isSource: Bool) -> MIDIFile.Track {
    filtered { event in
      if event.isMeta(0x05) { return false }
      guard event.isMeta(0x01) else { return true }
      return !isSource && payload(of: event).first != UInt8(ascii: "@")
    }
  }

  /// Whether the track has nothing but its name.
  fileprivate var isNameOnly: Bool { events.allSatisfy { $0.isMeta(0x03) } }
}
