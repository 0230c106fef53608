import Testing

/// `tactus studio` until its server starts.
@Suite struct StudioCommandTests {
  private func page(in folder: TemporaryFolder) throws -> String {
    for name in ["Studio", "Engine"] { try folder.makeFolder("site/" + name) }
    folder.make("site/Studio/index.html", [])
    folder.make("site/Engine/tactus.wasm", [])
    return folder["site"]
  }

  @Test func whatIsMissingIsNamed() throws {
    let folder = try TemporaryFolder()
    let site = try page(in: folder)
    try ToolRun("studio", "none.mid", "--site", site, in: folder).expectComplaint("none.mid", "no such file or folder")
    try ToolRun("studio", "--bank", "none.sf2", "--site", site, in: folder).expectComplaint("none.sf2", "no such file")
    try ToolRun("studio", "--site", "none", in: folder).expectComplaint("none", "not the studio's page")
    try ToolRun("studio", "--bank", "built-in", "--site", site, in: folder).expectComplaint("has the built-in bank")
    folder.make("no.sf2", Array("This is no bank.".utf8))
    try ToolRun("studio", "--bank", "no.sf2", "--site", site, in: folder).expectComplaint("no.sf2")
  }

  @Test func portsAreChecked() throws {
    try ToolRun("studio", "--port", "0").expectComplaint("--port 0", status: 2)
    try ToolRun("studio", "--port", "70000").expectComplaint("port", status: 2)
  }
}
