import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// Lyrics in each convention, made by hand.
@Suite struct SongLyricsTests {
  typealias Syllable = SongLyrics.Syllable

  private func track(name: String = "", _ events: [(tick: Int64, type: UInt8, bytes: [UInt8])]) -> MIDIFile.Track {
    var track = MIDIFile.Track()
    if !name.isEmpty { track.append(name, as: .trackName, at: 0) }
    for event in events { track.appendMeta(event.type, event.bytes, at: event.tick) }
    return track
  }

  private func track(
    name: String = "", type: UInt8, _ texts: [(Int64, String)]
  ) -> MIDIFile.Track {
    track(name: name, texts.map { ($0.0, type, Array($0.1.utf8)) })
  }

  private func lyrics(_ tracks: MIDIFile.Track...) -> SongLyrics {
    SongLyrics(MIDIFile(division: .ticksPerQuarter(96), tracks: tracks))
  }

  // MARK: Conventions

  @Test func softKaraoke() {
    let result = lyrics(
      track(name: "Soft karaoke", type: 1, [(0, "@KMIDI KARAOKE FILE"), (0, "@V0100"), (0, "@Isung by ear")]),
      track(
        name: "Words", type: 1,
        [
          (0, "@LENGL"), (0, "@TThe Song"), (0, "@TA Singer"), (96, "\\Hel"), (144, "lo "), (192, "world"),
          (288, "/next "), (300, "line"), (400, "\\again"),
        ]),
      track(name: "Piano", type: 1, [(0, "a remark")]))
    #expect(result.source == .karaokeText && result.track == 1)
    #expect(result.titles == ["The Song", "A Singer"])
    #expect(result.language == "ENGL" && result.remarks == ["sung by ear"])
    #expect(
      result.syllables == [
        Syllable(tick: 96, text: "Hel", start: .paragraph), Syllable(tick: 144, text: "lo "),
        Syllable(tick: 192, text: "world"), Syllable(tick: 288, text: "next ", start: .line),
        Syllable(tick: 300, text: "line"), Syllable(tick: 400, text: "again", start: .paragraph),
      ])
    #expect(result.lines.map(\.text) == ["Hello world", "next line", "again"])
    #expect(result.lines.map(\.startsParagraph) == [true, false, true])
  }

  @Test func karaokeTextsWithoutHeader() {
    let result = lyrics(track(type: 1, [(0, "made by me"), (10, "/one "), (20, "two"), (30, "/three")]))
    #expect(result.lines.map(\.text) == ["made by me", "one two", "three"])
    #expect(lyrics(track(type: 1, [(0, "a comment"), (10, "another")])).isEmpty)
  }

  @Test func lyricEvents() {
    // RP-017: a carriage return ends a line, a line feed a paragraph, alone or at the end of a syllable
    let result = lyrics(
      track(type: 5, [(0, "Hel"), (10, "lo\r"), (20, "world"), (25, "\n"), (30, "a\r\n"), (40, "b"), (50, "/c")]))
    #expect(result.source == .lyricEvents && result.track == 0)
    #expect(
      result.syllables == [
        Syllable(tick: 0, text: "Hel"), Syllable(tick: 10, text: "lo"), Syllable(tick: 20, text: "world", start: .line),
        Syllable(tick: 30, text: "a", start: .paragraph), Syllable(tick: 40, text: "b", start: .line),
        Syllable(tick: 50, text: "c", start: .line),
      ])
  }

  @Test func tagsOfRP026() {
    let result = lyrics(
      track(
        type: 5,
        [
          (0, "{@LATIN}{#Title=Night}{#Artist=Nobody}"), (5, "si\\[lent\\]\\r"), (10, "/night[naIt]"), (20, "\\n"),
          (30, "x{y"),
        ]))
    #expect(result.titles == ["Night", "Nobody"] && result.language == "LATIN")
    #expect(
      result.syllables == [
        Syllable(tick: 5, text: "si[lent]"), Syllable(tick: 10, text: "/night", start: .line),
        Syllable(tick: 30, text: "x{y", start: .paragraph),
      ])
  }

  @Test func tagsWithoutAnEndAreText() {
    let count = 100_000
    let result = lyrics(track(type: 5, [(0, String(repeating: "{@", count: count)), (9, "{#Title=A}{#Title=B}b")]))
    #expect(result.syllables.map(\.text.utf8.count) == [2 * count, 1] && result.titles == ["A", "B"])
  }

  @Test func theDensestTrackIsRead() {
    let result = lyrics(
      track(type: 5, [(0, "one")]), track(type: 5, [(0, "a "), (10, "b")]), track(type: 5, [(0, "c "), (10, "d")]))
    #expect(result.syllables.map(\.text) == ["a ", "b"])
  }

  @Test func textsOfAFileWithBoth() {
    let words: [(Int64, String)] = [(0, "a"), (10, "/b"), (20, "/c")]
    #expect(lyrics(track(type: 5, words), track(type: 1, words)).source == .karaokeText)
    #expect(lyrics(track(type: 5, words), track(type: 1, Array(words.dropLast()))).source == .lyricEvents)
  }

  @Test func songsOfFormat2FollowOneAnother() {
    var file = MIDIFile(
      format: .independent, division: .ticksPerQuarter(96),
      tracks: [track(type: 5, [(0, "a"), (50, "b")]), track(type: 5, [(10, "c")])])
    file.tracks[0].endTick = 100
    #expect(SongLyrics(file, choice: .concatenated).syllables.map(\.tick) == [0, 50, 110])
    #expect(SongLyrics(file).syllables.map(\.tick) == [0, 50])
  }

  // MARK: Encodings

  @Test func allSyllablesHaveOneEncoding() {
    // 春 alone has no kana, and would not be recognized
    let events: [(Int64, UInt8, [UInt8])] = [
      (0, 5, [0x8F, 0x74]), (10, 5, [0x82, 0xCC]), (20, 5, [0x8A, 0x43]), (30, 5, [0x95, 0x5C]),
    ]
    #expect(lyrics(track(events)).syllables.map(\.text) == ["春", "の", "海", "表"])
    #expect(lyrics(track([(0, 5, [0x46, 0xFC]), (9, 5, [0x72])])).syllables.map(\.text) == ["Fü", "r"])
    #expect(lyrics(track(type: 5, [(0, "Fü"), (9, "r ♪")])).syllables.map(\.text) == ["Fü", "r ♪"])
  }

  // MARK: XF

  private func chunk(_ name: String, _ events: [(delta: UInt8, type: UInt8, bytes: [UInt8])]) -> [UInt8] {
    var body: [UInt8] = []
    for event in events { body += [event.delta, 0xFF, event.type, UInt8(event.bytes.count)] + event.bytes }
    body += [0, 0xFF, 0x2F, 0]
    return Array(name.utf8) + [0, 0, 0, UInt8(body.count)] + body
  }

  @Test func chunksOfXF() throws {
    let song = MIDIFile(
      format: .single, division: .ticksPerQuarter(96),
      tracks: [track([(0, 0x7F, [0x43, 0x7B, 0, 0x58, 0x46, 0x30, 0x32, 0, 0]), (96, 5, Array("unused".utf8))])])
    let bytes =
      try song.written()
      + chunk("XFIH", [(0, 7, Array("$XFhd:1999".utf8)), (0, 7, Array("$XFln:JP:".utf8) + [0x8F, 0x74] + [0x3A])])
      + chunk(
        "XFKM",
        [
          (0, 7, Array("$Lyrc:1:270:JP".utf8)), (96, 5, Array("<".utf8) + [0x8F, 0x74, 0x5B, 0x82, 0xCD]),
          (10, 5, [0x82, 0xE9, 0x5D, 0x82, 0xCC]), (10, 5, Array("^".utf8)), (10, 5, [0x2F, 0x8A, 0x43, 0x25]),
        ])
    let file = try MIDIFile(reading: FileBytes(copying: bytes, name: "song.mid"))
    #expect(file.diagnostics.count == 0 && file.tracks.count == 1)
    let result = SongLyrics(file)
    #expect(result.source == .xf && result.track == nil && result.language == "JP" && result.titles == ["春"])
    #expect(
      result.syllables == [
        Syllable(tick: 96, text: "春", start: .paragraph), Syllable(tick: 106, text: "の"),
        Syllable(tick: 116, text: " "), Syllable(tick: 126, text: "海", start: .line),
      ])
    #expect(try MIDIFile(reading: FileBytes(copying: file.written(), name: "again")) == file)
    // a damaged chunk is reported, and what can be read is kept
    var tooLong = bytes
    let length = try #require(bytes.firstRange(of: Array("XFKM".utf8))).upperBound
    tooLong[length] = 0xFF
    let cut = try MIDIFile(reading: FileBytes(copying: tooLong, name: "song.mid"))
    #expect(cut.diagnostics.count > 0 && SongLyrics(cut).syllables == result.syllables)
    var damaged = bytes
    damaged[damaged.count - 11] = 0x01
    let rest = try MIDIFile(reading: FileBytes(copying: damaged, name: "song.mid"))
    #expect(rest.diagnostics.count > 0 && SongLyrics(rest).syllables.count >= 2)
  }

  @Test func readingsThatAreNotClosedEndWithTheLine() throws {
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track([(0, 5, [])])])
    let bytes =
      try song.written()
      + chunk(
        "XFKM",
        [
          (0, 7, Array("$Lyrc:1:270:JP".utf8)), (9, 5, Array("Ka[ka".utf8)), (9, 5, Array("lost".utf8)),
          (9, 5, Array("/ra".utf8)), (9, 5, Array("m(i<mi".utf8)),
        ])
    let result = SongLyrics(try MIDIFile(reading: FileBytes(copying: bytes, name: "song.mid")))
    #expect(result.syllables.map(\.text) == ["Ka", "ra", "m", "mi"])
    #expect(result.syllables.map(\.start) == [.none, .line, .none, .paragraph])
  }

  @Test func chordsOfXF() {
    func chord(_ root: UInt8, _ type: UInt8, _ bass: UInt8 = 127) -> [UInt8] { [0x43, 0x7B, 1, root, type, bass, 127] }
    let result = lyrics(
      track([
        (0, 0x7F, chord(0x31, 0)), (10, 0x7F, chord(0x35, 10, 0x31)), (20, 0x7F, chord(0x27, 19)),
        (30, 0x7F, chord(0x44, 11)), (35, 0x7F, chord(0x44, 11)), (40, 0x7F, chord(0x31, 34)),
        (50, 0x7F, chord(0x38, 0)), (50, 0x7F, chord(0x31, 40)), (50, 0x7F, [0x43, 0x7B, 1]), (60, 0x7F, []),
      ]))
    #expect(result.chords.map(\.symbol) == ["C", "Gm7/C", "Bb7", "F#m7b5", ""])
    #expect(result.chords.map(\.tick) == [0, 10, 20, 30, 40])
  }

  // MARK: Writing

  @Test func lrc() {
    let file = MIDIFile(
      division: .ticksPerQuarter(96),
      tracks: [
        track(
          type: 1,
          [
            (0, "@KMIDI"), (0, "@TSong"), (0, "@TSinger"), (96, "\\Hel"), (97, "lo "), (12_000, "/a\u{7}b"),
            (24_000, "\\c"),
          ])
      ])
    #expect(
      SongLyrics(file).lrc(file.tempoMap()) == """
        [ti:Song]
        [ar:Singer]
        [00:00.50]<00:00.50>Hel<00:00.51>lo \n\
        [01:02.50]<01:02.50>a b

        [02:05.00]<02:05.00>c

        """)
  }

  @Test func karaokeIsReadBack() throws {
    var piano = track(name: "Piano", type: 5, [(0, "unused")])
    piano.append(ChannelMessage(status: 0x90, 60, 100), at: 10)
    piano.append(ChannelMessage(status: 0x80, 60, 64), at: 20)
    let words = track(type: 5, [(0, "Fü"), (10, "r "), (20, "E\r"), (30, "lise\n"), (40, "x")])
    let file = MIDIFile(division: .ticksPerQuarter(96), tracks: [piano, words])
    var lyrics = SongLyrics(file)
    lyrics.titles = ["Für Elise", "Ludwig"]
    let karaoke = file.karaoke(lyrics)
    #expect(karaoke.tracks.map(\.name) == ["Soft karaoke", "Words", "Piano"])
    let again = try SongLyrics(MIDIFile(reading: FileBytes(copying: karaoke.written(), name: "song.kar")))
    #expect(again.syllables == lyrics.syllables && again.titles == lyrics.titles)
    #expect(again.source == .karaokeText && again.language == "ENGL")
    // a karaoke file becomes itself
    #expect(try MIDIFile(reading: FileBytes(copying: karaoke.written(), name: "song.kar")).karaoke(again) == karaoke)
  }

  @Test func karaokeKeepsThePorts() throws {
    var piano = track(name: "Piano", type: 5, [(0, "la")])
    piano.append(ChannelMessage(status: 0x90, 60, 100, port: 0), at: 10)
    piano.append(ChannelMessage(status: 0x90, 62, 100, port: 1), at: 10)
    var file = MIDIFile(division: .ticksPerQuarter(96), tracks: [piano])
    file.portNumbers = [4, 8]
    let karaoke = file.karaoke(SongLyrics(file))
    #expect(karaoke.portNumbers == [4, 8])
  }

  // MARK: Damage

  @Test func randomTextsAreReadAndWritten() throws {
    for seed in 0..<UInt64(rounds(200)) {
      var random = SeededGenerator(seed: seed)
      let codes = Array("/\\<>^%[](){}@#=rnt\r\n\0KLTI:$a ".utf8) + [0x82, 0xA0, 0x8F, 0xFF, 0xC3, 0xA9]
      let tracks = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        track(
          (0..<Int.random(in: 0...20, using: &random)).map { index in
            let type = [1, 5, 5, 7, 3, 0x7F].randomElement(using: &random) ?? 1
            let count = Int.random(in: 0...8, using: &random)
            let bytes = (0..<count).map { _ in codes.randomElement(using: &random) ?? 0 }
            let start: [UInt8] = type == 0x7F ? [0x43, 0x7B, UInt8.random(in: 0...1, using: &random)] : []
            return (Int64(index * 10), UInt8(type), start + bytes)
          })
      }
      let file = MIDIFile(division: .ticksPerQuarter(96), tracks: tracks)
      let lyrics = SongLyrics(file)
      #expect(lyrics.syllables.allSatisfy { !$0.text.isEmpty }, "seed \(seed)")
      #expect(lyrics.lines.reduce(0) { $0 + $1.syllables.count } == lyrics.syllables.count, "seed \(seed)")
      #expect(lyrics.lrc(file.tempoMap()).utf8.allSatisfy { $0 >= 0x20 || $0 == 10 }, "seed \(seed)")
      _ = try SongLyrics(MIDIFile(reading: FileBytes(copying: file.karaoke(lyrics).written(), name: "seed \(seed)")))
    }
  }
}
