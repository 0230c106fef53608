import CTactus
import Foundation
import Tactus
import TestSupport
import Testing

/// `tactus_render_file` overwrites none of the files that it renders, by whatever path, and writes two different files.
@Suite struct OverwritingTests {
  /// A folder with a song, a bank, and further names of both; removed with the object.
  private final class Files {
    let folder = NSTemporaryDirectory() + "/tactus-\(UUID().uuidString)"
    let song: [UInt8]
    let bank: [UInt8]

    init() throws {
      var random = SeededGenerator(seed: 6)
      let font = try random.font(isWild: false)
      song = try random.score(length: 4_000, density: 10, isWild: false).song.written()
      bank = Array(font.file.bytes)
      let manager = FileManager.default
      try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
      _ = manager.createFile(atPath: self["song.mid"], contents: Data(song))
      _ = manager.createFile(atPath: self["bank.sf2"], contents: Data(bank))
      try manager.createSymbolicLink(atPath: self["link.mid"], withDestinationPath: "song.mid")
      try manager.linkItem(atPath: self["bank.sf2"], toPath: self["hard.sf2"])
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    subscript(name: String) -> String { folder + "/" + name }

    func contents(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: self[name]).map { Array($0) } }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }
  }

  @Test(arguments: ["song.mid", "./song.mid", "link.mid", "bank.sf2", "./bank.sf2", "hard.sf2"])
  func theSongAndTheBanksStay(name: String) throws {
    let files = try Files()
    let song = try handle(tactus_song_open(files["song.mid"]))
    defer { tactus_song_free(song) }
    let bank = try handle(tactus_bank_open(files["bank.sf2"]))
    defer { tactus_bank_free(bank) }
    let stack = try handle(tactus_bank_stack([tactus_layer(bank: bank, bank_offset: 0, keeps_drums: 0)], 1))
    defer { tactus_bank_free(stack) }
    let wide = try handle(tactus_bank_for_song(stack, song))
    defer { tactus_bank_free(wide) }
    let before = files.names
    var settings = CSong.settings
    for each in [bank, stack, wide] {
      let audio = tactus_render_file(song, each, &settings, files[name], 16, nil, nil)
      #expect(audio == Int32(TACTUS_ERROR_FILE))
      let notes = tactus_render_file(song, each, &settings, files["x.wav"], 16, files[name], nil)
      #expect(notes == Int32(TACTUS_ERROR_FILE))
      #expect(String(cString: tactus_error()).contains("the file of notes would overwrite"))
    }
    #expect(files.contents("song.mid") == files.song && files.contents("bank.sf2") == files.bank)
    #expect(files.names == before)
  }

  @Test func audioAndNotesAreTwoFiles() throws {
    let files = try Files()
    let song = try handle(tactus_song_open(files["song.mid"]))
    defer { tactus_song_free(song) }
    let bank = try handle(tactus_bank_open(files["bank.sf2"]))
    defer { tactus_bank_free(bank) }
    var settings = CSong.settings
    for _ in 0..<2 {  // without and with an existing file
      let same = tactus_render_file(song, bank, &settings, files["x.wav"], 16, files["./x.wav"], nil)
      #expect(same == Int32(TACTUS_ERROR_ARGUMENT))
      #expect(tactus_render_file(song, bank, &settings, files["x.wav"], 16, files["x.jsonl"], nil) == 1)
    }
    #expect(files.contents("x.wav")?.starts(with: Array("RIFF".utf8)) == true)
    #expect(files.contents("x.jsonl")?.first == UInt8(ascii: "{"))
  }
}
