import Foundation
import TactusFiles
import TactusMIDI
import TestSupport
import Testing

/// Tests of `tactus bounce --manifest`, of `--notes` with several songs, and of `tactus verify`.
@Suite struct ManifestTests {
  let folder: TemporaryFolder
  private let bank: String
  let count = 8

  init() throws {
    folder = try TemporaryFolder()
    bank = try folder.make("tiny.sf2", Sample.bankBytes)
    try FileManager.default.createDirectory(atPath: folder["songs"], withIntermediateDirectories: true)
    for number in 0..<count { try folder.make("songs/\(number).mid", song(number).written()) }
    list((0..<count).map { #"{"song": "songs/\#($0).mid", "output": "audio/\#($0).wav"}"# })
  }

  func song(_ number: Int, seconds: Int = 1) -> MIDIFile {
    var track = MIDIFile.Track()
    track.append(ChannelMessage(status: 0xC0, 5), at: 0)
    for beat in 0..<Int64(2 * seconds) {
      track.append(ChannelMessage(status: 0x90, UInt8(40 + 3 * number), 100), at: 96 * beat)
      track.append(ChannelMessage(status: 0x80, UInt8(40 + 3 * number), 0), at: 96 * beat + 90)
    }
    return MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track])
  }

  private func list(_ lines: [String]) { folder.make("list.jsonl", Array(lines.joined(separator: "\n").utf8)) }

  @discardableResult func batch(_ more: String...) throws -> ToolRun {
    try ToolRun(
      ["bounce", "--batch", "list.jsonl", "--bank", "tiny.sf2", "--rate", "8000", "--tail", "0.2"] + more, in: folder)
  }

  private func verify(_ more: String...) throws -> ToolRun { try ToolRun(["verify", "made.jsonl"] + more, in: folder) }

  private func lines(_ name: String) throws -> [[String: Any]] {
    try folder.text(name).split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func theManifestDoesNotDependOnThreadsOrOrder() throws {
    #expect(try batch("--manifest", "made.jsonl", "--threads", "1", "--notes", ".notes").status == 0)
    let first = folder.text("made.jsonl")
    let shards = try (1...3).map { try batch("--manifest", "made.jsonl", "--shard", "\($0)/3", "--notes", ".notes") }
    #expect(shards.allSatisfy { $0.status == 0 } && folder.text("made.jsonl") == first)
    let made = try lines("made.jsonl")
    #expect(made.map { $0["output"] as? String } == (0..<count).map { "audio/\($0).wav" })
    #expect(made[3]["song"] as? String == "songs/3.mid" && made[3]["notes"] as? String == "audio/3.notes")
    #expect(made[3]["bytes"] as? Int == folder.bytes("audio/3.wav").count && made[3]["noteCount"] as? Int == 2)
    #expect(try verify("--render").output == "8 audio files: as the manifest says, also bounced again\n")
    #expect(!folder.names.contains { $0.hasPrefix(".tactus") })
  }

  /// The channels are among the settings, so that a song is bounced again with them.
  @Test func channelsAreBouncedAgain() throws {
    #expect(try batch("--manifest", "made.jsonl", "--channels", "1-4", "--mute", "2").status == 0)
    let settings = try #require(try lines("made.jsonl")[0]["settings"] as? [String: Any])
    #expect(settings["channels"] as? String == "1-4" && settings["mute"] as? String == "2")
    let again = try batch("--manifest", "made.jsonl", "--channels", "1-4", "--skip-existing")
    #expect(again.status == 0 && !again.output.contains("there already"), "\(again.output)")
    let changed = try #require(try lines("made.jsonl")[0]["settings"] as? [String: Any])
    #expect(changed["mute"] == nil)
    #expect(try verify("--render").status == 0)
  }

  @Test func aSongWithoutNotesHasAnEmptyFileOfNotes() throws {
    let track = MIDIFile.Track()
    try folder.make("songs/0.mid", MIDIFile(division: .ticksPerQuarter(96), tracks: [track]).written())
    let run = try batch("--manifest", "made.jsonl", "--notes", ".notes")
    #expect(run.status == 0, "\(run.errors)")
    #expect(folder.text("audio/0.notes") == "")
    #expect(try verify("--render").status == 0)
    folder.make("audio/0.notes", Array("{}".utf8))
    #expect(try verify().output == "audio/0.notes (notes of audio/0.wav): changed\n")
  }

  @Test func notesOfABatchAreThoseOfTheSongAlone() throws {
    list([
      #"{"song": "songs/0.mid", "output": "audio/0.wav"}"#,
      #"{"song": "songs/1.mid", "output": "audio/1.wav", "notes": "data/1.jsonl"}"#,
      #"{"song": "songs/2.mid", "output": "audio/2.wav", "notes": null}"#,
    ])
    #expect(try batch("--notes", ".notes.jsonl").status == 0)
    for (number, notes) in [(0, "audio/0.notes.jsonl"), (1, "data/1.jsonl"), (2, "audio/2.notes.jsonl")] {
      let run = try ToolRun(
        "bounce", "songs/\(number).mid", "-o", "alone.wav", "--bank", "tiny.sf2", "--rate", "8000", "--tail", "0.2",
        "--notes", ".notes", in: folder)
      #expect(run.status == 0 && folder.text("alone.notes") == folder.text(notes))
    }
    let many = try ToolRun(
      "bounce", "songs/0.mid", "songs/1.mid", "-o", "many/", "--bank", "tiny.sf2", "--notes", ".n",
      in: folder)
    #expect(many.status == 0 && !folder.bytes("many/1.n").isEmpty)
  }

  @Test func differencesAreReported() throws {
    try batch("--manifest", "made.jsonl", "--notes", ".notes")
    #expect(try verify().status == 0)
    var audio = folder.bytes("audio/1.wav")
    audio[audio.count - 5] ^= 1
    folder.make("audio/1.wav", audio)
    try FileManager.default.removeItem(atPath: folder["audio/2.notes"])
    folder.make("songs/3.mid", try song(4).written())
    let run = try verify()
    #expect(run.status == 1 && run.errors == "tactus: 3 of 8 audio files differ from the manifest\n")
    #expect(
      run.output == """
        audio/1.wav: changed
        audio/2.notes (notes of audio/2.wav): missing
        songs/3.mid (song of audio/3.wav): changed

        """)
    let again = try verify("--render")
    #expect(again.output.contains("audio/3.wav: bounced again, it has other bytes\n"))
    folder.make("tiny.sf2", Array(folder.bytes("tiny.sf2") + [0, 0]))
    #expect(try verify("--json").output.split(separator: "\n").count == 3 + 8 + 1)
  }

