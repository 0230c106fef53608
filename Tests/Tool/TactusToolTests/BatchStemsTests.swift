import Foundation
import TactusFiles
import TactusMIDI
import TestSupport
import Testing

/// Stems of a list of songs: each song's in a folder of its own, with a record and in the manifest.
@Suite struct BatchStemsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.make("tiny.sf2", Sample.bankBytes)
    for number in 0..<3 { try folder.make("\(number).mid", song(number).written()) }
  }

  /// A song with two channels and its own tone.
  private func song(_ number: Int) -> MIDIFile {
    var track = MIDIFile.Track()
    for channel in 0..<2 as Range<UInt8> {
      track.append(ChannelMessage(status: 0xC0 + channel, 5), at: 0)
      track.append(ChannelMessage(status: 0x90 + channel, UInt8(40 + 5 * number) + channel, 100), at: 0)
    }
    for channel in 0..<2 as Range<UInt8> {
      track.append(ChannelMessage(status: 0x80 + channel, UInt8(40 + 5 * number) + channel, 0), at: 90)
    }
    return MIDIFile(division: .ticksPerQuarter(96), tracks: [track])
  }

  private func list(_ members: String, count: Int = 3) {
    let lines = (0..<count).map { #"{"song": "\#($0).mid", "output": "out/\#($0)/"\#(members)}"# }
    folder.make("list.jsonl", Array(lines.joined(separator: "\n").utf8))
  }

  private let settings = ["--bank", "tiny.sf2", "--rate", "8000", "--tail", "0.2"]

  @discardableResult private func batch(_ more: String...) throws -> ToolRun {
    try ToolRun(["bounce", "--batch", "list.jsonl"] + settings + more, in: folder)
  }

  private func files(_ name: String) throws -> [String: [UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder[name])
    return Dictionary(uniqueKeysWithValues: names.map { ($0, folder.bytes("\(name)/\($0)")) })
  }

  @Test func theStemsAreThoseOfTheSongAlone() throws {
    list(#", "stems": "channels""#)
    let run = try batch("--notes", ".notes.jsonl", "--json")
    #expect(run.status == 0, "\(run.errors)")
    for number in 0..<3 {
      var made = try files("out/\(number)")
      #expect(made["stems.json"] != nil)
      let notes = made.removeValue(forKey: "stems.notes.jsonl")
      let alone = try ToolRun(
        ["bounce", "\(number).mid", "-o", "alone\(number)/", "--stems", "channels", "--notes", "alone.jsonl"]
          + settings, in: folder)
      #expect(alone.status == 0)
      let isSame = try made == files("alone\(number)")
      #expect(isSame && made.count == 3 && notes == folder.bytes("alone.jsonl"))
    }
    let record = try #require(
      try JSONSerialization.jsonObject(with: Data(folder.bytes("out/1/stems.json"))) as? [String: Any])
    let stems = try #require(record["stems"] as? [[String: Any]])
    #expect(stems.map { $0["number"] as? Int } == [1, 2] && stems.map { $0["noteCount"] as? Int } == [1, 1])
    #expect(stems.allSatisfy { folder.names(in: "out/1").contains($0["file"] as? String ?? "") })
    #expect(record["rate"] as? Int == 8_000 && record["frames"] as? Int ?? 0 > 1_000)
  }

  /// A line of stems has the members of the stems of the song alone.
  @Test func theLinesAreThoseOfTheSongAlone() throws {
    func object(_ text: some StringProtocol) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
    list(#", "stems": "channels""#, count: 1)
    let line = try object(#require(batch("--json").output.split(separator: "\n").first))
    let alone = try object(
      ToolRun(["bounce", "0.mid", "-o", "out/0/", "--stems", "channels", "--json"] + settings, in: folder).output)
    #expect(line["kind"] as? String == "stems" && Set(line.keys) == Set(alone.keys).union(["line"]))
    let others: Set = ["line", "elapsedSeconds", "timesRealTime", "threads"]
    #expect(try sortedText(of: line, without: others) == sortedText(of: alone, without: others))
    let stems = try #require(line["stems"] as? [[String: Any]])
    #expect(stems.map { $0["number"] as? Int } == [1, 2] && line["depth"] as? String == "f32")
    #expect(stems.reduce(0) { $0 + ($1["bytes"] as? Int ?? 0) } == line["bytes"] as? Int)
  }

  /// A bounce of a single song into a folder writes `stems.json`, too. A remark names the stems that an earlier bounce
  /// has left there, except those that have changed since; none is removed.
  @Test func theRecordOfASongAlone() throws {
    func bounce(_ output: String, _ split: String) throws {
      #expect(try ToolRun(["bounce", "0.mid", "-o", output, "--stems", split] + settings, in: folder).status == 0)
    }
    try bounce("alone/", "channels")
    let first = folder.names(in: "alone")
    #expect(first.count == 3 && first.last == "stems.json")
    folder.make("alone/03 Own.wav", [1])
    let changed = try #require(first.first)
    let later = Date(timeIntervalSinceNow: 3_600)
    try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: folder["alone/" + changed])
    let run = try ToolRun(["bounce", "0.mid", "-o", "alone/", "--stems", "programs"] + settings, in: folder)
    let left = "tactus: this bounce has not written alone/\(first[1]); if an earlier one has left it, remove it\n"
    #expect(run.status == 0 && run.errors.contains(left), "\(run.errors)")
    let record = try #require(
      try JSONSerialization.jsonObject(with: Data(folder.bytes("alone/stems.json"))) as? [String: Any])
    #expect((record["stems"] as? [[String: Any]])?.map { $0["number"] as? Int } == [6])
    let stem = try #require((record["stems"] as? [[String: Any]])?.first?["file"] as? String)
    #expect(Set(folder.names(in: "alone")) == Set(first + ["03 Own.wav", stem]))
    try bounce("song.wav", "channels")
    #expect(!folder.names.contains("stems.json"), "the folder belongs to other files too")
    let stems = folder.names.filter { $0.hasPrefix("song - ") }
    let other = try ToolRun(["bounce", "0.mid", "-o", "song.wav", "--stems", "programs"] + settings, in: folder)
    let head = stems.first ?? ""
    let words =
      "tactus: this bounce has not written \(head) and 1 more; if an earlier one has left them, remove them\n"
    #expect(other.status == 0 && other.errors.contains(words), "\(other.errors)")
    #expect(stems.count == 2 && Set(stems).isSubset(of: folder.names), "they are only reported")
    let notes = try ToolRun(
      ["bounce", "0.mid", "-o", "alone/", "--stems", "channels", "--notes", "alone/stems.json"] + settings, in: folder)
    notes.expectComplaint("alone/stems.json: the file of notes would overwrite")
    try folder.makeFolder("own")
    try folder.make("own/stems.json", song(0).written())
    try ToolRun(["bounce", "own/stems.json", "-o", "own/", "--stems", "channels"] + settings, in: folder)
      .expectComplaint("own/stems.json: the record of the stems would overwrite the song")
  }

  /// The record of another song in the same folder does not make its stems those of this song.
  @Test func stemsOfOtherSongsStay() throws {
    try folder.makeFolder("out")
    let alone = try ToolRun(["bounce", "1.mid", "-o", "out/0/", "--stems", "channels"] + settings, in: folder)
    #expect(alone.status == 0, "\(alone.errors)")
    let others = folder.names(in: "out/0").filter { $0 != "stems.json" }
    list(#", "stems": "programs", "depth": 16"#)
    #expect(try batch().status == 0)
    #expect(!others.isEmpty && Set(others).isSubset(of: folder.names(in: "out/0")), "\(folder.names(in: "out/0"))")
  }

  /// Nor does the record of another song with the same name, or of this song before it was edited. A remark names the
  /// stems that stay.
  @Test func stemsOfOtherContentStay() throws {
    try folder.makeFolder("out")
    try folder.makeFolder("more")
    try folder.make("more/0.mid", song(1).written())
    let alone = try ToolRun(["bounce", "more/0.mid", "-o", "out/0/", "--stems", "channels"] + settings, in: folder)
    #expect(alone.status == 0, "\(alone.errors)")
    let others = folder.names(in: "out/0").filter { $0 != "stems.json" }
    list(#", "stems": "programs", "depth": 16"#, count: 1)
    let run = try batch("--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(others.count == 2 && Set(others).isSubset(of: folder.names(in: "out/0")), "\(folder.names(in: "out/0"))")
    let line = try #require(run.output.split(separator: "\n").first)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let remarks = try #require(object?["remarks"] as? [String])
    let words = "this bounce has not written out/0/\(others[0]) and 1 more"
    #expect(remarks.contains { $0.hasPrefix(words) }, "\(remarks)")
    // now the record is that of this song
    let stems = folder.names(in: "out/0").filter { !others.contains($0) }
    list(#", "stems": "channels", "depth": 24"#, count: 1)
    #expect(try batch().status == 0)
    let removed = Set(stems).subtracting(folder.names(in: "out/0"))
    #expect(stems.count == 2 && removed == Set(stems).subtracting(["stems.json"]))
  }

  @Test func resumingLooksAtTheRecordAndTheManifest() throws {
    list(#", "stems": "channels", "depth": 16"#)
    #expect(try batch("--manifest", "made.jsonl").status == 0)
    let (manifest, first) = (folder.bytes("made.jsonl"), try files("out/0"))
    func skipped(_ more: String...) throws -> Int {
      let run = try ToolRun(
        ["bounce", "--batch", "list.jsonl", "--skip-existing", "--json"] + settings + more, in: folder)
      #expect(run.status == 0, "\(run.errors)")
      let last = try #require(run.output.split(separator: "\n").last)
      let object = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
      return object?["skipped"] as? Int ?? -1
    }
    #expect(try skipped("--manifest", "made.jsonl") == 3)
    let stem = try #require(first.keys.sorted().first)
    try FileManager.default.removeItem(atPath: folder["out/0/" + stem])
    #expect(try skipped() == 3, "without a manifest, the record counts")
    #expect(try skipped("--manifest", "made.jsonl") == 2)
    try FileManager.default.removeItem(atPath: folder["out/1/stems.json"])
    #expect(try skipped("--manifest", "made.jsonl") == 2)
    let isSame = try files("out/0") == first && folder.bytes("made.jsonl") == manifest
    #expect(isSame)
    list(#", "stems": "programs", "depth": 16"#)
    #expect(try skipped("--manifest", "made.jsonl") == 0)
    #expect(folder.names(in: "out/0").count == 2, "one program, and the record")
  }

  @Test func manifestsDescribeStems() throws {
    list(#", "stems": "channels", "effectsApart": true"#)
    #expect(try batch("--manifest", "made.jsonl").status == 0)
    #expect(try ToolRun("verify", "made.jsonl", "--render", in: folder).status == 0)
    let stem = try #require(folder.names(in: "out/2").first { $0.hasPrefix("02") })
    folder.make("out/2/" + stem, folder.bytes("out/2/" + stem).dropLast() + [1])
    let run = try ToolRun("verify", "made.jsonl", in: folder)
    #expect(run.status == 1 && run.output == "out/2/\(stem) (stem of out/2/stems.json): changed\n", "\(run.output)")
    #expect(try batch("--manifest", "made.jsonl", "--skip-existing").status == 0)
    #expect(try ToolRun("verify", "made.jsonl", in: folder).status == 1, "the length is the same")
    #expect(try batch("--manifest", "made.jsonl").status == 0)
    #expect(try ToolRun("verify", "made.jsonl", "--render", in: folder).status == 0)
  }

  @Test func aFailureLeavesNoStems() throws {
    list(#", "stems": "channels""#)
    folder.make("1.mid", Array("no song".utf8))
    #expect(try batch("--manifest", "made.jsonl").status == 1)
    #expect(folder.names(in: "out/0").count == 3 && folder.names(in: "out/1").isEmpty)
    folder.make("list.jsonl", Array(#"{"song": "0.mid", "output": "out/0/", "stems": "tracks", "chain": "c"}"#.utf8))
    let run = try batch()
    #expect(run.status == 1 && run.errors.contains("line 1: ") && run.errors.contains("--chain"), "\(run.errors)")
  }
}

extension TemporaryFolder {
  fileprivate func names(in name: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: self[name])) ?? []).sorted()
  }
}
