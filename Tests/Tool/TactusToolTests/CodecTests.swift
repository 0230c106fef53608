import Foundation
import TactusCodecs
import TactusFiles
import TestSupport
import Testing

/// Compressed files and banks on the command line.
@Suite struct CodecTests {
  private static var isThere: Bool { (try? SoundFileLibrary.shared()) != nil }
  private let folder: TemporaryFolder
  private let song: String

  init() throws {
    folder = try TemporaryFolder()
    song = try folder.make("song.mid", Sample.playableSong.written())
    folder.make("tiny.sf2", try Sample.bankBytes)
  }

  private func bounce(_ output: String, _ more: [String] = [], library: String? = nil) throws -> ToolRun {
    try ToolRun(
      ["bounce", song, "-o", folder[output], "--bank", folder["tiny.sf2"], "--rate", "8000", "--no-reverb"] + more,
      in: folder, environment: library.map { ["TACTUS_LIBSNDFILE": $0] } ?? [:])
  }

  @Test(
    .enabled(if: isThere, "libsndfile is not installed (Debian: libsndfile1)"),
    arguments: [("out.flac", "fLaC"), ("out.ogg", "OggS"), ("out.opus", "OggS")])
  func theEndingSaysTheFormat(name: String, magic: String) throws {
    #expect(try bounce(name).status == 0)
    let bytes = folder.bytes(name)
    #expect(bytes.prefix(4).elementsEqual(magic.utf8) && bytes.count > 500)
    #expect(try bounce(name, ["--threads", "2"]).status == 0)
    #expect(folder.bytes(name) == bytes)
    #expect(try bounce(name, ["--compression", "1"]).status == 0)
    #expect(folder.bytes(name).count < bytes.count || magic == "fLaC")
  }

