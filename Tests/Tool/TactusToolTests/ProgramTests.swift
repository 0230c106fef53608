import Foundation
import TactusFiles
import TactusMIDI
import Testing

/// `--program` of `tactus bounce` and `tactus play`.
@Suite("Programs of channels") struct ProgramTests {
  private let folder: TemporaryFolder
  private let sound = ["--bank", "tiny.sf2", "--rate", "8000", "--no-reverb", "--tail", "0"]

  init() throws {
    folder = try TemporaryFolder()
    try folder.make("song.mid", Sample.playableSong.written())
    var track = MIDIFile.Track()
    track.append(ChannelMessage(status: 0xC0, 99), at: 0)
    for channel in 0..<2 as Range<UInt8> {
      track.append(ChannelMessage(status: 0x90 + channel, 48, 100), at: Int64(channel) * 96)
      track.append(ChannelMessage(status: 0x80 + channel, 48, 64), at: Int64(channel) * 96 + 90)
    }
    try folder.make("other.mid", MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track]).written())
    try folder.make("tiny.sf2", Sample.bankBytes)
  }

  /// The programs of the notes of a bounce.
  private func programs(_ more: String...) throws -> [Int?] {
    let run = try ToolRun(["bounce", "other.mid", "-o", "a.wav", "--notes", "n.jsonl"] + sound + more, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    return try folder.text("n.jsonl").split(separator: "\n").map { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["program"] as? Int
    }
  }

  @Test("channels are numbered as for --channels, and programs as in the notes") func channels() throws {
    #expect(try programs() == [nil, nil])
    #expect(try programs("--program", "1=5") == [5, nil])
    #expect(try programs("--program", "1=7,1:1=5,2=5") == [5, 5])
    #expect(try programs("--program", "1-16=5") == [5, 5])
    #expect(try programs("--program", "2:1-2=5") == [nil, nil])
  }

  @Test("lists and manifests have it too") func lists() throws {
    #expect(try programs("--program", "1=5") == [5, nil])
    folder.make("list.jsonl", Array(#"{"song": "other.mid", "output": "b.wav", "program": "1=5"}"#.utf8))
    let run = try ToolRun(["bounce", "--batch", "list.jsonl", "--manifest", "made.jsonl"] + sound, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(folder.bytes("a.wav") == folder.bytes("b.wav"))
    #expect(folder.text("made.jsonl").contains(#""program": "1=5""#), "\(folder.text("made.jsonl"))")
    #expect(try ToolRun("verify", "made.jsonl", "--render", in: folder).status == 0)
  }

  @Test("a program that the bank does not have is reported, also when the song is played") func missing() throws {
    let options = ["song.mid", "--bank", "tiny.sf2", "--no-reverb", "--to", "0:00.2", "--program", "1=80"]
    for more in [["bounce", "-o", "a.wav"], ["play", "--audio", "file", "--device", "b.wav"]] {
      let run = try ToolRun(more + options, in: folder)
      #expect(run.status == 0 && run.errors.contains("the bank has no program 80 "), "\(run.errors)")
    }
  }

  @Test("what cannot be is refused") func refused() throws {
    for value in ["25", "1:25", "1=128", "1=-1", "17=5", "0=5", "1=5,", "1=x", "17:1=5", "drums=5"] {
      for command in ["bounce", "play"] {
        try ToolRun(command, "song.mid", "--program", value).expectComplaint(
          "--program '\(value)': expected channel=program with programs from 0 to 127, such as 1=25", status: 2)
      }
    }
  }
}