  /// A shard without songs writes an empty manifest, which does not confirm anything.
  @Test func emptyManifestsConfirmNothing() throws {
    #expect(try batch("--manifest", "made.jsonl", "--shard", "9/9").status == 0)
    try #require(folder.names.contains("made.jsonl") && folder.bytes("made.jsonl").isEmpty)
    for options in [[], ["--json"], ["--quiet"], ["--render"]] {
      try ToolRun(["verify", "made.jsonl"] + options, in: folder).expectComplaint(
        "made.jsonl: no audio file is described, so nothing was compared")
    }
    try ToolRun("verify", "made.jsonl", "made.jsonl", in: folder).expectComplaint("no audio file is described")
    try batch("--manifest", "full.jsonl")
    // the empty one may be that of a shard without songs
    #expect(try ToolRun("verify", "made.jsonl", "full.jsonl", in: folder).status == 0)
    try ToolRun("verify", "songs", in: folder).expectComplaint("songs: not a regular file", "name another file")
  }

  /// A song is bounced again if the manifest lacks it, or if its file, its bank or a setting has changed.
  @Test func resumingMakesTheManifestComplete() throws {
    try batch("--manifest", "made.jsonl")
    let whole = folder.text("made.jsonl")
    func resume(_ more: String...) throws -> String {
      let run = try ToolRun(
        ["bounce", "--batch", "list.jsonl", "--bank", "tiny.sf2", "--rate", "8000", "--tail", "0.2", "--skip-existing"]
          + ["--manifest", "made.jsonl"] + more, in: folder)
      #expect(run.status == 0, "\(run.errors)")
      return String(run.output.split(separator: "\n").last ?? "")
    }
    #expect(try resume().contains("8 there already"))
    folder.make("made.jsonl", Array(whole.prefix(whole.count / 2).utf8))  // ends within a line
    #expect(try resume().contains("there already") && folder.text("made.jsonl") == whole)
    try FileManager.default.removeItem(atPath: folder["made.jsonl"])
    #expect(try !resume().contains("there already") && folder.text("made.jsonl") == whole)
    folder.make("songs/5.mid", try song(6).written())
    #expect(try resume().contains("7 there already") && verify("--render").status == 0)
    #expect(try !resume("--no-reverb").contains("there already"))
  }

