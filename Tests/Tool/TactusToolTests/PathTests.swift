import TactusFiles
import TestSupport
import Testing

/// File names: bytes that are not UTF-8, dashes, folders, banks given only by name.
@Suite("Names of files") struct PathTests {
  /// In Latin-1 and in Shift-JIS.
  static let names = [[0x63, 0x61, 0x66, 0xE9], [0x83, 0x66, 0x83, 0x82]].map { FileName.text(of: $0) }

  #if !canImport(Darwin)  // where names are UTF-8
    @Test("that are no UTF-8 are opened and written", arguments: names) func bytes(name: String) throws {
      let folder = try TemporaryFolder()
      folder.makeFile("\(name).mid", try Sample.playableSong.written())
      folder.makeFile("\(name).sf2", try Sample.bankBytes)
      let bounce = try ToolRun("bounce", "\(name).mid", "--bank", "\(name).sf2@0", "--depth", "16", in: folder)
      #expect(bounce.status == 0 && bounce.errors.isEmpty, "\(bounce.errors)")
      #expect(folder.has("\(name).wav"))
      let escaped = name == Self.names[0] ? #"caf\xE9"# : #"\x83f\x83\x82"#
      #expect(bounce.output.hasPrefix(escaped + ".wav: "), "\(bounce.output)")
      #expect(bounce.output.contains("bank \(escaped).sf2"), "\(bounce.output)")

      let two = try ToolRun(
        "bounce", "\(name).mid", "./\(name).mid", "-o", "\(name)/", "--bank", "built-in", in: folder)
      #expect(two.status == 0, "\(two.errors)")
      #expect(folder.has("\(name)/\(name).wav") && folder.has("\(name)/\(name) 2.wav"))
      let stems = try ToolRun(
        "bounce", "\(name).mid", "-o", "\(name)-stems/", "--stems", "channels", "--bank", "\(name).sf2", in: folder)
      #expect(stems.status == 0, "\(stems.errors)")
      for command in [["inspect"], ["events"], ["chords"], ["sequence"], ["midi"]] {
        #expect(try ToolRun(command + ["\(name).mid"], in: folder).status == 0)
      }
      #expect(try ToolRun("picture", "\(name).mid", "-o", "\(name).svg", in: folder).status == 0)
      #expect(folder.has("\(name).svg"))
      try ToolRun("inspect", "x\(name)", in: folder).expectComplaint("x\(escaped): no such file")
    }

    @Test("that are no UTF-8 in lists, as bytes and as escapes", arguments: names) func lists(name: String) throws {
      let folder = try TemporaryFolder()
      folder.makeFile("\(name).mid", try Sample.playableSong.written())
      folder.makeFile("\(name).sf2", try Sample.bankBytes)
      let escaped = String(JSON.string(name).text.dropFirst().dropLast())
      let line = #"{"song": "NAME.mid", "bank": "NAME.sf2", "output": "NAME.N.wav"}"#
      let raw = FileName.bytes(of: line.replacing("NAME", with: name).replacing(".N.", with: ".1."))
      let text = line.replacing("NAME", with: escaped).replacing(".N.", with: ".2.")
      folder.make("list", raw + [10] + Array(text.utf8))
      let run = try ToolRun("bounce", "--batch", "list", "--json", in: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(folder.has("\(name).1.wav") && folder.has("\(name).2.wav"))
      #expect(run.output.contains(#""file": "\#(escaped).1.wav""#), "\(run.output)")
    }
  #endif

  @Test("that begin with a dash") func dashes() throws {
    let folder = try TemporaryFolder()
    folder.make("-dash.mid", try Sample.playableSong.written())
    folder.make("-bank.sf2", try Sample.bankBytes)
    let run = try ToolRun("bounce", "-dash.mid", "-o", "-made.wav", "--bank", "-bank.sf2", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(folder.names == ["-bank.sf2", "-dash.mid", "-made.wav"])
    // the name is not -o with a value
    let described = try ToolRun(
      "bounce", "-dash.mid", "-o", "-made.wav", "--bank", "-bank.sf2", "--manifest", "-old.jsonl", in: folder)
    #expect(described.status == 0 && folder.has("-old.jsonl"), "\(described.errors)")
    #expect(try ToolRun("inspect", "-dash.mid", in: folder).status == 0)
    #expect(try ToolRun("inspect", "--", "-dash.mid", in: folder).status == 0)
    try ToolRun("inspect", "-dahs.mid", in: folder).expectComplaint("./-dahs.mid: no such file")
  }

  @Test("of folders, for one song as for two") func folders() throws {
    let folder = try TemporaryFolder()
    folder.make("song.mid", try Sample.playableSong.written())
    for name in ["made", "made.d"] {
      try #require(try ToolRun("bounce", "song.mid", "-o", "\(name)/", "--bank", "built-in", in: folder).status == 0)
      let run = try ToolRun("bounce", "song.mid", "-o", name, "--format", "flac", "--bank", "built-in", in: folder)
      #expect(run.status == 0 && run.output.hasPrefix("\(name)/song.flac: "), "\(run.output)\(run.errors)")
    }
    let plain = try ToolRun("bounce", "song.mid", "-o", "made.d", "--bank", "built-in", in: folder)
    #expect(plain.status == 0 && plain.output.hasPrefix("made.d/song.wav: "), "\(plain.errors)")
  }

  @Test("of banks that are kept elsewhere") func banks() throws {
    let folder = try TemporaryFolder()
    folder.make("song.mid", try Sample.playableSong.written())
    try #require(try ToolRun("bounce", "song.mid", "-o", "kept/", "--bank", "built-in", in: folder).status == 0)
    folder.make("kept/elsewhere.sf2", try Sample.bankBytes)
    let places = ["TACTUS_BANK": folder["kept"]]
    func bounce(_ options: [String]) throws -> ToolRun {
      try ToolRun(["bounce"] + options, in: folder, environment: places)
    }
    let found = try bounce(["song.mid", "-o", "a.wav", "--bank", "elsewhere.sf2"])
    #expect(found.status == 0 && found.output.contains("bank elsewhere.sf2"), "\(found.errors)")
    let moved = try bounce(["song.mid", "-o", "a.wav", "--bank", "elsewhere.sf2@1"])
    #expect(moved.status == 0 && moved.output.contains("bank elsewhere.sf2@1"), "\(moved.errors)")
    // what is here goes before
    folder.make("elsewhere.sf2", [1, 2, 3])
    #expect(try bounce(["song.mid", "-o", "a.wav", "--bank", "elsewhere.sf2"]).status == 1)
    try bounce(["song.mid", "-o", "a.wav", "--bank", "nowhere.sf2"]).expectComplaint(
      "nowhere.sf2: no such file here")
    try bounce(["song.mid", "-o", "a.wav", "--bank", "./nowhere.sf2"]).expectComplaint("./nowhere.sf2: no such file;")
    folder.make("kept/list", Array(#"{"song": "../song.mid", "bank": "elsewhere.sf2@2", "output": "b.wav"}"#.utf8))
    #expect(try bounce(["--batch", "kept/list"]).status == 0)
  }
}
