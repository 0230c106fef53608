import Foundation
import TactusFiles
import TactusMIDI
import Testing

/// Parts, loops, stems, levels and many files, as the command line has them.
@Suite struct BouncePartsTests {
  private let folder: TemporaryFolder
  private let song: String
  private let bank: String

  init() throws { (folder, song, bank) = try Sample.bounceFolder() }

  private func bounce(_ songs: [String], _ output: String?, _ more: String...) throws -> ToolRun {
    let position = output.map { ["-o", $0] } ?? []
    return try ToolRun(
      ["bounce"] + songs + position + ["--bank", bank, "--rate", "8000", "--no-reverb"] + more, in: folder)
  }

  private func object(_ run: ToolRun) throws -> [String: Any] {
    #expect(run.status == 0, "\(run.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  /// Two seconds at 120 beats per minute: a range in bars, seconds and ticks is the same.
  @Test func ranges() throws {
    for (from, to) in [("bar1:3", "1.5"), ("1", "tick288"), ("0:01", "bar1:4")] {
      let report = try object(bounce([song], folder["a.wav"], "--from", from, "--to", to, "--tail", "0", "--json"))
      #expect(report["frames"] as? Int == 4_000)
    }
  }

  @Test func loopsAndSeams() throws {
    let looped = try bounce([song], folder["a.wav"], "--loops", "2", "--fade", "1", "--json")
    #expect(try object(looped)["frames"] as? Int == 40_000)
    let seamless = try object(bounce([song], folder["b.wav"], "--seamless", "--json"))
    #expect(seamless["frames"] as? Int == 16_000 && seamless["loopFrames"] as? [Int] == [0, 16_000])
    #expect((seamless["remarks"] as? [String])?.contains { $0.contains("no loop markers") } == true)
    #expect(folder.bytes("b.wav").firstRange(of: Array("smpl".utf8)) != nil)
  }

  @Test func levels() throws {
    let options = ["--normalize", "-3dB", "--measure", "--json", "--depth", "f32"]
    let report = try object(
      ToolRun(["bounce", song, "-o", folder["a.wav"], "--bank", bank, "--rate", "8000"] + options, in: folder))
    #expect(abs((report["peakDecibels"] as? Double ?? 0) + 3) < 0.001)
    #expect(report["loudness"] is Double && report["levelChange"] is Double)
    let run = try bounce([song], folder["b.wav"], "--loudness", "-14LUFS", "--limit", "-1dB")
    #expect(run.output.contains("LUFS") && run.output.contains("dBTP"), "\(run.output)")
  }

  @Test func stems() throws {
    let run = try bounce([song], folder["out.wav"], "--stems", "channels")
    #expect(run.status == 0, "\(run.errors)")
    #expect(folder.names.contains("out - 01 Low Tone.wav"), "\(folder.names)")
    #expect(try bounce([song], folder["stems/"], "--stems", "groups", "--effects-apart").status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder["stems"]).sorted() == [
        "01 Pianos.wav", "02 Effects.wav", "stems.json",
      ])
  }

  /// Silent stems are reported, and left out if that is wanted; each stem has its levels.
  @Test func silentStems() throws {
    var track = MIDIFile.Track()
    for channel in [0, 1] as [UInt8] {
      let tick = Int64(channel) * 192
      track.append(ChannelMessage(status: 0xC0 | channel, 5), at: tick)
      track.append(ChannelMessage(status: 0x90 | channel, 48, 100), at: tick)
      track.append(ChannelMessage(status: 0x80 | channel, 48, 64), at: tick + 90)
    }
    let file = MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track])
    let one = try folder.make("two.mid", file.written())
    func stems(_ output: String, _ more: String) throws -> [String: Any] {
      try object(bounce([one], folder[output], "--stems", "channels", "--from", "1", "--json", more))
    }
    let all = try stems("all/", "--measure")
    let files = try #require(all["stems"] as? [[String: Any]])
    #expect(files.map { $0["silent"] as? Bool } == [true, false])
    #expect(files[0]["peak"] as? Double == 0 && (files[1]["peak"] as? Double ?? 0) > 0.001)
    #expect(files[0]["loudness"] is NSNull && files[1]["truePeakDecibels"] is Double)
    #expect((all["remarks"] as? [String])?.contains { $0.contains("--skip-silent-stems") } == true)
    let heard = try stems("heard/", "--skip-silent-stems")
    #expect((heard["stems"] as? [Any])?.count == 1 && (heard["skippedStems"] as? [Any])?.count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["heard"]).count == 2)
    #expect(try bounce([one], folder["a.wav"], "--skip-silent-stems").errors.contains("requires --stems"))
  }

  /// A track of several channels, as in format 0, does not name their stems.
  @Test func stemsOfChannelsInOneTrack() throws {
    var track = MIDIFile.Track()
    track.append("Piano", as: .trackName, at: 0)
    for channel in [0, 1] as [UInt8] {
      track.append(ChannelMessage(status: 0xC0 | channel, 5), at: 0)
      track.append(ChannelMessage(status: 0x90 | channel, 48, 100), at: 0)
    }
    for channel in [0, 1] as [UInt8] { track.append(ChannelMessage(status: 0x80 | channel, 48, 64), at: 90) }
    let file = MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track])
    let one = try folder.make("one.mid", file.written())
    #expect(try bounce([one], folder["stems/"], "--stems", "channels").status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder["stems"]).sorted() == [
        "01 Low Tone.wav", "02 Low Tone.wav", "stems.json",
      ])
  }

  /// Clipped stems do not add up to the mix, so clipping is reported, as for a single file.
  @Test func clippedStemsAreSaid() throws {
    func stems(_ more: String...) throws -> ToolRun {
      let options = ["--bank", bank, "--rate", "8000", "--stems", "channels", "--depth", "16", "--gain", "40"]
      return try ToolRun(["bounce", song, "-o", folder["stems/"]] + options + more, in: folder)
    }
    let run = try stems()
    #expect(run.status == 0 && run.errors.contains("clipped; lower the level with --gain"), "\(run.errors)")
    let object = try object(stems("--json"))
    #expect((object["clippedSamples"] as? Int ?? 0) > 0)
    #expect((object["remarks"] as? [String] ?? []).contains { $0.contains("clipped") })
    let loud = try bounce([song], folder["loud/"], "--stems", "channels", "--depth", "16", "--loudness", "-1LUFS")
    #expect(loud.errors.contains("clipped; use a lower --loudness, or use --depth f32"), "\(loud.errors)")
  }

  /// Two tones of almost the same pitch cancel each other once in each beat. The mix is then below the limit, and its
  /// stems are not.
  @Test func limitedStemsCanClip() throws {
    var bank = SoundFontBuilder(name: "Sine")
    let wave = (0..<100).map { Int16(25_000 * sin(Double($0) * .pi / 50)) }
    let sine = bank.add(.init(name: "sine", frames: wave, sampleRate: 44_100, originalKey: 69, loop: 0..<100))
    let tone = bank.add(.init(name: "tone", zones: [.init(target: sine, generators: [.init(.sampleModes, 1)])]))
    bank.add(.init(name: "Tone", bank: 0, program: 0, zones: [.init(target: tone)]))
    var track = MIDIFile.Track()
    track.append(ChannelMessage(status: 0xE1, 104, 71), at: 0)  // 1,000 above the middle
    for channel in [0, 1] as [UInt8] { track.append(ChannelMessage(status: 0x90 | channel, 48, 100), at: 0) }
    for channel in [0, 1] as [UInt8] { track.append(ChannelMessage(status: 0x80 | channel, 48, 64), at: 384) }
    let song = try folder.make(
      "beats.mid", MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track]).written())
    let options = ["--bank", try folder.make("sine.sf2", bank.write()), "--stems", "channels", "--gain", "40"]
    func stems(_ more: String...) throws -> ToolRun {
      try ToolRun(
        ["bounce", song, "-o", folder["stems/"], "--rate", "8000", "--no-reverb", "--limit", "-6"] + options + more,
        in: folder)
    }
    let run = try stems()
    #expect(run.status == 0 && run.output.contains("limited by"), "\(run.errors)")
    #expect(!run.errors.contains("clipped"), "\(run.errors)")
    #expect(try stems("--depth", "16").errors.contains("clipped; lower --gain and --limit by "))
    #expect(try stems("--depth", "16", "--loudness", "-3").errors.contains("clipped; lower --loudness and --limit by "))
  }

  /// A suffix such as .n.jsonl puts the file of notes into the folder of the stems, or beside the file that -o names.
  @Test func notesOfStems() throws {
    for (output, notes) in [("stems/", "stems/stems.n.jsonl"), ("out.wav", "out.n.jsonl")] {
      #expect(try bounce([song], folder[output], "--stems", "channels", "--notes", ".n.jsonl").status == 0)
      #expect(!folder.bytes(notes).isEmpty)
    }
    #expect(!folder.names.contains(".n.jsonl"))
  }

  @Test func manySongs() throws {
    try FileManager.default.createDirectory(atPath: folder["more"], withIntermediateDirectories: true)
    let other = try folder.make("more/song.mid", Sample.playableSong.written())
    let broken = folder.make("broken.mid", Sample.picture)
    let run = try bounce([song, broken, other], folder["out/"])
    #expect(run.status == 1)
    #expect(run.output.split(separator: "\n").count == 3, "two files and the summary")
    #expect(run.errors.contains("broken.mid") && run.errors.contains("1 of 3 songs failed"), "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["out"]).sorted() == ["song 2.wav", "song.wav"])
    #expect(folder.bytes("out/song.wav") == folder.bytes("out/song 2.wav"))
    let report = try object(bounce([song, other], folder["out"], "--json"))
    #expect((report["files"] as? [[String: Any]])?.count == 2)
    #expect(try bounce([song], folder["out/"]).status == 0)
  }

  @Test func songsAndOlderFilesAreNotReplaced() throws {
    let written = try Sample.playableSong.written()
    let (first, second) = (folder.make("first.wav", written), folder.make("second.mid", written))
    try bounce([first, second], folder.path + "/").expectComplaint(
      "first.wav: the output would overwrite one of the songs")
    try bounce([first], folder.path + "/").expectComplaint("first.wav: the output would overwrite the song")
    #expect(try bounce([song, second], nil).status == 0)
    try bounce([song, second], nil).expectComplaint("song.wav: already exists; to replace it, use -o ./")
    #expect(try bounce([song, second], "./").status == 0)
    #expect(try bounce([song], nil, "--stems", "channels").status == 0)
    try bounce([song], nil, "--stems", "channels").expectComplaint("song - 01 Low Tone.wav: already exists")
    let isWhole = folder.bytes("first.wav") == written
    #expect(isWhole)
  }

  @Test(arguments: [
    (["--seamless", "--loops", "2"], "--seamless and --loops"), (["--seamless", "--fade", "2"], "seamless loop"),
    (["--normalize", "-1", "--loudness", "-14"], "--normalize and --loudness"), (["--intro"], "--intro"),
    (["--held", "strike"], "--held"), (["--from", "later"], "later"), (["--channels", "17"], "channel 17"),
    (["--limit", "3"], "limit"), (["--limit", "-1LUFS"], "-1LUFS"), (["--normalize", "-1LUFS"], "-1LUFS"),
    (["--loudness", "-14dB"], "-14dB"),
    (["--stems", "tracks", "--chain", "none.json"], "--stems tracks and --chain"),
    (["--from", "20", "--to", "10"], "--from 0:20 is not before --to 0:10"),
    (["--from", "120", "--to", "60.25"], "--from 2:00 is not before --to 1:00.25"),
    (["--from", "1:00:00", "--to", "59:59"], "--from 1:00:00 is not before --to 59:59"),
    (["--from", "bar3:2", "--to", "bar3:1"], "--from bar3:2:0 is not before --to bar3:1:0"),
    (["--from", "tick96", "--to", "tick96"], "--from tick96 is not before --to tick96"),
    (["--loops", "2", "--from", "1", "--held", "strike"], "held notes"), (["--mute", "2:17"], "channel 17"),
    (["--channels", "1-3", "--mute", "1-5"], "leave no channel"),
  ])
  func contradictionsAreOneLine(options: [String], words: String) throws {
    let run = try ToolRun(["bounce", song, "-o", folder["a.wav"], "--bank", bank] + options, in: folder)
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1 && run.errors.contains(words), "\(run.errors)")
    #expect(!folder.names.contains("a.wav"))
  }

  /// The objects of JSON Lines.
  private func lines(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// Each note-on of the song has a line with its frame, each voice one start and one end.
  @Test func traces() throws {
    let report = try object(bounce([song], folder["a.wav"], "--trace", folder["voices.jsonl"], "--json"))
    let events = try lines(folder.text("voices.jsonl"))
    let kinds = Dictionary(grouping: events) { $0["event"] as? String ?? "" }
    #expect(kinds["start"]?.count == report["voicesStarted"] as? Int)
    #expect(kinds["start"]?.count == kinds["end"]?.count && (kinds["start"]?.count ?? 0) > 0)
    let first = try #require(kinds["start"]?.first)
    #expect(first["frame"] as? Int == 0 && first["channel"] as? Int == 1 && first["sample"] is String)
    #expect(events.map { $0["frame"] as? Int ?? 0 } == events.map { $0["frame"] as? Int ?? 0 }.sorted())
    // to standard output: the same lines, and the summary on standard error
    let piped = try bounce([song], folder["b.wav"], "--trace", "-")
    #expect(piped.output == folder.text("voices.jsonl") && piped.errors.contains("b.wav"), "\(piped.errors)")
    #expect(folder.bytes("a.wav") == folder.bytes("b.wav"))
  }

  /// Each note-on of the song has a line with its frames; in stems, with the number of its stem.
  @Test func notes() throws {
    let report = try object(bounce([song], folder["a.wav"], "--notes", folder["notes.jsonl"], "--json"))
    let notes = try lines(folder.text("notes.jsonl"))
    #expect(notes.reduce(0) { $0 + ($1["voices"] as? Int ?? 0) } == report["voicesStarted"] as? Int && !notes.isEmpty)
    for note in notes {
      let times = ["onset", "keyUp", "release", "end"].compactMap { note[$0] as? Int }
      #expect(
        times.count == 4 && times == times.sorted() && note["track"] is Int && note["preset"] is String, "\(note)")
    }
    let piped = try bounce([song], folder["b.wav"], "--notes", "-")
    #expect(piped.output == folder.text("notes.jsonl") && piped.errors.contains("b.wav"), "\(piped.errors)")
    #expect(folder.bytes("a.wav") == folder.bytes("b.wav"))
    let both = try bounce(
      [song], folder["stems/"], "--stems", "channels", "--notes", folder["s.jsonl"], "--trace", folder["t.jsonl"])
    #expect(both.status == 0, "\(both.errors)")
    let inStems = try lines(folder.text("s.jsonl"))
    #expect(inStems.allSatisfy { $0["stem"] as? Int == $0["channel"] as? Int })
    #expect(inStems.map { $0["end"] as? Int } == notes.map { $0["end"] as? Int })
    try bounce([song], folder["c.wav"], "--notes", folder["c.wav"]).expectComplaint("c.wav", "audio file")
    try bounce([song], folder["c.wav"], "--notes", folder["x"], "--trace", folder["x"]).expectComplaint("x", "trace")
    try bounce([song], folder["c.wav"], "--notes", folder["./c.wav"]).expectComplaint("c.wav", "audio file")
    // nothing is written if the notes cannot be
    try bounce([song], folder["c.wav"], "--notes", "/dev/full").expectComplaint("/dev/full")
    #expect(!folder.names.contains { $0.hasPrefix("c.wav") })
    #expect(try bounce([song, song], folder["out/"], "--notes", "v.jsonl").status == 2)
    #expect(try ToolRun("bounce", song, "--notes", "-", "--trace", "-").status == 2)
  }

  @Test func aTraceOverwritesNothingElse() throws {
    let old = folder.bytes("song.mid")
    try bounce([song], folder["a.wav"], "--trace", song).expectComplaint("song.mid", "overwrite the song")
    try bounce([song], folder["a.wav"], "--trace", folder["a.wav"]).expectComplaint("a.wav", "audio file")
    try bounce([song], folder["a.wav"], "--trace", folder["no/v.jsonl"]).expectComplaint("v.jsonl")
    #expect(folder.bytes("song.mid") == old && !folder.names.contains("a.wav"))
    for arguments in [["--trace", "-", "--json"], ["--trace", "-", "-o", "-"]] {
      let run = try ToolRun(["bounce", song] + arguments, in: folder)
      #expect(run.status == 2 && run.errors.contains("standard output"), "\(run.errors)")
    }
    #expect(try bounce([song, song], folder["out/"], "--trace", "v.jsonl").status == 2)
  }

  /// What a song does not allow is no mistake of the command line.
  @Test func songsThatCannotBeLooped() throws {
    let track = Sample.playableSong.tracks[0]
    let several = MIDIFile(format: .independent, division: .ticksPerQuarter(96), tracks: [track, track])
    let path = try folder.make("several.mid", several.written())
    for options in [["--seamless"], ["--loops", "2"]] {
      try ToolRun(["bounce", path, "-o", folder["a.wav"], "--bank", bank] + options, in: folder).expectComplaint(
        "several.mid: a looped song must be a single song", status: 1)
    }
    try bounce([song], folder["a.wav"], "--seamless", "--to", "0.01").expectComplaint(
      "song.mid: a seamless loop must be at least 0.05 seconds long", status: 1)
    #expect(!folder.names.contains("a.wav"))
    #expect(try bounce([path], folder["a.wav"]).status == 0)
  }

  /// A range that is empty because of the song's length or tempo is no mistake of the command line.
  @Test func emptyRangesAreSaid() throws {
    try bounce([song], folder["a.wav"], "--from", "20:00").expectComplaint(
      "song.mid: the start, 20:00, is not before the end of the song, 0:02")
    try bounce([song], folder["a.wav"], "--from", "bar1:3", "--to", "0:01").expectComplaint(
      "nothing lies between bar1:3:0 and 0:01; the song lasts 0:02")
    try bounce([song], folder["a.wav"], "--to", "0").expectComplaint("nothing lies between the start and 0:00;")
    try bounce([song, song], "-").expectComplaint("standard output", status: 2)
    try bounce([song, song], folder["a.wav"]).expectComplaint("such as -o", "/a/", status: 1)
  }
}