  /// Lossy files have no bit depth, so the report has none, for a song alone and in a list.
  @Test(.enabled(if: isThere, "libsndfile is not installed (Debian: libsndfile1)"))
  func onlyLosslessFilesHaveADepth() throws {
    func depth(_ text: some StringProtocol) throws -> String? {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      #expect(object["frames"] is Int)
      return object["depth"] as? String
    }
    let names = ["a.ogg", "a.opus", "a.flac", "a.wav"]
    let expected = [nil, nil, "24", "24"]
    #expect(try names.map { try depth(bounce($0, ["--json"]).output) } == expected)
    let lines = names.map { #"{"song": "song.mid", "output": "\#($0)"}"# }
    folder.make("list.jsonl", Array(lines.joined(separator: "\n").utf8))
    let run = try ToolRun(
      "bounce", "--batch", "list.jsonl", "--bank", "tiny.sf2", "--rate", "8000", "--threads", "1", "--json", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.output.split(separator: "\n").dropLast().map(depth) == expected)
  }

  @Test func withoutTheLibraryNothingIsLeftBehind() throws {
    let run = try bounce("out.flac", library: "/nowhere/libsndfile.so")
    run.expectComplaint("out.flac", "libsndfile1", "Homebrew", "/nowhere/libsndfile.so")
    #expect(folder.names == ["song.mid", "tiny.sf2"])
    #expect(try bounce("out.wav", library: "/nowhere/libsndfile.so").status == 0)
  }

  @Test func aCompressedBankNeedsNoLibrary() throws {
    var bank = try SoundFontBuilder(SoundFont(FileBytes(copying: Sample.bankBytes, name: "tiny"))).asPlainOgg
    folder.make("tiny.sf2", try bank.write())
    let inspection = try ToolRun("inspect", folder["tiny.sf2"])
    #expect(inspection.output.contains("1 sample of 1 compressed (SF3, Ogg)"))
    let silent = try bounce("out.wav", library: "/nowhere")  // not Vorbis: silent, and said
    #expect(silent.status == 0 && silent.errors.contains("sample \"saw\"") && silent.errors.contains("silent"))
    let nothing = folder.bytes("out.wav")
    bank.samples[0].stream = RandomVorbis(.init(packets: 40), seed: 4).ogg()
    folder.make("tiny.sf2", try bank.write())
    let run = try bounce("out.wav", library: "/nowhere")
    #expect(run.status == 0 && !run.errors.contains("silent"))
    #expect(folder.bytes("out.wav") != nothing)
  }

  @Test func optionsOutOfRange() throws {
    #expect(try bounce("out.flac", ["--compression", "2"]).status == 2)
    #expect(try bounce("out.m4a").errors.contains(".opus or .mp3"))
  }

  /// A depth or a sample rate that a format does not have is a mistake of the command line, or of a line in a list.
  @Test(
    .enabled(if: isThere, "libsndfile is not installed (Debian: libsndfile1)"),
    arguments: [
      ("out.opus", "rate", "44100", "--rate 44100: Opus holds 8000, "),
      ("out.mp3", "rate", "96000", "--rate 96000: MP3 holds "),
      ("out.flac", "rate", "700000", "--rate 700000: FLAC does not hold"),
      ("out.flac", "depth", "f32", "--depth f32: FLAC holds 16 or 24 bits"),
    ])
  func whatAFormatDoesNotHave(name: String, option: String, value: String, words: String) throws {
    let start = ["--bank", "tiny.sf2", "--\(option)", value]
    try ToolRun(["bounce", "song.mid", "-o", name] + start, in: folder).expectComplaint(words, status: 2)
    let format = String(name.split(separator: ".")[1])
    try ToolRun(["bounce", "song.mid", "song.mid", "-o", "out/", "--format", format] + start, in: folder)
      .expectComplaint(words, status: 2)
    folder.make("beat.json", Array(#"{"tracks": [{"pattern": {"steps": "x.x."}}]}"#.utf8))
    try ToolRun(["sequence", "beat.json", "-o", name] + start, in: folder).expectComplaint(words, status: 2)
    let lines = [
      #"{"song": "song.mid", "output": "first.wav"}"#,
      #"{"song": "song.mid", "output": "\#(name)", "\#(option)": "\#(value)"}"#,
    ]
    folder.make("list.jsonl", Array(lines.joined(separator: "\n").utf8))
    try ToolRun("bounce", "--batch", "list.jsonl", "--bank", "tiny.sf2", in: folder).expectComplaint(
      "list.jsonl: line 2: " + words)
    #expect(folder.names == ["beat.json", "list.jsonl", "song.mid", "tiny.sf2"])
  }

  /// A line may override a sample rate of the command line that its format does not have.
  @Test(.enabled(if: isThere, "libsndfile is not installed (Debian: libsndfile1)")) func linesOverrideTheRate() throws {
    folder.make("list.jsonl", Array(#"{"song": "song.mid", "output": "a.opus", "rate": 24000}"#.utf8))
    let options = ["--batch", "list.jsonl", "--bank", "tiny.sf2", "--format", "opus", "--rate", "44100"]
    let run = try ToolRun(["bounce"] + options, in: folder)
    #expect(run.status == 0 && folder.names.contains("a.opus"), "\(run.errors)")
  }

  @Test func metadataCanBeLeftOut() throws {
    let path = try folder.make("titled.mid", Sample.songBytes)
    func has(_ word: String, _ more: [String] = []) throws -> Bool {
      let run = try ToolRun(
        ["bounce", path, "-o", folder["x.wav"], "--bank", folder["tiny.sf2"], "--rate", "8000", "--quiet"] + more)
      #expect(run.status == 0, "\(run.errors)")
      return folder.bytes("x.wav").prefix(400).split(separator: 0).contains { $0.elementsEqual(word.utf8) }
    }
    #expect(try has("Small Song"))
    #expect(try has("Tactus"))
    #expect(try !has("Tactus", ["--no-metadata"]))
  }
}
