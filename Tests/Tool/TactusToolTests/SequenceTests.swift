import Foundation
import TactusFiles
import TactusMIDI
import TactusSequencer
import Testing

/// `tactus sequence`: the output of showing, listing, writing and bouncing.
@Suite struct SequenceTests {
  private let folder: TemporaryFolder
  private let beat: String

  /// 120 bpm: a sixteenth is 6,000 frames. Three and seven sixteenths against four.
  private static let document = """
    {
      "name": "Beat", "tempo": 120, "seed": 3,
      "tracks": [
        {"name": "kick", "channel": 10, "pattern": {"key": 36, "steps": "X..x"}},
        {"name": "hats", "channel": 10, "pattern": {"key": 42, "velocity": 50, "steps": [
          "x", {"ratchet": 2}, ".", {"probability": 0.5, "if": "!2:2"}, ".", "x", "."]}},
        {"name": "bass", "channel": 1, "program": 38, "pattern": {"steps": ["C2", ".", ["E2", "G2"]], "gate": 90}}
      ]
    }
    """

  init() throws {
    folder = try TemporaryFolder()
    beat = folder.make("beat.json", Array(Self.document.utf8))
  }

  private func sequence(_ more: String...) throws -> ToolRun { try ToolRun(["sequence", beat] + more, in: folder) }

  private func lines(_ more: String...) throws -> [[Substring]] {
    let run = try ToolRun(["sequence", beat, "--events"] + more, in: folder)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return run.output.split(separator: "\n").map { $0.split(separator: "\t") }
  }

