import Foundation
import Testing

/// For any failure of a bounce: one clear line, an exit status, and no lost files.
@Suite struct BounceFailureTests {
  private let folder: TemporaryFolder
  private let song: String
  private let bank: String
  private static let older = Array("an older file".utf8)

  init() throws {
    folder = try TemporaryFolder()
    song = try folder.make("song.mid", Sample.playableSong.written())
    bank = try folder.make("tiny.sf2", Sample.bankBytes)
    folder.make("out.wav", Self.older)
  }

  private func bounce(_ song: String, _ bank: String, to output: String? = nil, _ more: String...) throws -> ToolRun {
    try ToolRun(["bounce", song, "-o", output ?? folder["out.wav"], "--bank", bank, "--rate", "8000"] + more)
  }

  /// The older file is unchanged, and there is no new file.
  private func expectNothingLost(at location: SourceLocation = #_sourceLocation) {
    // Compared as a Bool, because computing the difference of two long arrays takes hours.
    let isTheOlder = folder.bytes("out.wav") == Self.older
    #expect(isTheOlder, sourceLocation: location)
    #expect(!folder.names.contains { $0.hasPrefix(".") }, sourceLocation: location)
  }

  @Test func wrongSongs() throws {
    try bounce(folder["none.mid"], bank).expectComplaint("none.mid: no such file")
    try bounce(folder.path, bank).expectComplaint("out.wav: several songs need a folder")
    try bounce(folder.make("empty.mid", []), bank).expectComplaint("empty.mid: the file is empty")
    try bounce(folder.make("picture.mid", Sample.picture), bank).expectComplaint("picture.mid: a PNG picture")
    try bounce(bank, bank).expectComplaint("tiny.sf2: a sound bank, not a song", "--bank")
    expectNothingLost()
  }

  /// What remains of a song that was cut off within or after its header is no song. A song without notes is one.
  @Test func songsWithoutTracks() throws {
    let header = Array("MThd".utf8) + [0, 0, 0, 6, 0, 1, 0, 1, 0, 96]
    for count in [8, 10, header.count] {
      let path = folder.make("cut.mid", Array(header.prefix(count)))
      try bounce(path, bank).expectComplaint("cut.mid: the file contains no track")
      try ToolRun("play", path, "--audio", "file", "--device", folder["x.wav"]).expectComplaint("contains no track")
    }
    expectNothingLost()
    #expect(!folder.names.contains("x.wav"))
    let silent = header + Array("MTrk".utf8) + [0, 0, 0, 5, 0x81, 0x40, 0xFF, 0x2F, 0]
    #expect(try bounce(folder.make("silent.mid", silent), bank).status == 0)
  }

  /// A folder that the bounce created is removed if no file was written to it; a folder that existed before remains.
  @Test func noEmptyFolderIsLeft() throws {
    let wrong = folder.make("wrong.mid", Sample.picture)
    #expect(try bounce(song, folder["none.sf2"], to: folder["new/"]).status == 1)
    #expect(try ToolRun("bounce", wrong, wrong, "-o", folder["new/"], "--bank", bank, "--quiet").status == 1)
    #expect(!folder.names.contains("new"))
    try folder.makeFolder("old")
    #expect(try bounce(song, folder["none.sf2"], to: folder["old/"]).status == 1)
    #expect(folder.names.contains("old"))
    #expect(try ToolRun("bounce", wrong, song, "-o", folder["new/"], "--bank", bank, "--quiet").status == 1)
    #expect(folder.names.contains("new"))
  }

  @Test func wrongBanks() throws {
    try bounce(song, folder["none.sf2"]).expectComplaint("none.sf2: no such file")
    try bounce(song, folder.path).expectComplaint(": is a folder")
    try bounce(song, folder.make("empty.sf2", [])).expectComplaint("empty.sf2: the file is empty")
    try bounce(song, folder.make("picture.sf2", Sample.picture)).expectComplaint("picture.sf2", "PNG picture")
    try bounce(song, song).expectComplaint("song.mid: a MIDI file, not a sound bank")
    try bounce(song, bank + "@99999999").expectComplaint("bank offset")
    expectNothingLost()
  }

  @Test(.enabled(if: hasFullDevice, "this system has no /dev/full")) func fullDisk() throws {
    try bounce(song, bank, to: "/dev/full").expectComplaint("/dev/full: the disk is full; make room")
    let run = try ToolRun(
      ["bounce", song, "-o", "-", "--bank", bank, "--rate", "8000"], output: .file("/dev/full"))
    run.expectComplaint("standard output: the disk is full")
  }

