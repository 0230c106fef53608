import Foundation
import TactusFiles
import TactusMIDI
import Testing

/// The summaries of `tactus bounce` with several songs, and what it leaves out.
@Suite struct SeveralSongsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.make("tiny.sf2", Sample.bankBytes)
    for name in ["a", "b", "c"] { try folder.make(name + ".mid", Sample.playableSong.written()) }
  }

  private func bounce(_ songs: [String], _ more: String...) throws -> ToolRun {
    let sound = ["--bank", "tiny.sf2", "--rate", "8000", "--no-reverb"]
    return try ToolRun(["bounce"] + songs.map { $0 + ".mid" } + ["-o", "out/"] + sound + more, in: folder)
  }

  private func object(_ run: ToolRun) throws -> [String: Any] {
    #expect(run.status == 0, "\(run.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test func theLastLineSumsUpAndNamesTheBank() throws {
    let run = try bounce(["a", "b"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let last = try #require(run.output.split(separator: "\n").last)
    let line = /2 songs, 0:0\d\.\d, [\d.,]+ × real time( \(debug build\))?, bank tiny\.sf2/
    #expect(last.wholeMatch(of: line) != nil, "\(run.output)")
    #expect(run.output.split(separator: "\n").count == 3)
    #expect(try bounce(["a", "b"], "--quiet").output.isEmpty)
    // JSON has the same in its members
    let report = try object(bounce(["a", "b"], "--json"))
    #expect((report["files"] as? [[String: Any]])?.count == 2 && report["skipped"] as? Int == 0)
    #expect((report["banks"] as? [[String: Any]])?.first?["file"] as? String == "tiny.sf2")
  }

  /// A song has the same members, and the same values, alone, among several songs, and in a line of a list.
  @Test func reportsHaveTheSameMembers() throws {
    let sound = ["--bank", "tiny.sf2", "--rate", "8000", "--no-reverb", "--json"]
    let alone = try object(ToolRun(["bounce", "a.mid", "-o", "out.wav"] + sound, in: folder))
    let among = try #require(object(bounce(["a", "b"], "--json"))["files"] as? [[String: Any]]).first ?? [:]
    folder.make("list.jsonl", Array(#"{"song": "a.mid", "output": "out.wav"}"#.utf8))
    let run = try ToolRun(["bounce", "--batch", "list.jsonl"] + sound, in: folder)
    let text = try #require(run.output.split(separator: "\n").first)
    let line = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let names = Set(alone.keys)
    #expect(names.isSuperset(of: ["depth", "peakDecibels", "bankReason", "missingPresets", "unfollowedMessages"]))
    #expect(Set(among.keys) == names && Set(line.keys) == names.union(["line"]))
    let others: Set = ["line", "file", "elapsedSeconds", "timesRealTime", "threads"]
    let expected = try sortedText(of: alone, without: others)
    #expect(try sortedText(of: among, without: others) == expected)
    #expect(try sortedText(of: line, without: others) == expected)
    #expect(line["depth"] as? String == "24" && line["threads"] is Int && line["timesRealTime"] is Double)
  }

  /// The object of several songs has the counts and times of the last line of a batch.
  @Test func theObjectSumsUp() throws {
    folder.make("b.mid", Sample.picture)
    let run = try bounce(["a", "b", "c"], "--json")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(run.status == 1 && report["songs"] as? Int == 3)
    #expect(report["done"] as? Int == 2 && report["failed"] as? Int == 1 && report["skipped"] as? Int == 0)
    #expect(report["seconds"] as? Double ?? 0 >= 4 && report["renderSeconds"] is Double && report["threads"] is Int)
    #expect(report["timesRealTime"] is Double && (report["remarks"] as? [String])?.isEmpty == true)
  }

  /// A folder stands for the songs in it and in its folders, by name.
  @Test func aFolderIsItsSongs() throws {
    try folder.makeFolder("in/deep")
    for name in ["b.mid", "a.MID", "deep/d.kar"] { try folder.make("in/" + name, Sample.playableSong.written()) }
    folder.make("in/list.txt", [1])
    let sound = ["-o", "out/", "--bank", "tiny.sf2", "--rate", "8000", "--json"]
    func songs(_ arguments: String...) throws -> [String?] {
      let report = try object(ToolRun(["bounce"] + arguments + sound, in: folder))
      return (report["files"] as? [[String: Any]] ?? []).map { $0["song"] as? String }
    }
    #expect(try songs("c.mid", "in") == ["c.mid", "in/a.MID", "in/b.mid", "in/deep/d.kar"])
    #expect(try songs("in/") == ["in/a.MID", "in/b.mid", "in/deep/d.kar"])
    #expect(try songs("in/deep") == ["in/deep/d.kar"])
    #expect(!folder.bytes("out/d.wav").isEmpty)
    try folder.makeFolder("none")
    try ToolRun(["bounce", "none"] + sound, in: folder).expectComplaint("none: the folder contains no song (.mid, ")
    try ToolRun("bounce", "in", "-o", "x.wav", in: folder).expectComplaint("x.wav: several songs need a folder")
    try ToolRun("bounce", "in", "-o", "-", in: folder).expectComplaint("cannot take several songs", status: 2)
    try ToolRun("bounce", "in", "-o", "x/", "--stems", "tracks", in: folder).expectComplaint("--stems", status: 2)
  }

  /// The last line of a batch names the banks of the most songs, two at the most.
  @Test func theLastLineOfABatchNamesTheBanks() throws {
    for name in ["other", "third"] { try folder.make(name + ".sf2", Sample.bankBytes) }
    func last(_ banks: [String?]) throws -> Substring {
      let lines = banks.enumerated().map { index, bank in
        #"{"song": "a.mid", "output": "\#(index).wav""# + (bank.map { #", "bank": "\#($0)"}"# } ?? "}")
      }
      folder.make("list.jsonl", Array(lines.joined(separator: "\n").utf8))
      let run = try ToolRun("bounce", "--batch", "list.jsonl", "--bank", "tiny.sf2", "--rate", "8000", in: folder)
      #expect(run.status == 0, "\(run.errors)")
      return try #require(run.output.split(separator: "\n").last)
    }
    #expect(try last([nil, nil]).hasSuffix(", bank tiny.sf2"))
    #expect(try last([nil, "tiny.sf2"]).hasSuffix(", bank tiny.sf2"))
    #expect(try last(["other.sf2", nil, nil]).hasSuffix(", banks tiny.sf2 and other.sf2"))
    #expect(
      try last(["third.sf2", nil, "other.sf2", "built-in"]).hasSuffix(", banks built-in, other.sf2 and 2 others"))
    #expect(try last(["third.sf2", nil, "other.sf2"]).hasSuffix(", banks other.sf2, third.sf2 and 1 other"))
  }

  @Test func failuresAreInTheSummary() throws {
    folder.make("b.mid", Sample.picture)
    let run = try bounce(["a", "b"])
    #expect(run.status == 1 && run.errors.contains("1 of 2 songs failed"), "\(run.errors)")
    #expect(run.output.contains("\n1 song, ") && run.output.contains(", 1 failed, "), "\(run.output)")
  }

  /// If all songs fail, the last line does not say that others are done. Songs that `--skip-existing` leaves out count
  /// as done.
  @Test func theLastErrorCountsAllSongs() throws {
    for name in ["x", "y"] { folder.make(name + ".mid", Sample.picture) }
    let all = try bounce(["x", "y"], "--manifest", "made.jsonl")
    #expect(all.status == 1 && all.errorLines.last == "tactus: 2 of 2 songs failed", "\(all.errors)")
    #expect(!folder.names.contains("made.jsonl"), "a manifest without lines")
    #expect(try bounce(["a"]).status == 0)
    try folder.makeFolder("out")
    folder.make("out/a.wav", [1])
    let one = try bounce(["a", "x"], "--skip-existing")
    let last = "1 of 2 songs failed; the others are done"
    #expect(one.status == 1 && one.errorLines.last == "tactus: \(last)", "\(one.errors)")
    let lines = ["a", "x"].map { #"{"song": "\#($0).mid", "output": "out/\#($0).wav"}"# }
    folder.make("list.jsonl", Array(lines.joined(separator: "\n").utf8))
    let list = try ToolRun("bounce", "--batch", "list.jsonl", "--bank", "tiny.sf2", "--skip-existing", in: folder)
    #expect(list.status == 1 && list.errorLines.last == "tactus: list.jsonl: \(last)", "\(list.errors)")
  }

  /// Songs whose output exists are left out, whatever it contains.
  @Test func whatIsThereIsLeftOut() throws {
    try folder.makeFolder("out")
    folder.make("out/b.wav", [1])
    let run = try bounce(["a", "b", "c"], "--skip-existing")
    #expect(run.status == 0 && run.output.contains("\n2 songs, ") && run.output.contains(", 1 there already, "))
    #expect(folder.bytes("out/b.wav") == [1] && folder.bytes("out/a.wav").count > 1_000)
    let again = try bounce(["a", "b", "c"], "--skip-existing")
    #expect(again.status == 0 && again.output == "0 songs, 0:00.0, 3 there already\n", "\(again.output)")
    #expect(try object(bounce(["a", "b"], "--skip-existing", "--json"))["skipped"] as? Int == 2)
    // a pattern such as *.mid may match one song
    #expect(try bounce(["a"], "--skip-existing").output == "0 songs, 0:00.0, 1 there already\n")
    // a file of notes belongs to the output
    let notes = try object(bounce(["a", "b"], "--skip-existing", "--notes", ".n.jsonl", "--json"))
    #expect(notes["skipped"] as? Int == 0 && !folder.bytes("out/b.n.jsonl").isEmpty)
    #expect(try bounce(["a", "b"]).output.contains("2 songs, "), "without the option, files are replaced")
  }

  /// Songs with one name get numbers, and a number that another song has in its name is not used again.
  @Test func songsWithOneNameAreNumbered() throws {
    for name in ["1/a", "2/a", "3/a 2", "4/A", "5/a"] {
      try folder.makeFolder(String(name.prefix(1)))
      try folder.make(name + ".mid", Sample.playableSong.written())
    }
    let report = try object(bounce(["1/a", "2/a", "3/a 2", "4/A", "5/a"], "--json"))
    let files = (report["files"] as? [[String: Any]] ?? []).map { $0["file"] as? String }
    #expect(files == ["out/a.wav", "out/a 2.wav", "out/a 2 2.wav", "out/A 3.wav", "out/a 4.wav"])
  }

  /// The time for numbering them grows with their number, not with its square.
  @Test func thousandsOfSongsMayHaveOneName() throws {
    for number in 0..<200 {
      try folder.makeFolder("in/\(number)")
      folder.make("in/\(number)/s.mid", [1])
    }
    folder.make("s.wav", [1])
    let run = try ToolRun(["bounce"] + [String](repeating: "in", count: 200), in: folder, processorSeconds: 60)
    run.expectComplaint("s.wav: already exists")
  }

  /// With a manifest, a song is left out only if its inputs and settings are the same.
  @Test func manifestsDecideWhatIsLeftOut() throws {
    func skipped(_ more: String...) throws -> Int? {
      let options = ["--bank", "tiny.sf2", "--rate", "8000", "--manifest", "made.jsonl", "--json"]
      let run = try ToolRun(["bounce", "a.mid", "b.mid", "-o", "out/", "--skip-existing"] + options + more, in: folder)
      return try object(run)["skipped"] as? Int
    }
    #expect(try bounce(["a", "b"]).status == 0)
    #expect(try skipped() == 0, "the manifest does not describe them")
    #expect(try skipped() == 2)
    #expect(try skipped("--gain", "-3") == 0)
    try folder.make("a.mid", Sample.songBytes)
    #expect(try skipped("--gain", "-3") == 1)
  }
}
