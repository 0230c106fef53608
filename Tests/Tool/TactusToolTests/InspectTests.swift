import Foundation
import TactusFiles
import Testing

@Suite struct InspectTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func object(_ run: ToolRun) throws -> [String: Any] {
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test func songForPeople() throws {
    let run = try ToolRun("inspect", folder.make("song.bin", Sample.songBytes))
    #expect(run.status == 0 && run.errors.isEmpty)
    for words in [
      "song.bin: MIDI file, format 1", "Small Song", "0:05.9 (960 ticks, 4 bars)", "2 tracks", "4 notes",
      "at most 2 at once", "96 ticks per quarter note", "3/4", "E flat major", "General MIDI", "100 bpm",
      "Acoustic Guitar (nylon)", "Standard Kit", "marker \"loopStart\"",
    ] { #expect(run.output.contains(words), "\(words) in\n\(run.output)") }
    #expect(!run.output.contains("\u{1B}"), "no colours in a file")
  }

  /// The bytes of a short name without kana, 春海, could also be Windows-1252. The song's other text, さくらさくら, shows
  /// that its texts are in Shift-JIS.
  @Test func aJapaneseNameIsRecognizedByTheOtherTexts() throws {
    let name: [UInt8] = [0x8F, 0x74, 0x8A, 0x43]
    let text: [UInt8] = [[0x82, 0xB3], [0x82, 0xAD], [0x82, 0xE7], [0x82, 0xB3], [0x82, 0xAD], [0x82, 0xE7]].flatMap {
      $0
    }
    let events: [UInt8] =
      [0, 0xFF, 3, UInt8(name.count)] + name + [0, 0xFF, 1, UInt8(text.count)] + text
      + [0, 0x90, 60, 100, 96, 0x80, 60, 0, 0, 0xFF, 0x2F, 0]
    let header: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
    let song = folder.make("song.mid", header + Array("MTrk".utf8) + [0, 0, 0, UInt8(events.count)] + events)
    for command in ["inspect", "events", "midi"] {
      let run = try ToolRun(command, song)
      #expect(run.status == 0 && run.output.contains("春海"), "\(command): \(run.output)\(run.errors)")
    }
  }

  @Test func songForMachines() throws {
    let song = try object(ToolRun("inspect", "--json", folder.make("song.bin", Sample.songBytes)))
    #expect(song["kind"] as? String == "song")
    #expect(song["lengthTicks"] as? Int == 960)
    #expect(song["noteCount"] as? Int == 4)
    #expect(song["maximumPolyphony"] as? Int == 2)
    #expect((song["findings"] as? [Any])?.count == 0)
    let sounds = try #require(song["sounds"] as? [[String: Any]])
    #expect(sounds.map { $0["channel"] as? Int } == [1, 10])
    #expect(sounds.map { $0["program"] as? Int } == [24, 0])
    #expect(sounds.map { $0["bankMSB"] as? Int } == [8, 0])
    let tempi = try #require(song["tempi"] as? [[String: Any]])
    #expect(tempi.map { $0["tick"] as? Int } == [0, 100])
  }

  @Test func bankForPeople() throws {
    let run = try ToolRun("inspect", folder.make("bank.mid", Sample.bankBytes))
    #expect(run.status == 0 && run.errors.isEmpty)
    for words in [
      "bank.mid: SoundFont bank, version 2.01", "Tiny", "1 preset, 1 instrument", "16 bits", "Low Tone", "0–59",
    ] {
      #expect(run.output.contains(words), "\(words) in\n\(run.output)")
    }
  }

  @Test func bankForMachines() throws {
    let bank = try object(ToolRun("inspect", "--json", "-", input: Sample.bankBytes))
    #expect(bank["kind"] as? String == "bank")
    #expect(bank["file"] as? String == "standard input")
    let presets = try #require(bank["presets"] as? [[String: Any]])
    #expect(presets.map { $0["program"] as? Int } == [5])
    #expect(presets.map { $0["keys"] as? [Int] } == [[0, 59]])
  }

  @Test func defectsAreListedWithTheirOffsets() throws {
    var bytes = try Sample.songBytes
    bytes[11] = 7  // the header's number of tracks
    let path = folder.make("song.mid", bytes)
    #expect(try ToolRun("inspect", path).output.contains("1 finding\n  warning: "))
    let findings = try #require(try object(ToolRun("inspect", "--json", path))["findings"] as? [[String: Any]])
    #expect(findings.count == 1)
    #expect(findings.first?["found"] as? String == "2 tracks, the header says 7")
    #expect(findings.first?["offset"] is Int)
  }

  /// With `--strict`, a file with defects is a failure, after the report. Findings that are no defects are accepted.
  @Test func strictFailsForDefects() throws {
    var bytes = try Sample.songBytes
    let whole = folder.make("whole.mid", bytes)
    #expect(try ToolRun("inspect", whole, "--strict").status == 0)
    bytes[11] = 7  // the header's number of tracks
    let path = folder.make("song.mid", bytes)
    for more in [[], ["--json"]] {
      let plain = try ToolRun(["inspect", path] + more)
      let strict = try ToolRun(["inspect", path, "--strict"] + more)
      #expect(plain.status == 0 && plain.errors.isEmpty)
      #expect(strict.status == 1 && strict.output == plain.output)
      #expect(strict.errors.contains("song.mid: 1 defect; leave out --strict"), "\(strict.errors)")
    }
    try ToolRun("inspect", path, "--lyrics", "--strict").expectComplaint("the header says 7")
    #expect(try ToolRun("inspect", "-", "--strict", input: Sample.bankBytes).status == 0)
    var bank = try Sample.bankBytes
    bank[4] ^= 2  // the size of the RIFF chunk
    #expect(try ToolRun("inspect", "-", input: bank).output.contains("RIFF size"))
    #expect(try ToolRun("inspect", "-", "--strict", input: bank).status == 1)
  }

  @Test func textFromTheFileCannotSteerTheTerminal() throws {
    var song = Sample.song
    song.tracks[0].appendMeta(6, Array("\u{1B}]0;owned\u{7}\n".utf8), at: 300)
    let path = try folder.make("song.mid", song.written())
    for run in try [ToolRun("inspect", path), ToolRun("events", path), ToolRun("inspect", "--json", path)] {
      #expect(run.status == 0)
      #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{7}"))
      #expect(run.output.contains("owned"))
    }
  }

  /// The loop that a bounce plays, and only the resets that the synthesizer follows.
  @Test func loopsAndResets() throws {
    var song = Sample.song
    let expected: [Set<String>] = [
      ["Roland GS"], ["Roland GS"], [], [], ["Yamaha XG"], [], ["General MIDI off"],
    ]
    let messages: [[UInt8]] = [
      [0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7F, 0, 0x41, 0xF7], [0x41, 0x10, 0x42, 0x12, 0, 0, 0x7F, 0, 1, 0xF7],
      [0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7F, 0, 0x42, 0xF7], [0x41, 0x11, 0x42, 0x12, 0x40, 0, 0x7F, 0, 0x41, 0xF7],
      [0x43, 0x10, 0x4C, 0, 0, 0x7F, 0, 0xF7], [0x43, 0x10, 0x4C, 0, 0, 0x7E, 1, 0xF7], [0x7E, 0x7F, 9, 2, 0xF7],
    ]
    for (index, bytes) in messages.enumerated() {
      var track = MIDIFile.Track()
      track.appendSysEx(bytes, at: 0)
      song.tracks = Sample.song.tracks + [track]
      let resets = try object(ToolRun("inspect", "--json", folder.make("\(index).mid", song.written())))["resets"]
      let added = Set(try #require(resets as? [String])).subtracting(["General MIDI"])
      #expect(added == expected[index], "\(bytes)")
    }
    let run = try ToolRun("inspect", folder.make("song.mid", Sample.songBytes))
    #expect(run.output.contains("by markers"))
  }
}
