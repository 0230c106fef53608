extension AudioFileMetadata {
  /// Creates the metadata of a song; strings are decoded with their most likely encoding.
  ///
  /// The title is the first `@T` text event of a karaoke file; otherwise it is the name of the first track that has a
  /// name. The artist is the second `@T`, and the copyright is the first FF 02. The comment consists of the text events
  /// (FF 01) of the first track, except those that begin with `@`. Only the first eight text events of a track count, and
  /// only those before its first channel message.
  public init(of song: MIDIFile) {
    let hint = song.textHint
    let texts = song.tracks.first.map { Self.openingTexts($0, hint) } ?? []
    let titles =
      song.tracks.lazy.map { track in
        Self.openingTexts(track, hint).filter { $0.hasPrefix("@T") }.map { String($0.dropFirst(2)).trimmed }
      }.first { !$0.isEmpty } ?? []
    let name = song.tracks.lazy.compactMap { $0.name(besideTexts: hint)?.trimmed }.first { !$0.isEmpty }
    title = titles.first ?? name ?? ""
    artist = titles.dropFirst().first ?? ""
    copyright =
      song.tracks.lazy.flatMap { track in
        track.events.lazy.filter { $0.isMeta(0x02) }.map { track.payload(of: $0).text(besideTexts: hint).trimmed }
      }.first { !$0.isEmpty } ?? ""
    comment = texts.filter { !$0.hasPrefix("@") }.joined(separator: "\n")
  }

  /// Returns the first text events of a track before its first channel message, at most eight; empty ones are skipped.
  private static func openingTexts(_ track: MIDIFile.Track, _ hint: MIDIFile.TextEncoding?) -> [String] {
    let opening = track.events.prefix { $0.channelMessage == nil }
    return Array(
      opening.lazy.filter { $0.isMeta(0x01) }.map { track.payload(of: $0).text(besideTexts: hint).trimmed }.filter {
        !$0.isEmpty
      }
      .prefix(8))
  }
}

extension String {
  /// The string without leading and trailing white space and control characters.
  fileprivate var trimmed: String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace || scalar.value < 32 }
    let scalars = unicodeScalars.drop(while: isBlank)
    guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(scalars[...last])
  }
}
