import Foundation
import TactusFiles
import TactusMIDI
import TactusProcessors
import Testing

/// `tactus process` and `tactus bounce --chain`: the files, and the reports.
@Suite struct ProcessTests {
  private let folder: TemporaryFolder
  private let song: String
  private let chain: String

  init() throws {
    folder = try TemporaryFolder()
    song = try folder.make("song.mid", Sample.playableSong.written())
    chain = folder.make("chain.json", Array(#"{"effects": [{"effect": "transpose", "semitones": 12}]}"#.utf8))
  }

  private func keys(_ bytes: [UInt8]) throws -> [UInt8] {
    let song = try MIDIFile(reading: FileBytes(copying: bytes, name: "out.mid"))
    return song.tracks.flatMap(\.events).compactMap(\.channelMessage)
      .filter { $0.status & 0xF0 == 0x90 && $0.data2 > 0 && $0.channel != 9 }.map(\.data1)
  }

  @Test func aSongGoesThroughAChain() throws {
    let run = try ToolRun("process", song, "--chain", chain, "-o", folder["out.mid"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.hasPrefix("\(folder["out.mid"]): "))
    let before = try keys(folder.bytes("song.mid"))
    #expect(!before.isEmpty)
    #expect(try keys(folder.bytes("out.mid")) == before.map { $0 + 12 })
  }

  @Test func standardStreams() throws {
    let run = try ToolRun(
      ["process", "-", "--chain", chain, "-o", "-"], input: folder.bytes("song.mid"),
      output: .file(folder.make("piped.mid", [])))
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    _ = try ToolRun("process", song, "--chain", chain, "-o", folder["out.mid"])
    #expect(folder.bytes("piped.mid") == folder.bytes("out.mid"))
  }

  @Test func theListNamesAllEffects() throws {
    let run = try ToolRun("process", "--list")
    #expect(run.status == 0 && run.errors.isEmpty)
    for effect in EffectGuide.effects { #expect(run.output.contains("\(effect.word) ")) }
  }

  @Test func theListAsJSON() throws {
    let run = try ToolRun("process", "--list", "--json")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let list = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let effects = try #require(list["effects"] as? [[String: Any]])
    #expect(list["kind"] as? String == "effects")
    #expect(effects.map { $0["effect"] as? String } == EffectGuide.effects.map(\.word))
    let members = try #require(effects.first?["members"] as? [[String: Any]])
    #expect(members.map { $0["name"] as? String } == EffectGuide.effects[0].members.map(\.name))
    #expect((list["commonMembers"] as? [[String: Any]])?.count == EffectGuide.common.count)
  }

  @Test func oneEffectIsListed() throws {
    let run = try ToolRun("process", "--list", "echo")
    #expect(run.status == 0 && run.output.hasPrefix("echo ") && run.output.contains("\nevery effect\n"))
    #expect(!run.output.contains("\narpeggiator ") && !run.output.contains("\ntranspose "), "\(run.output)")
    let json = try ToolRun("process", "--list", "echo", "--json")
    let list = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect((list["effects"] as? [[String: Any]])?.map { $0["effect"] as? String } == ["echo"])
    try ToolRun("process", "--list", "ecko").expectComplaint(
      "there is no effect 'ecko'; did you mean 'echo'?", status: 2)
    try ToolRun("process", "--list", "flute-choir").expectComplaint("the effects are filter, ", status: 2)
  }

  @Test func complaints() throws {
    let wrong = folder.make("wrong.json", Array(#"{"effects": [{"effect": "flute"}]}"#.utf8))
    try ToolRun("process", song, "--chain", wrong, "-o", folder["x.mid"])
      .expectComplaint("wrong.json", "effects[0].effect", "\"echo\"")
    try ToolRun("process", chain, "--chain", chain, "-o", folder["x.mid"]).expectComplaint("chain.json")
    try ToolRun("process", song, "--chain", chain, "-o", song).expectComplaint("choose another name")
    try ToolRun("process", song, "--chain", folder["none.json"], "-o", folder["x.mid"]).expectComplaint("none.json")
    #expect(try ToolRun("process", song, "-o", folder["x.mid"]).status == 2)
    #expect(try ToolRun("process", song, "--chain", chain).status == 2)
    #expect(try ToolRun("process", "-", "--chain", "-", "-o", "-").status == 2)
    #expect(try ToolRun("process", song, "--list").status == 2)
    #expect(!folder.names.contains("x.mid"))
  }

  @Test func membersThatNothingIsKnownOfAreNamed() throws {
    let odd = folder.make("odd.json", Array(#"{"effects": [{"effect": "echo", "wet": 3}]}"#.utf8))
    let run = try ToolRun("process", song, "--chain", odd, "-o", folder["out.mid"])
    #expect(run.status == 0 && run.errors.contains("unknown: effects[0].wet"))
    try ToolRun("process", song, "--chain", odd, "-o", folder["x.mid"], "--strict").expectComplaint("effects[0].wet")
  }

  @Test func bouncesGoThroughChains() throws {
    let bank = try folder.make("tiny.sf2", Sample.bankBytes)
    let common = ["--bank", bank, "--rate", "8000", "--no-reverb", "--quiet"]
    #expect(try ToolRun("process", song, "--chain", chain, "-o", folder["out.mid"]).status == 0)
    #expect(try ToolRun(["bounce", song, "--chain", chain, "-o", folder["a.wav"]] + common).status == 0)
    #expect(try ToolRun(["bounce", folder["out.mid"], "-o", folder["b.wav"]] + common).status == 0)
    #expect(try ToolRun(["bounce", song, "-o", folder["c.wav"]] + common).status == 0)
    let (a, b, c) = (folder.bytes("a.wav"), folder.bytes("b.wav"), folder.bytes("c.wav"))
    #expect(a == b && a != c)
    let run = try ToolRun(["bounce", song, "--chain", chain, "--stems", "tracks", "-o", folder["s.wav"]] + common)
    #expect(run.status != 0 && run.errors.contains("split by channels"))
  }

  @Test func json() throws {
    let run = try ToolRun("process", song, "--chain", chain, "-o", folder["out.mid"], "--json")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(object["kind"] as? String == "process" && object["song"] as? String == song)
    #expect(object["file"] as? String == folder["out.mid"])
    #expect(object["bytes"] as? Int == folder.bytes("out.mid").count)
    #expect(object["trackCount"] as? Int == 1 && object["noteCount"] as? Int == 3)
    #expect(object["droppedEvents"] as? Int == 0 && (object["remarks"] as? [Any])?.isEmpty == true)
    try ToolRun("process", song, "--chain", chain, "-o", "-", "--json").expectComplaint("both a file and", status: 2)
  }

  /// A defect of the song may be missing from the new file, so it is mentioned, as by `tactus bounce`.
  @Test func defectsAreMentioned() throws {
    let cut = folder.make("cut.mid", Array(folder.bytes("song.mid").dropLast(6)))
    let run = try ToolRun("process", cut, "--chain", chain, "-o", folder["out.mid"])
    #expect(run.status == 0 && run.errorLines.count == 1, "\(run.errors)")
    #expect(run.errors.contains("cut.mid: ") && run.errors.contains("; `tactus inspect` lists them"))
    let quiet = try ToolRun("process", cut, "--chain", chain, "-o", folder["out.mid"], "--quiet")
    #expect(quiet.status == 0 && quiet.errors.isEmpty)
    let json = try ToolRun("process", cut, "--chain", chain, "-o", folder["out.mid"], "--json")
    #expect(json.errors.isEmpty && json.output.contains("`tactus inspect` lists them"))
    try ToolRun("process", cut, "--chain", chain, "-o", folder["x.mid"], "--strict")
      .expectComplaint("cut.mid: ", "; leave out --strict to accept it")
  }

  @Test func audioIsNotWritten() throws {
    for name in ["out.wav", "out.FLAC", "out.json"] {
      try ToolRun("process", song, "--chain", chain, "-o", folder[name])
        .expectComplaint("for audio use tactus bounce --chain", status: 2)
      #expect(!folder.has(name))
    }
  }
}
