import Foundation
import TestSupport
import Testing

// What a killed batch leaves, and what the next one does with it.

extension ManifestTests {
  /// After a batch is killed at any moment, the next one writes the missing files and leaves no temporary files.
  @Test func killedBatchesAreCompleted() throws {
    for number in 0..<count { try folder.make("songs/\(number).mid", song(number, seconds: 20).written()) }
    try batch("--manifest", "made.jsonl", "--notes", ".notes")
    let (manifest, audio) = (folder.bytes("made.jsonl"), (0..<count).map { folder.bytes("audio/\($0).wav") })
    var random = SeededGenerator(seed: seed(of: "killedBatchesAreCompleted"))
    for _ in 0..<rounds(4) {
      try? FileManager.default.removeItem(atPath: folder["audio"])
      try? FileManager.default.removeItem(atPath: folder["made.jsonl"])
      for _ in 0..<4 {
        let child = try ChildProcess(
          ToolRun.program,
          ["bounce", "--batch", "list.jsonl", "--bank", "tiny.sf2", "--rate", "8000", "--tail", "0.2"]
            + ["--manifest", "made.jsonl", "--notes", ".notes", "--skip-existing"], folder: folder.path)
        _ = child.wait(atMost: Double.random(in: 0.01...0.5, using: &random))
      }
      for part in ["", "audio/"] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder[part])
        for name in names ?? [] where name.hasSuffix(".part") { try makeOld(folder[part + name]) }
      }
      let last = try batch("--manifest", "made.jsonl", "--notes", ".notes", "--skip-existing")
      #expect(last.status == 0, "\(last.errors)")
      // long arrays are not shown
      let isSame = folder.bytes("made.jsonl") == manifest
      #expect(isSame)
      for number in 0..<count {
        let isSame = folder.bytes("audio/\(number).wav") == audio[number]
        #expect(isSame, "\(number)")
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder["audio"])
      #if os(Linux)
        #expect(names.count == 2 * count && !folder.names.contains { $0.hasSuffix(".part") }, "\(names)")
      #endif
    }
  }

  /// However a bounce of another song to the same file ends, no line of the manifest describes another file.
  @Test func killedBouncesLeaveNoWrongLine() throws {
    for number in 0...1 { try folder.make("songs/\(number).mid", song(number, seconds: 20).written()) }
    var random = SeededGenerator(seed: seed(of: "killedBouncesLeaveNoWrongLine"))
    let bounce = { (number: Int) in
      ["bounce", "songs/\(number).mid", "-o", "out.wav", "--bank", "tiny.sf2", "--manifest", "made.jsonl"]
    }
    for round in 0..<rounds(12) {
      #expect(try ToolRun(bounce(0), in: folder).status == 0)
      let child = try ChildProcess(ToolRun.program, bounce(1), folder: folder.path)
      _ = child.wait(atMost: Double.random(in: 0.01...0.3, using: &random))
      let verified = try ToolRun(["verify", "made.jsonl"], in: folder)
      #expect(!verified.output.contains("changed"), "round \(round): \(verified.output)\(verified.errors)")
    }
  }

  /// A full disk can cut a line of the manifest anywhere, and later lines can follow it. The next batch makes only the
  /// files of such lines again.
  @Test func cutLinesAreCompleted() throws {
    #expect(try batch("--manifest", "made.jsonl").status == 0)
    let whole = folder.text("made.jsonl")
    let lines = whole.split(separator: "\n").map { String($0) + "\n" }
    try #require(lines.count == count)
    func resume(_ text: String, makes number: Int) throws {
      folder.make("made.jsonl", Array(text.utf8))
      let run = try batch("--manifest", "made.jsonl", "--skip-existing")
      #expect(run.status == 0 && run.output.contains("\(count - number) there already"), "\(run.output)\(run.errors)")
      let isSame = folder.text("made.jsonl") == whole
      #expect(isSame, "\(text.suffix(60))")
    }
    let head: String = lines.dropLast().joined()
    for length in [1, 10, 15, 30, 60] { try resume(head + String(lines[count - 1].prefix(length)), makes: 1) }
    try resume(String(whole.dropLast()), makes: 0)
    /// Returns the manifest with another text instead of the third line.
    func manifest(_ third: String) -> String { lines[..<2].joined() + third + lines[3...].joined() }
    let cut = manifest(String(lines[2].prefix(20)) + "\n")
    try resume(cut, makes: 1)
    // the next line follows in the same line of the file
    for length in [300, lines[2].count - 1] { try resume(manifest(String(lines[2].prefix(length))), makes: 2) }
    // the first line is recognized if it begins with the members that every line has
    try #require(lines[0].prefix(200).contains(#"", "sha256": ""#))
    try resume(String(lines[0].prefix(200)) + "\n" + lines[1...].joined(), makes: 1)
    let foreign = #"{"output": "precious", "data": [1]"#
    folder.make("made.jsonl", Array(foreign.utf8))
    try batch("--manifest", "made.jsonl", "--skip-existing").expectComplaint("line 1: not a line of a manifest")
    #expect(folder.text("made.jsonl") == foreign)
    folder.make("cut.jsonl", Array(cut.utf8))
    try ToolRun("verify", "cut.jsonl", in: folder).expectComplaint("cut.jsonl: line 3 is incomplete", "--skip-existing")
  }

  /// The report of a batch is printed although its manifest cannot be written, and the next batch completes the
  /// manifest.
  @Test func manifestsBeyondThePermittedSizeAreCompleted() throws {
    let lines = (0..<30).map { #"{"song": "songs/0.mid", "output": "audio/\#($0).wav", "to": 0.1}"# }
    folder.make("list.jsonl", Array(lines.joined(separator: "\n").utf8))
    let options =
      "bounce --batch list.jsonl --bank tiny.sf2 --rate 8000 --depth 16 --tail 0 --no-metadata --manifest made.jsonl"
    // the report goes through a pipe, whose reader has no limit
    let command = "(ulimit -f 8; exec \"$0\" \(options) --json) | cat >report.jsonl"
    let run = try ChildProcess(
      "/bin/sh", ["-c", command, ToolRun.program], errors: folder.make("errors", []), folder: folder.path)
    _ = run.wait()
    let errors = folder.text("errors")
    #expect(errors.contains("tactus: made.jsonl: the file is larger than this disk or process allows"), "\(errors)")
    let report = folder.text("report.jsonl").split(separator: "\n")
    #expect(report.count == 31 && report.last?.hasPrefix(#"{"kind": "batch""#) == true, "\(report)")
    let resumed = try ToolRun(options.split(separator: " ").map(String.init) + ["--skip-existing"], in: folder)
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(folder.text("made.jsonl").split(separator: "\n").count == 30)
    #expect(try ToolRun("verify", "made.jsonl", in: folder).status == 0)
  }

  /// A file of notes that has changed, such as an incomplete copy, is written again.
  @Test func changedNotesAreWrittenAgain() throws {
    #expect(try batch("--manifest", "made.jsonl", "--notes", ".notes").status == 0)
    let notes = folder.bytes("audio/2.notes")
    folder.make("audio/2.notes", Array(notes.dropLast(10)))
    let run = try batch("--manifest", "made.jsonl", "--notes", ".notes", "--skip-existing")
    #expect(run.status == 0 && run.output.contains("7 there already"), "\(run.output)\(run.errors)")
    #expect(folder.bytes("audio/2.notes") == notes)
    #expect(try ToolRun("verify", "made.jsonl", in: folder).status == 0)
  }

  /// `tactus verify --render` bounces a song with the bank in its file on top of the other banks.
  @Test func songsWithBanksOfTheirOwnAreBouncedAgain() throws {
    try folder.make("own.rmi", Sample.withBank(Sample.playableSong))
    folder.make("list.jsonl", Array(#"{"song": "own.rmi", "output": "own.wav"}"#.utf8))
    let run = try ToolRun(
      ["bounce", "--batch", "list.jsonl", "--rate", "8000", "--tail", "0.2", "--manifest", "own.jsonl"], in: folder,
      environment: ["TACTUS_BANK": "built-in"])
    #expect(run.status == 0 && folder.text("own.jsonl").contains(#""file": "own.rmi""#), "\(run.errors)")
    let verified = try ToolRun("verify", "own.jsonl", "--render", in: folder)
    #expect(verified.status == 0, "\(verified.errors)")
    #expect(verified.output == "1 audio file: as the manifest says, also bounced again\n")
  }

  /// Batches remove the temporary files that killed processes left in their folders, and nothing else.
  @Test func batchesRemoveOldTemporaryFiles() throws {
    try folder.make("songs/0.mid", song(0, seconds: 1).written())
    try FileManager.default.createDirectory(atPath: folder["audio"], withIntermediateDirectories: true)
    let left = [".tactus-1a.part", "audio/.tactus-1a.part", "audio/.tactus-2b.part"]
    for name in left {
      folder.make(name, Array("abandoned".utf8))
      try makeOld(folder[name])
    }
    let others = ["audio/tactus-1a.part", "audio/.tactus-1a.wav", "songs/.tactus-1a.part"]
    for name in others {
      folder.make(name, Array("mine".utf8))
      try makeOld(folder[name])
    }
    let run = try batch("--manifest", "made.jsonl", "--shard", "1/\(count)")
    #expect(run.status == 0, "\(run.errors)")
    for name in left { #expect(!FileManager.default.fileExists(atPath: folder[name]), "\(name)") }
    for name in others { #expect(folder.text(name) == "mine") }
  }
}