  private func object(_ run: ToolRun) throws -> [String: Any] {
    #expect(run.status == 0, "\(run.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  // MARK: Showing

  @Test func patternsAreGrids() throws {
    let run = try sequence()
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    for line in [
      "  length     0:16.0 (32 beats, 8 bars)", "  tempo      120 bpm",
      "      2       10  7 steps of 1/16   1.75  always   hats",
      "  Bass Drum 1  X..x", "  Closed Hi-Hat  o2.o .o.", "  chance            ?",
      "  step 2: 2 strokes; step 4: 50 %, not in pass 2 of 2", "  G2      ..x", "  C2      x..",
    ] { #expect(run.output.contains(line + "\n"), "\(line)\n\(run.output)") }
  }

  @Test func machinesGetOneObject() throws {
    let report = try object(sequence("--json", "--bars", "2"))
    #expect(report["kind"] as? String == "sequence" && report["lengthSeconds"] as? Double == 4)
    let tracks = try #require(report["tracks"] as? [[String: Any]])
    #expect(tracks.map { $0["name"] as? String } == ["kick", "hats", "bass"])
    #expect(tracks.map { $0["stepCount"] as? Int } == [4, 7, 3] && tracks[1]["loopTicks"] as? Int == 7 * 5_040)
  }

  @Test func aSongIsASequenceOfClips() throws {
    let song = try folder.make("song.mid", Sample.songBytes)
    let run = try ToolRun("sequence", song)
    #expect(run.status == 0 && run.output.contains("3 notes, 3 messages"), "\(run.output)\(run.errors)")
  }

  // MARK: Listing

  @Test func eventsAreThoseThatArePlayed() throws {
    let kicks = try lines("--solo", "kick", "--beats", "2")
    #expect(
      kicks.map { $0.prefix(5).joined(separator: " ") } == [
        "0 0.000000000 0 1 99 24 7F", "2520 0.062500000 3000 1 89 24 40", "15120 0.375000000 18000 1 99 24 64",
        "17640 0.437500000 21000 1 89 24 40", "20160 0.500000000 24000 1 99 24 7F",
        "22680 0.562500000 27000 1 89 24 40", "35280 0.875000000 42000 1 99 24 64",
        "37800 0.937500000 45000 1 89 24 40",
      ])
  }

  @Test func tempoRateAndLengthCount() throws {
    #expect(
      try lines("--solo", "1", "--tempo", "60", "--rate", "96000", "--beats", "1").map { $0[2] } == [
        "0", "12000", "72000", "84000",
      ])
    #expect(
      try lines("--solo", "hats", "--seconds", "0.8", "--mute", "bass").allSatisfy { (Int($0[2]) ?? 0) <= 38_400 })
    let passes = try lines("--solo", "bass", "--passes", "2")
    #expect(passes.last?[0] == "65016")  // two passes of the hats, the longest loop, end at 70560
  }

  @Test func theSeedDecidesChances() throws {
    let first = try lines("--bars", "16")
    #expect(try lines("--bars", "16") == first)
    #expect(try lines("--bars", "16", "--seed", "3") == first)
    #expect(try lines("--bars", "16", "--seed", "4") != first)
  }

  @Test func allTracksOfANameAreMeant() throws {
    let document = Self.document.replacing("\"bass\"", with: "\"Hats\"")
    let path = folder.make("twice.json", Array(document.utf8))
    func tracks(_ option: String) throws -> Set<Substring> {
      Set(
        try ToolRun("sequence", path, "--events", option, "hats").output.split(separator: "\n")
          .map { $0.split(separator: "\t")[3] })
    }
    #expect(try tracks("--mute") == ["1"] && tracks("--solo") == ["2", "3"])
  }

  // MARK: Files

  @Test func aPartEndsWhereItEnds() throws {
    var song = MIDIFile(division: .ticksPerQuarter(480))
    var track = MIDIFile.Track()
    for beat in 0..<100 {
      track.append(ChannelMessage(status: 0x90, 60, 90), at: Int64(beat) * 480)
      track.append(ChannelMessage(status: 0x80, 60, 64), at: Int64(beat) * 480 + 240)
    }
    track.append("late", as: .marker, at: 120 * 480)
    song.tracks = [track]
    song.tracks[0].append(MIDIFile.TimeSignature(rawNumerator: 3, denominatorPower: 2), at: 121 * 480)
    song.tracks[0].appendTempo(microsecondsPerQuarter: 400_000, at: 122 * 480)
    let path = try folder.make("song.mid", song.written())
    #expect(try ToolRun("sequence", path, "-o", folder["part.mid"], "--bars", "2").status == 0)
    let part = try MIDIFile(reading: FileBytes(copying: folder.bytes("part.mid"), name: "part.mid"))
    #expect(part.endTick == 8 * 480)
  }

  @Test func theMIDIFileIsWhatIsPlayed() throws {
    #expect(try sequence("-o", "beat.mid", "--bars", "4").status == 0)
    let written = try ToolRun("events", folder["beat.mid"]).output.split(separator: "\n")
      .map { $0.split(separator: "\t") }.filter { !$0[4].hasPrefix("FF") }
    let played = try lines("--bars", "4")
    func sorted(_ lines: [[Substring]]) -> [String] {
      lines.map { ($0[0...2] + [$0[4]]).joined(separator: " ") }.sorted()
    }
    let isSame = sorted(written) == sorted(played)
    #expect(isSame && written.count > 100)
    #expect(folder.names == ["beat.json", "beat.mid"])
  }

  @Test func documentsComeBack() throws {
    let again = try sequence("-o", "again.json", "--tempo", "90", "--mute", "HATS")
    #expect(again.status == 0 && again.output.hasPrefix("again.json: 3 tracks"), "\(again.errors)")
    let shown = try ToolRun("sequence", folder["again.json"]).output
    #expect(shown.contains("90 bpm") && shown.contains("hats (silent)") && shown.contains("X..x"))
  }

  @Test func aSongComesBackThroughADocument() throws {
    let song = try folder.make("song.mid", Sample.songBytes)
    #expect(try ToolRun("sequence", song, "-o", folder["song.json"]).status == 0)
    #expect(try ToolRun("sequence", folder["song.json"], "-o", folder["back.mid"]).status == 0)
    func events(_ path: String) throws -> [String] {
      try ToolRun("events", path).output.split(separator: "\n").map {
        $0.replacingOccurrences(of: "90 3C 00", with: "80 3C 40").replacingOccurrences(of: "90 40 00", with: "80 40 40")
          .replacingOccurrences(of: "90 43 00", with: "80 43 40").replacingOccurrences(of: "89 24 00", with: "89 24 00")
          .split(separator: "\t").prefix(5).joined(separator: " ")
      }.sorted()
    }
    #expect(try events(song) == events(folder["back.mid"]))
  }

  /// Standard output has no extension, so `--format` selects what is written.
  @Test func formatsOfStandardOutput() throws {
    for (format, name) in [("mid", "beat.mid"), ("json", "beat.json")] {
      let piped = folder.make("piped", [])
      let run = try ToolRun("sequence", beat, "-o", "-", "--format", format, output: .file(piped))
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      // a folder/ gets a file with the name of the sequence
      let made = try sequence("-o", "made/", "--format", format)
      #expect(made.status == 0 && made.output.hasPrefix("made/\(name): "), "\(made.output)\(made.errors)")
      #expect(folder.bytes("piped") == folder.bytes("made/\(name)") && !folder.bytes("piped").isEmpty)
    }
    #expect(folder.bytes("made/beat.mid").starts(with: Array("MThd".utf8)))
    // as for audio, "song" is the source, and "file" is what was written
    let report = try object(sequence("-o", "beat.take", "--format", "mid", "--json"))
    #expect(report["song"] as? String == beat && report["file"] as? String == "beat.take")
    #expect(folder.bytes("beat.take") == folder.bytes("made/beat.mid"))
    try sequence("-o", "-", "--format", "midi").expectComplaint("--format 'midi': expected 'wav'", "'json'", status: 2)
    try sequence("--format", "mid").expectComplaint("--format: only for output; leave it out, or use -o", status: 2)
    try sequence("--live", "--format", "mid").expectComplaint("--format: only for files", status: 2)
    try sequence("-o", "-", "--format", "mid", "--depth", "16").expectComplaint("--depth: only for sound", status: 2)
  }

  @Test func soundIsBouncedWithItsOptions() throws {
    let bank = try folder.make("tiny.sf2", Sample.bankBytes)
    let options = ["--bank", bank, "--rate", "8000", "--no-reverb", "--tail", "0", "--bars", "2", "--json"]
    let report = try object(ToolRun(["sequence", beat, "-o", folder["beat.wav"]] + options))
    #expect(report["kind"] as? String == "bounce" && report["frames"] as? Int == 32_000)
    let listed = try lines("--bars", "2").count { $0[4].hasPrefix("9") }
    #expect(report["noteCount"] as? Int == listed)
    let stems = try object(ToolRun(["sequence", beat, "-o", folder["s/"], "--stems", "tracks"] + options))
    let names = try #require(stems["stems"] as? [[String: Any]]).map { $0["name"] as? String }
    #expect(names == ["kick", "hats", "bass"])
  }

  /// Stems and notes have the numbers of the sequence's tracks, whatever is muted.
  @Test func stemsAndNotesHaveTheNumbersOfTheTracks() throws {
    let bank = try folder.make("tiny.sf2", Sample.bankBytes)
    let options = ["--bank", bank, "--rate", "8000", "--no-reverb", "--tail", "0", "--bars", "1"]
    let muted = ["--mute", "hats", "--notes", folder["notes.jsonl"]]
    let stems = try object(
      ToolRun(["sequence", beat, "-o", folder["s/"], "--stems", "tracks", "--json"] + options + muted))
    let numbers = try #require(stems["stems"] as? [[String: Any]]).map { $0["number"] as? Int }
    #expect(numbers == [1, 3])
    #expect(try ToolRun(["sequence", beat, "-o", folder["mix.wav"]] + options + muted).status == 0)
    let notes = try String(contentsOfFile: folder["notes.jsonl"], encoding: .utf8).split(separator: "\n")
    let tracks = try notes.map { line in
      let note = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      return note["track"] as? Int
    }
    #expect(Set(tracks) == [1, 3])
  }

  /// A loop of a length that options set needs no loop markers.
  @Test(arguments: ["--bars", "--beats", "--seconds", "--passes"]) func loopsOfAGivenLength(option: String) throws {
    let bank = try folder.make("tiny.sf2", Sample.bankBytes)
    func remarks(_ more: String...) throws -> [String] {
      let options = ["--seamless", "--bank", bank, "--rate", "8000", "--json", "--solo", "bass"]
      let report = try object(ToolRun(["sequence", beat, "-o", folder["loop.wav"]] + options + more))
      return try #require(report["remarks"] as? [String])
    }
    #expect(try remarks(option, "4").allSatisfy { !$0.contains("loop markers") })
    #expect(try remarks().contains("the song has no loop markers; the whole song is repeated"))
  }

  /// A sequence ends exactly where its length says, and so does its loop.
  @Test func loopsEndWithTheSequence() throws {
    let bank = try folder.make("tiny.sf2", Sample.bankBytes)
    let options = ["--beats", "3.5", "--seamless", "--bank", bank, "--rate", "8000", "--json"]
    let report = try object(ToolRun(["sequence", beat, "-o", folder["loop.wav"]] + options))
    #expect(report["frames"] as? Int == 14_000)
  }

  @Test func standardInputIsTheSame() throws {
    let piped = try ToolRun(["sequence", "-", "--events"], input: Array(Self.document.utf8))
    #expect(try piped.status == 0 && piped.output == sequence("--events").output)
  }
}
