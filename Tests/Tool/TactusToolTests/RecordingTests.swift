import Foundation
import TactusFileAccess
import TactusFiles
import TactusRealtime
import TactusTool
import TestSupport
import Testing

/// `--audio file`: recordings for which the disk has no room.
@Suite struct RecordingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What was recorded before the disk was full stays in the file, and the exit code says that it is not all.
  @Test func whatWasRecordedBeforeTheDiskWasFullIsKept() throws {
    folder.make("song.mid", try Sample.playableSong.written())
    folder.make("tiny.sf2", try Sample.bankBytes)
    folder.make("beat.json", Array(#"{"tracks": [{"pattern": {"steps": "x.x."}}]}"#.utf8))
    let commands = [
      ("take.wav", "play song.mid"), ("live.aiff", "live"), ("beat.caf", "sequence beat.json --live"),
    ]
    for (name, words) in commands {
      // half a second at most, whether the shell counts in 512 or in 1,024 bytes
      let command =
        "ulimit -f 200; exec \"$0\" \(words) --bank tiny.sf2 --no-reverb --audio file --device \(name)"
      let run = try ChildProcess(
        "/bin/sh", ["-c", command, ToolRun.program], errors: folder.make("errors", []), folder: folder.path)
      #expect(run.wait(atMost: 300) == 1, "\(name)")
      let errors = folder.text("errors")
      #expect(errors.contains("\(name): the file is larger than this disk or process allows"), "\(errors)")
      #expect(errors.contains("what was recorded before is kept"), "\(errors)")
      let bytes = folder.bytes(name)
      #expect(bytes.count > 60_000 && bytes.count <= 204_800, "\(name): \(bytes.count)")
      let reader = try AudioFileReader(FileBytes(copying: bytes, name: name))
      let sizes = (reader.channelCount, reader.frameCount * 8)
      #expect(sizes.0 == 2 && (0...8_192).contains(bytes.count - sizes.1), "\(name): \(sizes), \(bytes.count)")
    }
  }

  /// A take that cannot be written is an error, also with --quiet: what was played is lost. It is printed once.
  @Test(
    arguments: ["live", "live --quiet", "play long.mid --max-length 99999", "play long.mid --max-length 99999 --quiet"])
  func aTakeThatCannotBeWrittenIsAnError(command: String) throws {
    folder.make("tiny.sf2", try Sample.bankBytes)
    folder.make("long.mid", try Sample.longSong.written())
    let (takes, keys) = (folder.path + "/takes", folder.path + "/keys")
    #expect(mkdir(takes, 0o700) == 0 && mkfifo(keys, 0o600) == 0)
    let run = try ChildProcess(
      ToolRun.program,
      command.split(separator: " ").map(String.init) + [
        "--bank", "tiny.sf2", "--no-reverb", "--audio", "file", "--device", "a.wav", "--midi", keys,
        "--record", "takes/take.mid",
      ], errors: folder.make("errors", []), folder: folder.path)
    #expect(eventually { size >= 100_000 })
    #expect(rmdir(takes) == 0)
    let writer = try #require(FileHandle(forWritingAtPath: keys))
    writer.write(Data([0x90, 60, 100, 0x80, 60, 64]))
    // two seconds
    let later = size + 768_000
    #expect(eventually { size >= later })
    run.interrupt()
    #expect(run.wait(atMost: 300) == 1)
    let lines = folder.text("errors").split(separator: "\n")
    #expect(lines.filter { $0.contains("take.mid: its folder does not exist") }.count == 1, "\(lines)")
  }

  /// The number of bytes of a.wav.
  private var size: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder["a.wav"])
    return attributes?[.size] as? Int ?? 0
  }

  /// A file that cannot be completed is an error, and is not deleted.
  @Test func aFailureAtTheEndIsReported() throws {
    final class Failing: AudioWriting {
      func write(_ block: AudioBlock) throws {}
      func finish() throws -> AudioFileWriter.Summary { throw FileError.diskIsFull(path: "take.flac") }
    }
    let file = try RecordingFile(folder.make("take.flac", []))
    try file.append([1, 2, 3])
    let recording = FileRecording(Failing(), to: file, bytesPerFrame: 0)
    let words = try #require(recording.finish())
    #expect(words.contains("take.flac: the disk is full") && words.contains("is kept"))
    #expect(folder.bytes("take.flac") == [1, 2, 3])
    #expect(recording.finish() == nil, "it is reported once")
  }

  /// An error after which no byte may follow, because a part is missing.
  @Test func nothingFollowsAGap() throws {
    let file = try RecordingFile(folder.make("take.wav", []))
    try file.append([UInt8](repeating: 1, count: 100))
    try file.reserve(50)
    try file.patch(at: 10, [2])
    try file.finish()
    #expect(folder.bytes("take.wav").count == 100 && folder.bytes("take.wav")[10] == 2)
    #expect(throws: FileError.self) { try file.append([3]) }
    #expect(throws: FileError.self) { try file.append([4]) }
    #expect(folder.bytes("take.wav").count == 100)
    #expect(throws: FileError.self) { try RecordingFile("/nowhere/take.wav") }
  }
}
