import Foundation
import TactusFiles
import TactusMIDI
import Testing

/// Ends of loops, looped ranges, and channels, as the command line has them.
@Suite struct BounceLoopsTests {
  private let folder: TemporaryFolder
  private let song: String
  private let bank: String

  init() throws { (folder, song, bank) = try Sample.bounceFolder() }

  private func bounce(_ song: String, _ output: String, _ more: String...) throws -> ToolRun {
    try ToolRun(
      ["bounce", song, "-o", folder[output], "--bank", bank, "--rate", "8000", "--no-reverb"] + more, in: folder)
  }

  private func object(_ run: ToolRun) throws -> [String: Any] {
    #expect(run.status == 0, "\(run.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  /// A loop that nothing marks ends on the bar line next to End of Track; the report says so.
  @Test func loopEnds() throws {
    let cases: [(endOfTrack: Int, end: Int, words: String)] = [
      (385, 384, "up to the start of bar 2, 1 tick before End of Track"),
      (300, 384, "up to the start of bar 2, 84 ticks after End of Track"),
      (490, 490, "up to End of Track at bar2:2:10, which is not a bar line; --to sets another end"),
    ]
    for (endOfTrack, end, words) in cases {
      var file = Sample.playableSong
      file.tracks[0].endTick = Int64(endOfTrack)
      let song = try folder.make("end.mid", file.written())
      let report = try object(bounce(song, "a.wav", "--loops", "2", "--json"))
      let loop = try #require(report["loop"] as? [String: Any])
      #expect(loop["end"] as? Int == end && loop["endOfTrack"] as? Int == endOfTrack)
      let run = try bounce(song, "a.wav", "--loops", "2")
      #expect(run.errors.contains("the whole song is repeated \(words)\n"), "\(run.errors)")
      let range = try bounce(song, "a.wav", "--seamless", "--from", "bar1:2")
      #expect(range.errors.contains("the range is repeated \(words)\n"), "\(range.errors)")
    }
  }

  /// A range is rendered several times, or as a seamless loop.
  @Test func rangesRepeat() throws {
    func report(_ more: String...) throws -> [String: Any] {
      let options = ["--bank", bank, "--rate", "8000", "--from", "bar1:2", "--to", "bar1:4", "--json"]
      return try object(ToolRun(["bounce", song, "-o", folder["a.wav"]] + options + more, in: folder))
    }
    let looped = try report("--loops", "4", "--tail", "0")
    #expect(looped["frames"] as? Int == 32_000 && looped["noteCount"] as? Int == 8)
    let seamless = try report("--seamless")
    #expect(seamless["frames"] as? Int == 8_000)
  }

  /// An end beyond the song is said to be one; the remark does not advise what has been given.
  @Test func rangesEndWithTheSong() throws {
    let run = try bounce(song, "a.wav", "--from", "bar1:2", "--to", "bar99", "--loops", "2")
    #expect(run.errors.contains("--to lies after the end of the song; the range is repeated up to"), "\(run.errors)")
    #expect(!run.errors.contains("--to sets another end"))
  }

  /// Channels are selected, or left out; the stems are those of the channels that play.
  @Test func channels() throws {
    var file = Sample.playableSong
    var drums = MIDIFile.Track()
    drums.append(ChannelMessage(status: 0x99, 48, 100), at: 0)
    drums.append(ChannelMessage(status: 0x89, 48, 64), at: 90)
    file.format = .simultaneous
    file.tracks.append(drums)
    let both = try folder.make("both.mid", file.written())
    func noteCount(_ more: String...) throws -> Int? {
      let options = ["--bank", bank, "--rate", "8000", "--json"] + more
      return try object(ToolRun(["bounce", both, "-o", folder["a.wav"]] + options, in: folder))["noteCount"] as? Int
    }
    #expect(try noteCount() == 4)
    #expect(try noteCount("--mute", "10") == 3)
    #expect(try noteCount("--channels", "2-16") == 1)
    #expect(try noteCount("--channels", "1-10", "--mute", "1:1") == 1)
    let stems = try object(bounce(both, "stems/", "--stems", "channels", "--mute", "10", "--json"))
    #expect((stems["stems"] as? [[String: Any]])?.map { $0["number"] as? Int } == [1])
    let silent = try bounce(both, "a.wav", "--channels", "5")
    #expect(silent.errors.contains("the selected channels have no notes here"), "\(silent.errors)")
  }
}
