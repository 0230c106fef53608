import TactusFiles
import TactusTime

extension SongLyrics {
  /// Reads the lyrics and chords of a song; both are empty if it has none.
  ///
  /// An `XFKM` chunk has precedence. Otherwise, lyrics come from the track with the most syllables: in text events if
  /// the song has a Soft Karaoke header, a track named "Words", or texts that start lines with `/` or `\`; in lyric
  /// events otherwise. All syllables are decoded in one encoding, because single syllables are too short to find it:
  /// that of the language the file names, or the most likely one.
  /// - Complexity: O(events)
  /// - Thread: control
  public init(_ song: MIDIFile, choice: SequenceChoice = .first) {
    var reader = LyricReader(song)
    for element in MergedEvents(song, choice: choice) {
      guard let event = element.event, !event.isChannelMessage else { continue }
      reader.take(event, element.tick, song.tracks[element.track], element.track)
    }
    self = reader.lyrics(song.xf)
  }
}

/// Collects the texts of a song in one pass, then reads the lyrics in the convention that they follow.
private struct LyricReader {
  struct Text {
    let tick: Tick
    let bytes: MIDIFile.Payload
  }

  /// The texts (FF 01) and lyric events (FF 05) of each track; of all tracks together if they are separate songs.
  private var texts: [[Text]]
  private var lyrics: [[Text]]
  private var isWords: [Bool]
  private var headers: [Text] = []
  private var chords: [SongLyrics.Chord] = []
  private let isIndependent: Bool
  private var isXF = false
  private var isKaraoke = false

  init(_ song: MIDIFile) {
    isIndependent = song.format == .independent
    texts = song.tracks.map { _ in [] }
    lyrics = texts
    isWords = song.tracks.map { _ in false }
  }

  mutating func take(_ event: MIDIFile.Event, _ tick: Tick, _ track: MIDIFile.Track, _ index: Int) {
    guard case .meta(let type, let slice) = event.content else { return }
    let bytes = track.payload(slice)
    let group = isIndependent ? 0 : index
    switch type {
    case 0x01 where bytes.first == UInt8(ascii: "@"):
      headers.append(Text(tick: tick, bytes: bytes))
      if bytes.count > 1, bytes[1] == UInt8(ascii: "K") { isKaraoke = true }
    case 0x01: texts[group].append(Text(tick: tick, bytes: bytes))
    case 0x03: if Self.isWords(bytes) { isWords[group] = true }
    case 0x05: lyrics[group].append(Text(tick: tick, bytes: bytes))
    case 0x7F:
      if bytes.starts(with: [0x43, 0x7B, 0x00]) { isXF = true }
      if let symbol = XFChord.symbol(bytes), chords.last?.symbol != symbol {
        chords.append(.init(tick: tick, symbol: symbol))
      }
    default: break
    }
  }

  private static func isWords(_ bytes: MIDIFile.Payload) -> Bool {
    let name = bytes.map { (65...90).contains($0) ? $0 + 32 : $0 }
    return name == Array("words".utf8) || name == Array("lyrics".utf8)
  }

  func lyrics(_ xf: MIDIFile.XFChunks) -> SongLyrics {
    var result = SongLyrics()
    result.chords = chords
    result.takeInformation(xf)
    if let track = xf.karaoke {
      let events = track.events.filter { $0.isMeta(0x05) }.map { Text(tick: $0.tick, bytes: track.payload(of: $0)) }
      result.read(events, .xf)
      if !result.syllables.isEmpty { return result }
    }
    guard let lyric = Self.longest(lyrics) else { return result }
    let text = words
    let isText = text.map { !texts[$0].isEmpty && texts[$0].count >= lyrics[lyric].count } ?? false
    if let text, isText {
      result.takeHeaders(headers)
      result.read(texts[text], .karaokeText)
    } else {
      result.read(lyrics[lyric], isXF ? .xf : .lyricEvents)
    }
    if !isIndependent, !result.syllables.isEmpty { result.track = isText ? text : lyric }
    return result
  }

