import TactusTime

extension SongLyrics {
  /// Returns the lyrics as an LRC file with the time of each syllable ("enhanced LRC"): `[00:12.30]<00:12.30>Hel<…>lo`.
  ///
  /// Titles become `[ti:…]` and `[ar:…]`; an empty line separates paragraphs. Times are rounded to hundredths of a
  /// second. Chords are omitted.
  /// - Parameter tempoMap: the tempo map of the song, as the lyrics' choice selects it.
  public func lrc(_ tempoMap: TempoMap) -> String {
    var text = ""
    for (name, title) in zip(["ti", "ar"], titles) { text += "[\(name):\(Self.oneLine(title))]\n" }
    for line in lines {
      if line.startsParagraph, line.syllables.startIndex > 0 { text += "\n" }
      text += "[\(Self.time(line.tick, tempoMap))]"
      for syllable in line.syllables { text += "<\(Self.time(syllable.tick, tempoMap))>" + Self.oneLine(syllable.text) }
      text += "\n"
    }
    return text
  }

  /// Returns a time as minutes, seconds and hundredths: "02:05.73".
  private static func time(_ tick: Tick, _ tempoMap: TempoMap) -> String {
    let hundredths = max(0, tempoMap.seconds(atTick: tick).frame(sampleRate: 100))
    return twoDigits(hundredths / 6_000) + ":" + twoDigits(hundredths / 100 % 60) + "." + twoDigits(hundredths % 100)
  }

  private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Returns a text with its control characters replaced by spaces.
  private static func oneLine(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { $0.unicodeScalars.append($1.value < 0x20 || $1.value == 0x7F ? " " : $1) }
  }
}
