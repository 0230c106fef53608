import TactusBuiltins
import TactusFiles
import TactusTool
import TestSupport
import Testing

@Suite("tactus export") struct ExportTests {
  @Test("writes the bank and the demo, which are what plays without files") func files() throws {
    let folder = try TemporaryFolder()
    let bank = try ToolRun("export", "built-in", in: folder)
    #expect(bank.status == 0 && bank.output.hasPrefix("built-in.sf2: the built-in bank"), "\(bank.errors)")
    #expect(areEqual(folder.bytes("built-in.sf2"), Builtins.bank.bytes))
    let demo = try ToolRun("export", "demo", "-o", "my.mid", "--json", in: folder)
    #expect(demo.output.contains(#""kind": "export""#) && demo.output.contains(#""file": "my.mid""#))
    #expect(folder.bytes("my.mid") == Builtins.makeDemoSongBytes())
    let stream = try ToolRun("export", "demo", "-o", "-", output: .file(folder.make("stream", [])), in: folder)
    #expect(stream.status == 0 && stream.errors.isEmpty && folder.bytes("stream") == Builtins.makeDemoSongBytes())
    #expect(try ToolRun("export", "demo", "-o", "sub/", "--quiet", in: folder).output.isEmpty)
    #expect(folder.bytes("sub/demo.mid") == Builtins.makeDemoSongBytes())
  }

  @Test("refuses what would surprise") func refusals() throws {
    let folder = try TemporaryFolder()
    folder.make("demo.mid", [1])
    try ToolRun("export", "demo", in: folder).expectComplaint(
      "demo.mid: already exists; to replace it, use -o demo.mid")
    #expect(folder.bytes("demo.mid") == [1])
    try ToolRun("export", "demo", "-o", "x.sf2", in: folder).expectComplaint("demo is written as .mid", status: 2)
    try ToolRun("export", "demos", in: folder).expectComplaint(
      "'demos': expected 'built-in', 'demo', 'demo-piano'", status: 2)
    #expect(try ToolRun("export", "demo-strings", in: folder).status == 0)
    #expect(folder.bytes("demo-strings.mid").prefix(4) == Array("MThd".utf8)[...])
    try ToolRun("export", "demo", "x.mid", in: folder).expectComplaint("did you mean -o x.mid?", status: 2)
  }

  @Test("the demo plays with a bank that is asked for") func demoWithBank() throws {
    let folder = try TemporaryFolder()
    folder.make("tiny.sf2", try Sample.bankBytes)
    let run = try ToolRun("bounce", "--bank", "tiny.sf2", "--to", "1", in: folder)
    #expect(run.status == 0 && run.output.contains("bank tiny.sf2"), "\(run.errors)")
    #expect(folder.names == ["demo.wav", "tiny.sf2"])
  }

  @Test("inspect reports the same of the built-in bank before and after its samples are generated")
  func inspectionWithoutSamples() throws {
    let whole = BankInspection(bank: try SoundFont(Builtins.bank))
    #expect(BankInspection(bank: Builtins.makeOnDemandFont()).json.text == whole.json.text)
  }

  @Test("the built-in bank is inspected and drawn by its name") func builtInByName() throws {
    let folder = try TemporaryFolder()
    let inspection = try ToolRun("inspect", "built-in", in: folder)
    #expect(inspection.status == 0 && inspection.output.contains("SoundFont bank"))
    #expect(try ToolRun("picture", "built-in", "--preset", "0:0", "-o", "piano.svg", in: folder).status == 0)
  }
}
