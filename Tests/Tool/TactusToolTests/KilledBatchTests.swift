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
