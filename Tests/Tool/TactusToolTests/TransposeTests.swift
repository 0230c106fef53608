import Foundation
import TactusFiles
import TactusMIDI
import Testing

/// `--transpose` of `tactus bounce` and `tactus play`.
@Suite("Transposed songs") struct TransposeTests {
  private let folder: TemporaryFolder
  private let sound = ["--bank", "tiny.sf2", "--rate", "8000", "--no-reverb", "--tail", "0"]

  init() throws {
    folder = try TemporaryFolder()
    try folder.make("song.mid", Self.song([48, 52, 55]).written())
    try folder.make("lower.mid", Self.song([36, 40, 43]).written())
    try folder.make("tiny.sf2", Sample.bankBytes)
  }

  /// Two seconds with notes of a program of the bank.
  private static func song(_ keys: [UInt8]) -> MIDIFile {
    var track = MIDIFile.Track()
    track.append(ChannelMessage(status: 0xC0, 5), at: 0)
    for (index, key) in keys.enumerated() {
      track.append(ChannelMessage(status: 0x90, key, 100), at: Int64(index) * 96)
      track.append(ChannelMessage(status: 0x80, key, 64), at: Int64(index) * 96 + 90)
    }
    track.endTick = 384
    return MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track])
  }

  private func bounce(_ song: String, _ output: String, _ more: String...) throws {
    let run = try ToolRun(["bounce", song, "-o", output] + sound + more, in: folder)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("the sound is that of the song in the other key, and the notes have the keys that sound") func sounds() throws {
    try bounce("song.mid", "a.wav", "--transpose", "-12", "--notes", "n.jsonl")
    try bounce("lower.mid", "b.wav")
    try bounce("lower.mid", "c.wav", "--transpose", "+0")
    #expect(folder.bytes("a.wav") == folder.bytes("b.wav") && folder.bytes("c.wav") == folder.bytes("b.wav"))
    let keys = try folder.text("n.jsonl").split(separator: "\n").map { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["key"] as? Int
    }
    #expect(keys == [36, 40, 43])
  }

  @Test("lists and manifests have it too") func lists() throws {
    try bounce("song.mid", "a.wav", "--transpose", "-12")
    folder.make("list.jsonl", Array(#"{"song": "song.mid", "output": "b.wav", "transpose": -12}"#.utf8))
    let run = try ToolRun(["bounce", "--batch", "list.jsonl", "--manifest", "made.jsonl"] + sound, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(folder.bytes("a.wav") == folder.bytes("b.wav"))
    #expect(folder.text("made.jsonl").contains(#""transpose": -12"#), "\(folder.text("made.jsonl"))")
    #expect(try ToolRun("verify", "made.jsonl", "--render", in: folder).status == 0)
    folder.make("list.jsonl", Array(#"{"song": "song.mid", "output": "b.wav", "transpose": 49}"#.utf8))
    let wrong = try ToolRun(["bounce", "--batch", "list.jsonl"] + sound, in: folder)
    #expect(wrong.status != 0 && wrong.errors.contains("a whole number of semitones, -48…48"), "\(wrong.errors)")
  }

  @Test("songs are played in the other key") func played() throws {
    func play(_ song: String, _ more: String...) throws -> [UInt8] {
      let options = ["--bank", "tiny.sf2", "--no-reverb", "--to", "0:00.2", "--audio", "file", "--device", "a.wav"]
      let run = try ToolRun(["play", song] + options + more, in: folder)
      #expect(run.status == 0, "\(run.errors)")
      let bytes = folder.bytes("a.wav")
      try FileManager.default.removeItem(atPath: folder["a.wav"])
      let chunk = try #require((0..<512).first { bytes.dropFirst($0).starts(with: "data".utf8) })
      // the length of the silence before and after the song depends on when the player starts and stops
      return Array(bytes.dropFirst(chunk + 8).drop { $0 == 0 }.prefix(20_000))
    }
    let moved = try play("song.mid", "--transpose", "-12")
    #expect(moved.count == 20_000)
    #expect(try moved == play("lower.mid"))
  }

  @Test("what cannot be is refused") func refused() throws {
    for value in ["49", "-49", "1.5", "up"] {
      for command in ["bounce", "play"] {
        try ToolRun(command, "song.mid", "--transpose", value).expectComplaint(
          "--transpose '\(value)': expected a whole number of semitones from -48 to 48", status: 2)
      }
    }
    try ToolRun("sequence", "song.mid", "--transpose", "2").expectComplaint("use --chain with a file", status: 2)
  }
}