  @Test func unwritablePlaces() throws {
    try bounce(song, bank, to: folder["no/where.wav"]).expectComplaint("where.wav: its folder does not exist")
    // The superuser may write into any folder, but not into that of the kernel's objects.
    var position = "/sys/out.wav"
    if geteuid() != 0 {
      let locked = folder["locked"]
      try FileManager.default.createDirectory(
        atPath: locked, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o555])
      position = locked + "/out.wav"
    } else {
      try #require(FileManager.default.fileExists(atPath: "/sys/kernel"), "as superuser this needs Linux's /sys")
    }
    try bounce(song, bank, to: position).expectComplaint("out.wav: its folder is not writable; choose another folder")
  }

  @Test func theSongIsNotReplaced() throws {
    let before = folder.bytes("song.mid")
    try bounce(song, bank, to: song).expectComplaint("unsupported output format '.mid'", status: 2)
    try bounce(song, bank, to: song, "--format", "wav").expectComplaint("would overwrite the song")
    #expect(folder.bytes("song.mid") == before)
  }

  @Test func strictRefusesDefects() throws {
    var bytes = folder.bytes("song.mid")
    bytes[11] = 7  // the header's number of tracks
    let path = folder.make("defect.mid", bytes)
    try bounce(path, bank, to: nil, "--strict").expectComplaint("defect.mid: ", "the header says 7")
    expectNothingLost()
    let lenient = try bounce(path, bank)
    #expect(lenient.status == 0)
    #expect(lenient.errors.contains("defect.mid: 1 defect; `tactus inspect` lists them"))
  }

  @Test func tooLongIsRefused() throws {
    // Forty bytes that claim a century.
    let bytes: [UInt8] = [
      0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0, 1, 0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, 15,
      0, 0xFF, 0x51, 3, 0xFF, 0xFF, 0xFF, 0, 0x90, 60, 100, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0x2F, 0,
    ]
    try bounce(folder.make("century.mid", bytes), bank).expectComplaint("century.mid: ", "--max-length")
    expectNothingLost()
  }

  /// To end the song earlier helps as well, but not where `--to` would end a loop.
  @Test func theEndIsAdvisedForLongSongs() throws {
    let long = try folder.make("long.mid", Sample.longSong.written())
    let advice = "(--max-length), or end the song earlier (--to 10)"
    try bounce(long, bank, to: nil, "--max-length", "10").expectComplaint("more than the maximum of 10 s", advice)
    for more in [["--from", "5"], ["--loops", "2"]] {
      let run = try ToolRun(["bounce", long, "-o", folder["out.wav"], "--bank", bank, "--max-length", "10"] + more)
      run.expectComplaint("(--max-length)")
      #expect(!run.errors.contains("--to"))
    }
    expectNothingLost()
  }

  @Test func settingsOutOfRange() throws {
    for (option, value) in [
      ("--rate", "7999"), ("--polyphony", "0"), ("--gain", "100"), ("--lead-in", "-1"), ("--tail", "-1"),
      ("--max-length", "0"), ("--threads", "-1"), ("--depth", "12"), ("--interpolation", "nearest"),
      ("--format", "mp4"), ("--quality", "superb"), ("--velocity-filter", "2.02"), ("--compression", "2"),
      ("--reverb-level", "24.5"), ("--chorus-level", "-97"),
    ] {
      let run = try ToolRun(["bounce", song, "-o", folder["out.wav"], "--bank", bank, "\(option)=\(value)"])
      run.expectComplaint(status: 2)
    }
    expectNothingLost()
  }

  @Test func usage() throws {
    try bounce(song, bank, to: folder["song.mp4"]).expectComplaint(
      "unsupported output format '.mp4'", ".wav", status: 2)
    try ToolRun("bounce", song, "-o", "-", "--json").expectComplaint("both a file and --json", status: 2)
    try ToolRun("bounce", song, "--bnk", bank).expectComplaint("did you mean '--bank'?", status: 2)
  }

  @Test func interruptionLeavesNothing() throws {
    let path = try folder.make("long.mid", Sample.longSong.written())
    let process = try ChildProcess(
      ToolRun.program,
      ["bounce", path, "-o", folder["out.wav"], "--bank", bank, "--max-length", "999999"]
        + ["--manifest", folder["made.jsonl"]],
      errors: folder.make("errors", []))
    #expect(process.waitForOutput(in: folder[""]))
    process.interrupt()
    #expect(process.wait() == 130)
    #expect(folder.text("errors") == "tactus: stopped; \(folder["out.wav"]) was not written\n")
    #expect(!folder.names.contains("made.jsonl"), "a manifest without lines")
    expectNothingLost()
  }
}
