import TactusFiles
import Testing

/// Text: stored as bytes, decoded on request.
@Suite struct MIDITextTests {
  private func payload(_ bytes: [UInt8]) throws -> MIDIFile.Payload {
    let song = try readSong(MIDIBytes.song([0, 0xFF, 1, UInt8(bytes.count)] + bytes))
    return song.tracks[0].payload(of: song.tracks[0].events[0])
  }

  @Test(
    arguments: [
      ([], "", .utf8), (Array("Ünïcødé ♪".utf8), "Ünïcødé ♪", .utf8),
      ([0x46, 0xFC, 0x72, 0x20, 0x45, 0x6C, 0x69, 0x73, 0x65], "Für Elise", .windows1252),
      ([0xA9, 0x20, 0x31, 0x39, 0x39, 0x38], "© 1998", .windows1252),
      ([0x80, 0x93, 0x81, 0x94], "€“\u{81}”", .windows1252),
      ([0x82, 0xB3, 0x82, 0xAD, 0x82, 0xE7], "さくら", .shiftJIS),
      ([0x83, 0x73, 0x83, 0x41, 0x83, 0x6D, 0x20, 0x31], "ピアノ 1", .shiftJIS),
      ([0x8F, 0x74, 0x82, 0xCC, 0x8A, 0x43, 0x81, 0x5C], "春の海―", .shiftJIS),
      ([0xCB, 0xDF, 0xB1, 0xC9], "ﾋﾟｱﾉ", .shiftJIS),
      ([0x82, 0xA0, 0xFF], "‚\u{A0}ÿ", .windows1252), ([0x82, 0xA0, 0x82], "‚\u{A0}‚", .windows1252),
    ] as [([UInt8], String, MIDIFile.TextEncoding)])
  func findsTheEncoding(_ bytes: [UInt8], _ text: String, _ encoding: MIDIFile.TextEncoding) throws {
    let payload = try payload(bytes)
    #expect(payload.textEncoding() == encoding)
    #expect(payload.text() == text)
    #expect(Array(payload) == bytes)
  }

  @Test func theHintDecidesWhatIsNotUTF8() throws {
    #expect(try payload([0x8F, 0x74]).text() == "\u{8F}t")
    #expect(try payload([0x8F, 0x74]).text(hint: .shiftJIS) == "春")
    #expect(try payload([0x82, 0xA0]).text(hint: .windows1252) == "‚\u{A0}")
    #expect(try payload([0x41]).text(hint: .shiftJIS) == "A")
    #expect(try payload([0xFF, 0x81, 0x20, 0x81]).text(hint: .shiftJIS) == "\u{FFFD}\u{FFFD} \u{FFFD}")
    #expect(try payload([0x41, 0xFF]).text(hint: .utf8) == "A\u{FFFD}")
  }

  @Test func everyByteDecodes() throws {
    for byte in UInt8.min...UInt8.max {
      for hint in [nil, .utf8, .shiftJIS, .windows1252] as [MIDIFile.TextEncoding?] {
        for trail in stride(from: 0, through: 255, by: 5) {
          #expect(try !payload([byte, UInt8(trail)]).text(hint: hint).isEmpty)
        }
      }
    }
  }

  @Test func onlyTextEventsHaveText() throws {
    let song = try readSong(MIDIBytes.song([0, 0xFF, 5, 2, 0x6C, 0x61, 0, 0xFF, 0x7F, 1, 65, 0, 0x90, 1, 1]))
    let track = song.tracks[0]
    #expect(track.events.map { track.text(of: $0) } == ["la", nil, nil])
    #expect(track.name == nil)
  }

  /// An RMID file declares the encoding of its texts (MENC), which a title without kana does not reveal.
  @Test(
    arguments: [
      ("Shift-JIS", .shiftJIS, "日本"), ("shift_jis\0", .shiftJIS, "日本"), ("windows-1252", .windows1252, "“ú–{"),
      ("utf-8", nil, "“ú–{"), ("windows-1251", nil, "“ú–{"), ("", nil, "“ú–{"),
    ] as [(String, MIDIFile.TextEncoding?, String)])
  func declaredEncodings(name: String, encoding: MIDIFile.TextEncoding?, title: String) throws {
    let song = MIDIBytes.riff("data", MIDIBytes.song([0, 0xFF, 3, 4, 0x93, 0xFA, 0x96, 0x7B]))
    let list = MIDIBytes.riff("LIST", Array("INFO".utf8) + MIDIBytes.riff("MENC", Array(name.utf8)))
    let file = try readSong(MIDIBytes.rmid(song + list))
    #expect(file.textHint == encoding)
    #expect(file.tracks.first?.name(besideTexts: file.textHint) == title)
  }
}