  @Test func oneSongAndTheDemo() throws {
    let run = try ToolRun(
      "bounce", "songs/0.mid", "-o", "a.wav", "--bank", "tiny.sf2", "--manifest", "made.jsonl", in: folder)
    #expect(run.status == 0)
    let demo = try ToolRun(
      "bounce", "-o", "demo.wav", "--bank", "tiny.sf2", "--manifest", "made.jsonl", in: folder)
    #expect(demo.status == 0)
    #expect(try lines("made.jsonl").map { $0["song"] as? String } == ["songs/0.mid", "demo"])
    #expect(try verify().status == 0)
    // elsewhere, with its folder
    let moved = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: folder.path, toPath: moved["moved"])
    #expect(try ToolRun("verify", "moved/made.jsonl", in: moved).status == 0)
  }

  @Test func mistakes() throws {
    try ToolRun("verify", in: folder).expectComplaint("<file>", status: 2)
    try ToolRun("verify", "none.jsonl", in: folder).expectComplaint("none.jsonl", "no such file")
    folder.make("bad.jsonl", Array("{\"output\": \"a.wav\"}\n{}".utf8))
    try ToolRun("verify", "bad.jsonl", in: folder).expectComplaint("bad.jsonl: line 1", "manifest")
    try ToolRun("verify", "songs/0.mid", in: folder).expectComplaint("songs/0.mid: line 1", "manifest")
    let song = folder.bytes("songs/0.mid")
    try batch("--manifest", "songs/0.mid").expectComplaint("songs/0.mid")
    #expect(folder.text("songs/0.mid") == String(decoding: song, as: UTF8.self))
    for manifest in ["new.wav", "new.notes"] {
      try ToolRun(
        "bounce", "songs/0.mid", "-o", "new.wav", "--notes", ".notes", "--bank", "tiny.sf2", "--manifest", manifest,
        in: folder
      ).expectComplaint(manifest, "manifest")
      try ToolRun(
        "bounce", "songs/0.mid", "songs/1.mid", "-o", "./", "--notes", ".notes", "--bank", "tiny.sf2", "--manifest",
        manifest.replacingOccurrences(of: "new", with: "1"), in: folder
      ).expectComplaint("manifest")
    }
    try batch("--manifest", "-").expectComplaint("--manifest", status: 2)
    try batch("--manifest", "audio/3.wav").expectComplaint("line 4", "audio/3.wav", "manifest")
    #expect(!folder.names.contains("audio") && !folder.names.contains("new.wav"))
    try batch("--notes", "notes.jsonl").expectComplaint("--notes .notes.jsonl", status: 2)
    try ToolRun("bounce", "songs/0.mid", "-o", "-", "--manifest", "m", in: folder).expectComplaint(
      "manifest", status: 2)
    list([#"{"song": "songs/0.mid", "output": "a.wav", "notes": "a.wav"}"#])
    try batch().expectComplaint("line 1", "a.wav")
    list([#"{"song": "songs/0.mid", "output": "a.wav", "notes": "songs/0.mid"}"#])
    try batch().expectComplaint("line 1", "songs/0.mid")
  }

  /// No output replaces a song, a bank, the list, the manifest or another output.
  @Test func nothingOfTheUsersIsReplaced() throws {
    let (song, list) = (folder.text("songs/0.mid"), folder.text("list.jsonl"))
    let bank = folder.bytes("tiny.sf2").count
    folder.make("foreign.json", Array(#"{"output": "precious", "data": [1]}"#.utf8))
    folder.make("half.json", Array("{".utf8))
    func several(_ more: String...) throws -> ToolRun {
      try ToolRun(["bounce", "songs/0.mid", "songs/1.mid", "--bank", "tiny.sf2", "--rate", "8000"] + more, in: folder)
    }
    try several("-o", "songs/", "--notes", ".mid").expectComplaint("songs/0.mid", "one of the songs")
    try several("-o", "new/", "--notes", ".wav").expectComplaint("new/0.wav", "another output")
    for manifest in ["foreign.json", "half.json", "list.jsonl"] {
      try several("-o", "./", "--manifest", manifest).expectComplaint("\(manifest): line 1", "manifest")
    }
    for (arguments, word) in [
      (["-o", "tiny.sf2", "--format", "wav"], "tiny.sf2"), (["-o", "a.wav", "--notes", "tiny.sf2"], "tiny.sf2"),
    ] {
      try ToolRun(["bounce", "songs/0.mid", "--bank", "tiny.sf2"] + arguments, in: folder)
        .expectComplaint(word, "bank")
    }
    self.list([#"{"song": "songs/0.mid", "output": "list.jsonl", "format": "wav"}"#])
    try batch().expectComplaint("line 1", "list.jsonl", "the list")
    folder.make("list.jsonl", Array(list.utf8))
    #expect(folder.text("songs/0.mid") == song && folder.bytes("tiny.sf2").count == bank)
    #expect(folder.text("foreign.json") == #"{"output": "precious", "data": [1]}"# && folder.text("half.json") == "{")
  }

  /// The settings in a manifest cannot make `verify` write anything except temporary files.
  @Test func verifyingWritesNothing() throws {
    try batch("--manifest", "made.jsonl")
    let text = folder.text("made.jsonl").replacingOccurrences(
      of: #""settings": {"#, with: #""settings": {"notes": "victim.txt", "#)
    folder.make("made.jsonl", Array(text.utf8))
    folder.make("victim.txt", Array("precious".utf8))
    let run = try verify("--render")
    #expect(run.status == 1 && run.output.contains("does not know the setting \"notes\""))
    #expect(folder.text("victim.txt") == "precious")
  }

  /// A removed chain, and newly requested notes, are reasons to bounce again.
  @Test func resumingLooksAtAllInputs() throws {
    folder.make("chain.json", Array(#"{"effects": [{"effect": "transpose", "semitones": 5}]}"#.utf8))
    let chained = try batch("--manifest", "made.jsonl", "--chain", "chain.json")
    #expect(chained.status == 0, "\(chained.errors)")
    let plain = try batch("--manifest", "made.jsonl", "--skip-existing")
    #expect(!plain.output.contains("there already") && !folder.text("made.jsonl").contains("chain"))
    for number in 0..<count { folder.make("audio/\(number).n", Array("stale".utf8)) }
    #expect(try !batch("--manifest", "made.jsonl", "--skip-existing", "--notes", ".n").output.contains("there already"))
    #expect(
      try batch("--manifest", "made.jsonl", "--skip-existing", "--notes", ".n").output.contains("8 there already"))
    #expect(try verify("--render").status == 0)
  }

  /// Two names that look the same but have different bytes, such as é in one code point or in two, name two files.
  @Test func namesAreBytes() throws {
    let names = ["caf\u{E9}", "cafe\u{301}"]
    folder.make("\(names[0]).sf2", folder.bytes("tiny.sf2"))
    folder.make("\(names[1]).sf2", folder.bytes("tiny.sf2") + [])
    try folder.make("\(names[0]).mid", song(1).written())
    try folder.make("\(names[1]).mid", song(5).written())
    list(names.map { #"{"song": "\#($0).mid", "output": "\#($0).wav", "bank": "\#($0).sf2"}"# })
    #expect(try batch("--manifest", "made.jsonl").status == 0)
    #expect(try lines("made.jsonl").count == 2 && verify("--render").status == 0)
    list(names.map { #"{"song": "songs/1.mid", "output": "\#($0)/same.wav"}"# })
    #expect(try batch().status == 0)
  }

  /// Swift joins "/" and a combining character after it into one `Character`; folders must end at this "/" too.
  @Test func namesMayBeginWithCombiningCharacters() throws {
    try FileManager.default.createDirectory(atPath: folder["songs/\u{301}deep"], withIntermediateDirectories: true)
    try folder.make("songs/\u{301}deep/\u{308}.mid", song(2).written())
    folder.make("\u{301}bank.sf2", folder.bytes("tiny.sf2"))
    let (song, output, bank) = ("songs/\u{301}deep/\u{308}.mid", "new/\u{301}made/\u{308}.wav", "./\u{301}bank.sf2")
    list([#"{"song": "\#(song)", "output": "\#(output)", "bank": "\#(bank)"}"#])
    let run = try batch("--manifest", "made.jsonl", "--notes", ".notes")
    #expect(run.status == 0, "\(run.errors)")
    #expect(folder.bytes("new/\u{301}made/\u{308}.wav").count > 1_000)
    #expect(folder.text("new/\u{301}made/\u{308}.notes").contains("onset"))
    #expect(try verify("--render").status == 0)
  }

  @Test func filesBeyondThePermittedSizeAreAnError() throws {
    let command = "ulimit -f 8; exec \"$0\" bounce songs/0.mid -o out.wav --bank tiny.sf2"
    let run = try ChildProcess(
      "/bin/sh", ["-c", command, ToolRun.program], errors: folder.make("errors", []), folder: folder.path)
    #expect(run.wait() == 1)
    #expect(folder.text("errors").contains("larger than this disk or process allows"), "\(folder.text("errors"))")
    #expect(!folder.names.contains("out.wav"))
  }
}
