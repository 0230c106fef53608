import Foundation
import TactusFiles
import TactusMIDI
import Testing

/// `--speed` of `tactus bounce` and `tactus play`.
@Suite("Speed of songs") struct SpeedTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.make("song.mid", Sample.playableSong.written())
    try folder.make("changes.mid", Sample.song.written())
    try folder.make("tiny.sf2", Sample.bankBytes)
  }

  private func bounce(_ song: String, _ output: String, _ more: String...) throws -> [String: Any] {
    let sound = ["--bank", "tiny.sf2", "--rate", "8000", "--no-reverb", "--tail", "0", "--json"]
    let run = try ToolRun(["bounce", song, "-o", output] + sound + more, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test("half the speed takes twice the time, and notes start twice as late") func half() throws {
    #expect(try bounce("song.mid", "a.wav")["frames"] as? Int == 16_000)
    #expect(try bounce("song.mid", "b.wav", "--speed", "50", "--notes", "n.jsonl")["frames"] as? Int == 32_000)
    let lines = folder.text("n.jsonl").split(separator: "\n")
    let onsets = try lines.map { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["onset"] as? Int
    }
    #expect(onsets == [0, 8_000, 16_000])
    #expect(try bounce("song.mid", "c.wav", "--speed", "200%", "--from", "0.5")["frames"] as? Int == 4_000)
  }

  @Test("the song's own speed changes nothing", arguments: ["song.mid", "changes.mid"]) func same(song: String) throws {
    let first = try bounce(song, "a.wav")
    let second = try bounce(song, "b.wav", "--speed", "100")
    #expect(folder.bytes("a.wav") == folder.bytes("b.wav"))
    let slow = try bounce(song, "c.wav", "--speed", "25")
    let frames = try [first, second, slow].map { try #require($0["frames"] as? Int) }
    #expect(frames[0] == frames[1] && abs(frames[2] - 4 * frames[0]) <= 4)
  }

  @Test("lists and manifests have it too") func lists() throws {
    _ = try bounce("song.mid", "a.wav", "--speed", "80")
    folder.make("list.jsonl", Array(#"{"song": "song.mid", "output": "b.wav", "speed": 80}"#.utf8))
    let sound = ["--bank", "tiny.sf2", "--rate", "8000", "--no-reverb", "--tail", "0", "--manifest", "made.jsonl"]
    #expect(try ToolRun(["bounce", "--batch", "list.jsonl"] + sound, in: folder).status == 0)
    #expect(folder.bytes("a.wav") == folder.bytes("b.wav"))
    #expect(folder.text("made.jsonl").contains(#""speed": 80"#), "\(folder.text("made.jsonl"))")
    #expect(try ToolRun("verify", "made.jsonl", "--render", in: folder).status == 0)
  }

  @Test("it is played at this speed") func played() throws {
    let run = try ToolRun(
      "play", "song.mid", "--bank", "tiny.sf2", "--speed", "200", "--from", "0.9", "--audio", "file",
      "--device", "a.wav", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    // otherwise, more than a second would be left
    try ToolRun(
      "play", "song.mid", "--bank", "tiny.sf2", "--speed", "200", "--from", "1.1", "--audio", "file",
      "--device", "b.wav", in: folder
    ).expectComplaint("song.mid: the start, 0:01.1, is not before the end of the song")
  }

  @Test("what cannot be is refused") func refused() throws {
    for value in ["9", "1001", "nan", "fast"] {
      try ToolRun("bounce", "song.mid", "--speed", value).expectComplaint(
        "--speed '\(value)': expected percent of the song's tempo, from 10 to 1000", status: 2)
    }
    try ToolRun("bounce", "song.mid", "--tempo", "90").expectComplaint("--speed 80 plays at 80 percent", status: 2)
    try ToolRun("sequence", "song.mid", "--speed", "2").expectComplaint("--tempo 96 sets the tempo", status: 2)
    var track = MIDIFile.Track()
    track.append(ChannelMessage(status: 0x90, 48, 100), at: 0)
    track.append(ChannelMessage(status: 0x80, 48, 64), at: 1_000)
    let film = MIDIFile(
      format: .single, division: .timecode(framesPerSecond: 25, ticksPerFrame: 40), tracks: [track])
    try folder.make("film.mid", film.written())
    try ToolRun("bounce", "film.mid", "--bank", "tiny.sf2", "--speed", "80", in: folder).expectComplaint(
      "film.mid: --speed: the song counts SMPTE frames and has no tempo")
  }
}