  /// The track whose texts are lyrics; nil if those of none are.
  private var words: Int? {
    if let named = isWords.firstIndex(of: true), !texts[named].isEmpty { return named }
    guard let longest = Self.longest(texts) else { return nil }
    let (slash, backslash) = (UInt8(ascii: "/"), UInt8(ascii: "\\"))
    let breaks = texts[longest].count { $0.bytes.first == slash || $0.bytes.first == backslash }
    return isKaraoke || breaks >= 2 ? longest : nil
  }

  /// The first track with the most events; nil without tracks.
  private static func longest(_ tracks: [[Text]]) -> Int? {
    tracks.indices.max { (tracks[$0].count, -$0) < (tracks[$1].count, -$1) }
  }
}

extension SongLyrics {
  fileprivate mutating func read(_ events: [LyricReader.Text], _ source: Source) {
    let all = events.reduce(into: [UInt8]()) { $0.append(contentsOf: $1.bytes) }
    let isTagged = source == .lyricEvents && Self.hasTags(all)
    if isTagged, all.starts(with: Array("{@JP".utf8)) { language = "JP" }
    self.source = source
    let isJapanese = language == "JP" || language == "JAPN"
    let encoding = MIDIFile.TextEncoding(of: all, hint: isJapanese ? .shiftJIS : nil)
    var reader = LyricText(
      source, isTagged: isTagged, hasReadings: source == .xf ? isJapanese : isTagged)
    for event in events {
      reader.take(encoding.decode(event.bytes)) { text, start in
        syllables.append(Syllable(tick: event.tick, text: text, start: start))
      }
    }
    titles = reader.tags.filter { $0.name == "Title" }.map { $0.value } + titles
    for tag in reader.tags {
      switch tag.name {
      case "Artist", "Composer", "Lyrics": titles.append(tag.value)
      case "LATIN", "JP": if language.isEmpty { language = tag.name }
      default: break
      }
    }
  }

  /// Whether bytes contain `{@` or `{#`.
  private static func hasTags(_ bytes: [UInt8]) -> Bool {
    bytes.indices.dropFirst().contains { index in
      bytes[index - 1] == UInt8(ascii: "{") && (bytes[index] == UInt8(ascii: "@") || bytes[index] == UInt8(ascii: "#"))
    }
  }

  /// Takes the headers of a `.kar` file: `@T` titles, `@L` the language, `@I` remarks.
  fileprivate mutating func takeHeaders(_ headers: [LyricReader.Text]) {
    let all = headers.reduce(into: [UInt8]()) { $0.append(contentsOf: $1.bytes) }
    let encoding = MIDIFile.TextEncoding(of: all)
    for header in headers where header.bytes.count > 2 {
      let text = encoding.decode(header.bytes.dropFirst(2))
      switch header.bytes[1] {
      case UInt8(ascii: "T"): titles.append(text)
      case UInt8(ascii: "L"): language = language.isEmpty ? text : language
      case UInt8(ascii: "I"): remarks.append(text)
      default: break
      }
    }
  }

  /// Takes title and language from the cue points of the XF chunks: `$XFln:language:title:…` and
  /// `$Lyrc:channel:offset:language`.
  fileprivate mutating func takeInformation(_ xf: MIDIFile.XFChunks) {
    for track in [xf.karaoke, xf.information] {
      guard let track else { continue }
      for event in track.events where event.isMeta(0x07) {
        let bytes = track.payload(of: event)
        let fields = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let names = fields[0].drop { $0 == UInt8(ascii: "$") }
        if names.elementsEqual("Lyrc".utf8), fields.count > 3, language.isEmpty {
          language = String(decoding: fields[3], as: UTF8.self)
        }
        if names.elementsEqual("XFln".utf8), fields.count > 2, titles.isEmpty {
          let isJapanese = fields[1].elementsEqual("JP".utf8)
          let encoding = MIDIFile.TextEncoding(of: bytes, hint: isJapanese ? .shiftJIS : nil)
          titles = fields[2...].prefix(2).map { encoding.decode($0) }.filter { !$0.isEmpty }
        }
      }
    }
  }
}
