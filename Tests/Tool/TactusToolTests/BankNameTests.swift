import Foundation
import TactusFiles
import Testing

/// Names of banks: every option, argument and variable looks them up in the same way.
@Suite struct BankNameTests {
  private let folder: TemporaryFolder
  private let sound = ["--rate", "8000", "--no-reverb"]

  /// A song in the working folder, and a bank in the user's SoundFont folder.
  init() throws {
    folder = try TemporaryFolder()
    try folder.make("song.mid", Sample.playableSong.written())
    try folder.makeFolder("data/soundfonts")
    try folder.make("data/soundfonts/kept.sf2", Sample.bankBytes)
  }

  private func run(_ arguments: [String], bank variable: String? = nil) throws -> ToolRun {
    var environment = ["XDG_DATA_HOME": folder["data"]]
    environment["TACTUS_BANK"] = variable
    return try ToolRun(arguments, in: folder, environment: environment)
  }

  private func bounce(_ more: [String] = [], bank variable: String? = nil) throws -> ToolRun {
    try run(["bounce", "song.mid", "-o", "a.wav"] + sound + more, bank: variable)
  }

  /// Each way to name a bank.
  private func uses(of name: String) throws -> [ToolRun] {
    [
      try bounce(["--bank", name]), try bounce(bank: name), try run(["inspect", name]),
      try run(["picture", name, "-o", "x.svg"]),
    ]
  }

  @Test func bareNamesAreFoundInTheFolders() throws {
    for run in try uses(of: "kept.sf2") { #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)") }
    #expect(try bounce(bank: "kept.sf2").output.contains("(kept.sf2, TACTUS_BANK)"))
    #expect(try run(["inspect", "kept.sf2"]).output.hasPrefix(folder["data/soundfonts/kept.sf2"] + ": SoundFont bank"))
  }

  @Test func filesHereGoFirst() throws {
    folder.make("kept.sf2", Sample.picture)
    for run in try uses(of: "kept.sf2") {
      #expect(run.status == 1 && run.errors.contains("kept.sf2: "), "\(run.errors)")
      #expect(run.errors.contains("a PNG picture"), "\(run.errors)")
    }
  }

  @Test func unknownNamesAreRefused() throws {
    for run in try uses(of: "nowhere.sf2") {
      run.expectComplaint("nowhere.sf2: no such file here or in the SoundFont folders; check the name")
    }
    for run in try uses(of: "./kept.sf2") { run.expectComplaint("./kept.sf2: no such file; check the path") }
    // a name that is not a bank's
    try run(["inspect", "nowhere.mid"]).expectComplaint("nowhere.mid: no such file; check the path")
    #expect(!folder.names.contains("a.wav"))
  }

  /// The variable names the bank that is used, or there is none.
  @Test func aVariableThatNamesNothingIsAnError() throws {
    try bounce(bank: "nowhere.sf2").expectComplaint("tactus: TACTUS_BANK: nowhere.sf2: no such file here")
    let none = folder["none.sf2"]
    try bounce(["--quiet"], bank: none).expectComplaint("TACTUS_BANK: \(none): no such file; check the path")
    try bounce(bank: "a.sf2:b.sf2:c.sf2").expectComplaint("TACTUS_BANK: a.sf2: ", "; b.sf2: ", "; and 1 more")
    try bounce(bank: "song.mid").expectComplaint("TACTUS_BANK: song.mid: a MIDI file, not a sound bank")
    try folder.makeFolder("empty")
    try bounce(bank: "empty").expectComplaint("TACTUS_BANK: empty/*.sf2: no such file")
    #expect(!folder.names.contains("a.wav"))
    folder.make("list", Array(#"{"song": "song.mid", "output": "a.wav"}"#.utf8))
    try run(["bounce", "--batch", "list"], bank: "nowhere.sf2").expectComplaint("tactus: TACTUS_BANK: nowhere.sf2: ")
    try run(["bounce", "song.mid", "song.mid", "-o", "out/"], bank: "nowhere.sf2").expectComplaint(
      "tactus: TACTUS_BANK: nowhere.sf2: ")
    #expect(!folder.names.contains("out"))
    // a bank that is asked for does not need the variable
    #expect(try bounce(["--bank", "built-in"], bank: "nowhere.sf2").status == 0)
  }

  /// Of several entries, the first that can be used plays; those before it are named.
  @Test func entriesOfTheVariableAreTriedInTurn() throws {
    let second = try bounce(bank: "nowhere.sf2:song.mid:kept.sf2")
    #expect(second.status == 0 && second.output.contains("(kept.sf2, TACTUS_BANK)"), "\(second.errors)")
    #expect(second.errorLines.count == 2 && second.errors.contains("TACTUS_BANK: nowhere.sf2: "), "\(second.errors)")
    let builtIn = try bounce(["--quiet"], bank: "nowhere.sf2:built-in")
    #expect(builtIn.status == 0 && builtIn.output.isEmpty && builtIn.errorLines.count == 1, "\(builtIn.errors)")
    #expect(builtIn.errors.contains("nowhere.sf2"))
    #expect(try bounce(bank: "data/soundfonts").output.contains("(kept.sf2, TACTUS_BANK)"))
  }

  @Test func picturesDoNotReplaceBanksOfFolders() throws {
    let bank = folder["data/soundfonts/kept.sf2"]
    try run(["picture", "kept.sf2", "-o", bank, "--format", "svg"]).expectComplaint("would overwrite the input")
    #expect(try folder.bytes("data/soundfonts/kept.sf2") == Sample.bankBytes)
  }

  @Test func theStudioNeedsTheBankOfTheVariable() throws {
    for name in ["Studio", "Engine"] { try folder.makeFolder("site/" + name) }
    folder.make("site/Studio/index.html", [])
    folder.make("site/Engine/tactus.wasm", [])
    try run(["studio", "--site", "site"], bank: "nowhere.sf2").expectComplaint("TACTUS_BANK: nowhere.sf2: ")
  }
}
