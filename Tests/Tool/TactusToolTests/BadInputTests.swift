import Foundation
import Testing

/// Every wrong input is answered with one clear line and an exit status, and nothing on standard output.
@Suite struct BadInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ["inspect", "events", "sequence"]) func missingFile(command: String) throws {
    try ToolRun(command, folder["nothing.mid"]).expectComplaint("nothing.mid: no such file")
  }

  @Test(arguments: ["inspect", "events", "sequence"]) func folderInsteadOfFile(command: String) throws {
    try ToolRun(command, folder.path).expectComplaint(folder.path + ": is a folder")
  }

  @Test(arguments: ["inspect", "events", "sequence"]) func emptyFile(command: String) throws {
    try ToolRun(command, folder.make("empty.mid", [])).expectComplaint("empty.mid: the file is empty")
  }

  @Test(arguments: ["inspect", "events", "sequence"]) func emptyStandardInput(command: String) throws {
    try ToolRun(command, "-").expectComplaint("standard input: the file is empty")
  }

  @Test(arguments: ["inspect", "events", "sequence"]) func picture(command: String) throws {
    try ToolRun(command, folder.make("song.mid", Sample.picture)).expectComplaint("song.mid: a PNG picture, not a MIDI")
  }

  @Test(arguments: ["inspect", "events", "sequence"]) func text(command: String) throws {
    let path = folder.make("song.mid", Array("Dear reader, this is no song.".utf8))
    try ToolRun(command, path).expectComplaint("song.mid: a text file, not a MIDI")
  }

  @Test func bankWhereASongIsExpected() throws {
    let path = try folder.make("song.mid", Sample.bankBytes)
    try ToolRun("events", path).expectComplaint("song.mid: a sound bank, not a song", "give a MIDI file")
  }

  @Test func damagedBank() throws {
    let bytes = try Sample.bankBytes
    try ToolRun("inspect", folder.make("cut.sf2", Array(bytes.prefix(bytes.count / 2)))).expectComplaint("cut.sf2: ")
  }

  @Test(.enabled(if: hasFullDevice, "this system has no /dev/full"), arguments: ["inspect", "events", "sequence"])
  func fullDisk(command: String) throws {
    let path = try folder.make("song.mid", Sample.songBytes)
    for extra in [[], ["--json"]] {
      let run =
        try extra.isEmpty
        ? ToolRun(command, path, output: .file("/dev/full"))
        : ToolRun(command, path, extra[0], output: .file("/dev/full"))
      run.expectComplaint("standard output: the disk is full; make room or write elsewhere")
    }
  }

  @Test func controlCharactersInNamesDoNotReachTheTerminal() throws {
    let run = try ToolRun("inspect", folder["\u{1B}[2Jgone\n.mid"])
    run.expectComplaint("no such file")
    #expect(!run.errors.contains("\u{1B}"))
  }
}
