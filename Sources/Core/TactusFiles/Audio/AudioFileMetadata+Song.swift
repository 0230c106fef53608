extension AudioFileMetadata {
  /// Creates the metadata of a song; strings are decoded with their most likely encoding.
  ///
  /// The title is the first `@T` text event of a karaoke file; otherwise it is the name of the first track that has a
  /// name. The artist is the second `@T`, and the copyright is the first FF 02. The comment consists of the text events
  /// (FF 01) of the first track, except those that begin with `@`. Only the first eight text events of a track count, and
  /// only those before its first channel message.
  public init(of song: MIDIFile) {
    let hint = song.textHint
    var (titles, remarks): ([String], [String]) = ([], [])
    var (name, copyright): (String?, String?)
    for (index, track) in song.tracks.enumerated() {
      let texts = Self.openingTexts(track, hint)
      if index == 0 { remarks = texts.filter { !$0.hasPrefix("@") } }
      if titles.isEmpty { titles = texts.filter { $0.hasPrefix("@T") }.map { String($0.dropFirst(2)).trimmed } }
      if name == nil, let own = track.name(besideTexts: hint)?.trimmed, !own.isEmpty { name = own }
      if copyright == nil { copyright = Self.texts(track, 0x02, hint, atMost: 1).first }
    }
    title = titles.first ?? name ?? ""
    artist = titles.dropFirst().first ?? ""
    self.copyright = copyright ?? ""
    comment = remarks.joined(separator: "\n")
  }

  /// Returns the first text events of a track before its first channel message, at most eight; empty ones are skipped.
  private static func openingTexts(_ track: MIDIFile.Track, _ hint: MIDIFile.TextEncoding?) -> [String] {
    texts(track, 0x01, hint, isOpening: true, atMost: 8)
  }

  /// Returns the first text events of a type that are not empty.
  ///
  /// - Parameter isOpening: whether only those before the track's first channel message count.
  private static func texts(
    _ track: MIDIFile.Track, _ type: UInt8, _ hint: MIDIFile.TextEncoding?, isOpening: Bool = false, atMost limit: Int
  ) -> [String] {
    var texts: [String] = []
    for event in track.events {
      if texts.count == limit || isOpening && event.channelMessage != nil { break }
      guard event.isMeta(type) else { continue }
      let text = track.payload(of: event).text(besideTexts: hint).trimmed
      if !text.isEmpty { texts.append(text) }
    }
    return texts
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
