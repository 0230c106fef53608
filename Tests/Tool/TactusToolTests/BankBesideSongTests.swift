import Foundation
import Testing

/// A bank beside a song that has its name is used as if it were embedded in the song.
@Suite struct BankBesideSongTests {
  private let folder: TemporaryFolder
  private let base = ["--rate", "8000", "--threads", "1", "--tail", "0"]

  init() throws {
    folder = try TemporaryFolder()
    try folder.make("song.mid", Sample.playableSong.written())
    try folder.make("other.mid", Sample.playableSong.written())
  }

  private func bounce(_ song: String, _ more: String..., to output: String) throws -> ToolRun {
    try ToolRun(
      ["bounce", song, "-o", output] + base + more, in: folder, environment: ["TACTUS_BANK": "built-in"])
  }

  @Test(arguments: ["song.sf2", "song.SF2", "song.sf3", "song.SBK", "song.dls"])
  func itIsUsedAndNamed(_ name: String) throws {
    try folder.make(name, Sample.bankBytes)
    let own = try bounce("song.mid", to: "own.wav")
    #expect(own.status == 0 && own.output.contains("\(name) (beside the song)"), "\(own.output) \(own.errors)")
    #expect(try !bounce("other.mid", to: "other.wav").output.contains("beside"))
    #expect(folder.bytes("own.wav") != folder.bytes("other.wav"))
    // a bank that is asked for is used alone
    #expect(try !bounce("song.mid", "--bank", "built-in", to: "asked.wav").output.contains("beside"))
    let json = try bounce("song.mid", "--json", to: "own.wav").output
    #expect(json.contains("\"bankReason\": \"beside the song\""), "\(json)")
  }

  @Test func batchesUseIt() throws {
    try folder.make("song.sf2", Sample.bankBytes)
    folder.make("list.jsonl", Array(#"{"song": "song.mid", "output": "a.wav"}"#.utf8))
    let list = try ToolRun(
      ["bounce", "--batch", "list.jsonl"] + base, in: folder, environment: ["TACTUS_BANK": "built-in"])
    #expect(list.status == 0)
    #expect(try bounce("song.mid", to: "b.wav").status == 0)
    let isSame = folder.bytes("a.wav") == folder.bytes("b.wav")
    #expect(isSame)
  }

  /// `tactus sequence` renders a MIDI file with the file's own bank, as `tactus bounce` does.
  @Test func sequencesUseIt() throws {
    try folder.make("song.sf2", Sample.bankBytes)
    func sequence(_ song: String) throws -> ToolRun {
      try ToolRun(
        ["sequence", song, "-o", "s.wav"] + base, in: folder, environment: ["TACTUS_BANK": "built-in"])
    }
    let beside = try sequence("song.mid")
    #expect(beside.output.contains("song.sf2 (beside the song)"), "\(beside.output) \(beside.errors)")
    #expect(try !sequence("other.mid").output.contains("beside"))
    try folder.make("own.rmi", Sample.withBank(Sample.playableSong))
    let own = try sequence("own.rmi")
    #expect(own.output.contains("(the song's own)"), "\(own.output) \(own.errors)")
    let bytes = folder.bytes("s.wav")
    #expect(try bounce("own.rmi", to: "b.wav").status == 0)
    let isSame = folder.bytes("b.wav") == bytes
    #expect(isSame)
  }

  @Test func aDamagedOneIsReported() throws {
    folder.make("song.sf2", Array("RIFFnothing".utf8))
    let run = try bounce("song.mid", to: "a.wav")
    #expect(run.status == 0 && run.errors.contains("the bank beside the song is not used"), "\(run.errors)")
    #expect(!run.output.contains("beside"))
    try folder.makeFolder("other.sf2")
    #expect(try bounce("other.mid", to: "b.wav").errors.contains("beside") == false)
  }
}
