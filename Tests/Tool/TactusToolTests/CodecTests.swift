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
