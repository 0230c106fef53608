import CTactus
import Foundation
import Tactus
import TestSupport
import Testing

/// The files of `tactus_render_file` have the song's texts, as those of the program.
@Suite struct FileTextsTests {
  /// A song with a title and a note.
  private static let song: [UInt8] = {
    var bytes = Array("MThd".utf8)
    bytes += [0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
    bytes += Array("MTrk".utf8)
    bytes += [0, 0, 0, 21, 0, 0xFF, 0x03, 5]
    bytes += Array("Waltz".utf8)
    bytes += [0, 0x90, 60, 100, 96, 0x80, 60, 0, 0, 0xFF, 0x2F, 0]
    return bytes
  }()

  @Test func aFileHasTheTitleOfTheSong() throws {
    let path = NSTemporaryDirectory() + "/tactus-\(UUID().uuidString).wav"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let song = try handle(tactus_song_open_bytes(Self.song, Self.song.count))
    defer { tactus_song_free(song) }
    let bank = try handle(tactus_bank_builtin())
    defer { tactus_bank_free(bank) }
    #expect(tactus_render_file(song, bank, nil, path, 16, nil, nil) == 1)
    let file = try #require(FileManager.default.contents(atPath: path))
    for text in ["INAM", "Waltz", "ISFT", "Tactus"] { #expect(file.range(of: Data(text.utf8)) != nil, "\(text)") }
  }
}
