import Foundation
import TactusFiles
import TactusMIDI
import Testing

/// The number of songs with remarks that a run prints is that of the songs whose JSON objects have some.
@Suite struct BatchRemarksTests {
  private let folder: TemporaryFolder
  private let base = ["--rate", "8000", "--threads", "1", "--tail", "0"]

  /// Three songs: without remarks, with a controller that the synthesizer does not follow, and with a bank of its own
  /// that cannot be read.
  init() throws {
    folder = try TemporaryFolder()
    var song = Sample.playableSong
    try folder.make("plain.mid", song.written())
    try folder.make("broken.mid", song.written())
    folder.make("broken.sf2", Sample.picture)
    song.tracks[0].append(ChannelMessage(status: 0xB0, 12, 5), at: 380)
    try folder.make("unfollowed.mid", song.written())
    let lines = ["plain", "unfollowed", "broken"].map { #"{"song": "\#($0).mid", "output": "list/\#($0).wav"}"# }
    folder.make("list.jsonl", Array(lines.joined(separator: "\n").utf8))
  }

  private func bounce(_ songs: [String], _ more: String..., banks: String = "built-in") throws -> ToolRun {
    try ToolRun(["bounce"] + songs + base + more, in: folder, environment: ["TACTUS_BANK": banks])
  }

  /// The numbers of remarks in the objects of the songs.
  private func counts(_ files: [[String: Any]]) -> [Int] {
    files.filter { $0["kind"] as? String == "bounce" }.map { ($0["remarks"] as? [String])?.count ?? -1 }
  }

  private func objects(_ run: ToolRun) throws -> [[String: Any]] {
    try run.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func severalSongs() throws {
    let songs = ["plain.mid", "unfollowed.mid", "broken.mid", "-o", "out/"]
    let run = try bounce(songs)
    #expect(run.status == 0 && run.errors == "tactus: 2 songs with remarks; --json lists them\n", "\(run.errors)")
    let data = Data(try bounce(songs, "--json").output.utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let files = try #require(object["files"] as? [[String: Any]])
    #expect(counts(files) == [0, 1, 1])
    #expect(object["remarks"] as? [String] == [])
    #expect(try bounce(songs, "--quiet").errors.isEmpty)
  }

  @Test func lists() throws {
    let list = ["--batch", "list.jsonl"]
    let run = try bounce(list)
    #expect(run.status == 0 && run.errors == "tactus: 2 songs with remarks; --json lists them\n", "\(run.errors)")
    let songs = try objects(bounce(list, "--json"))
    #expect(counts(songs) == [0, 1, 1])
  }

  /// A bank beside a song in a folder has the path that a user would write.
  @Test func pathsOfBanks() throws {
    try folder.makeFolder("sub")
    try folder.make("sub/song.mid", Sample.playableSong.written())
    try folder.make("sub/song.sf2", Sample.bankBytes)
    let run = try bounce(["sub/song.mid", "-o", "a.wav"], "--json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let banks = try #require(object["banks"] as? [[String: Any]])
    #expect(banks.last?["file"] as? String == "sub/song.sf2")
  }

  /// A remark about the bank that all songs share is that of the run.
  @Test func sharedBanks() throws {
    let list = ["--batch", "list.jsonl"]
    let run = try bounce(list, banks: "none.sf2:built-in")
    #expect(run.errorLines.count == 2 && run.errors.contains("TACTUS_BANK: none.sf2: "), "\(run.errors)")
    #expect(run.errors.contains("2 songs with remarks"), "\(run.errors)")
    let songs = try objects(bounce(list, "--json", banks: "none.sf2:built-in"))
    #expect(counts(songs) == [0, 1, 1])
    #expect((songs.last?["remarks"] as? [String])?.count == 1)
  }
}
