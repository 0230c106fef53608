import Foundation
import TactusFiles
import TactusSequencer
import Testing

/// `tactus inspect --lyrics` and the lyrics of `tactus events --json`.
@Suite struct LyricsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func makeSong() throws -> String {
    var song = Sample.song
    var words = MIDIFile.Track()
    words.append("Words", as: .trackName, at: 0)
    words.append("@TThe \u{1B}Song", as: .text, at: 0)
    words.appendMeta(0x7F, [0x43, 0x7B, 1, 0x31, 0, 127, 127], at: 96)
    for (tick, text) in [(96, "\\Hel"), (98, "lo"), (192, "/you"), (300, "\\end")] as [(Int64, String)] {
      words.append(text, as: .text, at: tick)
    }
    words.appendMeta(0x7F, [0x43, 0x7B, 1, 0x36, 8, 127, 127], at: 320)
    song.tracks.append(words)
    return try folder.make("song.mid", song.written())
  }

  @Test func linesForPeople() throws {
    let run = try ToolRun("inspect", "--lyrics", makeSong())
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(
      run.output == """
        The \\u{1b}Song

            0.50  [C]Hello
            1.10  you

            1.77  end
            1.90  [Am]

        """)
  }

  @Test func linesForMachines() throws {
    let song = try makeSong()
    let own = try ToolRun("inspect", "--lyrics", "--json", song)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(own.output.utf8)) as? [String: Any])
    #expect(object["kind"] as? String == "lyrics" && object["source"] as? String == "karaoke texts")
    let lines = try #require(object["lines"] as? [[String: Any]])
    #expect(lines.map { $0["text"] as? String } == ["Hello", "you", "end"])
    #expect(lines.map { $0["startsParagraph"] as? Bool } == [true, false, true])
    let chords = try #require(object["chords"] as? [[String: Any]])
    #expect(chords.map { $0["symbol"] as? String } == ["C", "Am"])
    let events = try ToolRun("events", "--json", song)
    let list = try #require(try JSONSerialization.jsonObject(with: Data(events.output.utf8)) as? [String: Any])
    let lyrics = try #require(list["lyrics"] as? [String: Any])
    #expect((lyrics["lines"] as? [[String: Any]])?.count == 3)
  }

  @Test func files() throws {
    let song = try makeSong()
    let run = try ToolRun("inspect", "--lyrics", song, "-o", folder["song.lrc"])
    #expect(run.status == 0 && run.output == "\(folder["song.lrc"]): 3 lines, 4 syllables\n", "\(run.output)")
    #expect(folder.text("song.lrc").hasPrefix("[ti:The  Song]\n[00:00.50]<00:00.50>Hel<00:00.51>lo\n"))
    #expect(try ToolRun("inspect", "--lyrics", song, "-o", folder["song.kar"]).status == 0)
    let karaoke = try MIDIFile(reading: FileBytes(copying: folder.bytes("song.kar"), name: "song.kar"))
    #expect(SongLyrics(karaoke).lines.map(\.text) == ["Hello", "you", "end"])
    #expect(try ToolRun("inspect", "--lyrics", folder["song.kar"]).output.contains("[C]Hello"))
  }

  @Test func complaints() throws {
    let plain = try folder.make("plain.mid", Sample.songBytes)
    try ToolRun("inspect", "--lyrics", plain).expectComplaint("plain.mid", "no lyrics")
    try ToolRun("inspect", "--lyrics", plain, "-o", folder["a.lrc"]).expectComplaint("plain.mid", "no lyrics")
    try ToolRun("inspect", plain, "-o", folder["a.lrc"]).expectComplaint("--lyrics", status: 2)
    try ToolRun("inspect", "--lyrics", plain, "-o", folder["a.txt"]).expectComplaint(".lrc or .kar", status: 2)
    let bank = try folder.make("b.sf2", Sample.bankBytes)
    for (path, name) in [(bank, bank), ("built-in", "built-in bank")] {
      try ToolRun("inspect", "--lyrics", path).expectComplaint("\(name): a sound bank, which has no lyrics")
      try ToolRun("inspect", "--lyrics", path, "-o", folder["a.lrc"]).expectComplaint("\(name): a sound bank, which")
    }
    #expect(folder.names == ["b.sf2", "plain.mid"])
  }

  @Test func theSongIsNotOverwritten() throws {
    let song = try makeSong()
    try FileManager.default.moveItem(atPath: song, toPath: folder["song.kar"])
    let before = folder.bytes("song.kar")
    try ToolRun("inspect", "--lyrics", folder["song.kar"], "-o", folder["song.kar"])
      .expectComplaint("would overwrite the input")
    #expect(folder.bytes("song.kar") == before)
  }
}
