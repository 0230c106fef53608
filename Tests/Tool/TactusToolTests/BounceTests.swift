import Foundation
import TactusFiles
import TactusMIDI
import Testing

/// Bounces of a few seconds at a low rate: the files, and the reports.
@Suite struct BounceTests {
  private let folder: TemporaryFolder
  private let song: String
  private let bank: String

  init() throws { (folder, song, bank) = try Sample.bounceFolder() }

  private func bounce(_ output: String, _ more: String...) throws -> ToolRun {
    try ToolRun(["bounce", song, "-o", output, "--bank", bank, "--rate", "8000", "--no-reverb"] + more, in: folder)
  }

  private func object(_ run: ToolRun) throws -> [String: Any] {
    #expect(run.status == 0, "\(run.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test func fileAndLine() throws {
    let run = try bounce(folder["out.wav"], "--depth", "16")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.hasPrefix("\(folder["out.wav"]): 0:0"))
    let line = /.*: 0:0\d\.\d, peak -\d+\.\d dBFS, [\d.]+ × real time( \(debug build\))?, bank tiny.sf2\n/
    #expect(run.output.wholeMatch(of: line) != nil)
    let bytes = folder.bytes("out.wav")
    #expect(bytes.prefix(4).elementsEqual("RIFF".utf8) && bytes[8..<12].elementsEqual("WAVE".utf8))
    #expect(folder.names == ["out.wav", "song.mid", "tiny.sf2"])
  }

  @Test(arguments: [("out.wav", "RIFF"), ("out.aif", "FORM"), ("out.caf", "caff"), ("noending", "RIFF")])
  func theEndingSaysTheFormat(name: String, magic: String) throws {
    #expect(try bounce(folder[name]).status == 0)
    #expect(folder.bytes(name).prefix(4).elementsEqual(magic.utf8))
  }

  @Test func machinesGetOneObject() throws {
    let run = try bounce(folder["out.wav"], "--json", "--depth", "f32", "--threads", "2")
    let report = try object(run)
    #expect(run.errors.isEmpty)
    #expect(report["kind"] as? String == "bounce" && report["rate"] as? Int == 8000)
    #expect(report["noteCount"] as? Int == 3 && report["threads"] as? Int == 2)
    #expect(report["bankReason"] as? String == "asked")
    let frames = try #require(report["frames"] as? Int)
    #expect(frames >= 16_000 && (report["bytes"] as? Int ?? 0) > 8 * frames)
  }

  @Test func threadsDoNotChangeTheBytes() throws {
    for threads in ["1", "2", "3"] {
      #expect(try bounce(folder[threads + ".wav"], "--threads", threads).status == 0)
    }
    #expect(folder.bytes("1.wav") == folder.bytes("2.wav"))
    #expect(folder.bytes("1.wav") == folder.bytes("3.wav"))
  }

  @Test func standardOutputGetsTheSameSamples() throws {
    let command = ["bounce", "-", "-o", "-", "--bank", bank, "--rate", "8000", "--no-reverb", "--format", "raw"]
    let run = try ToolRun(command, input: Sample.playableSong.written(), output: .file(folder.make("raw", [])))
    #expect(run.status == 0)
    #expect(run.errors.contains("standard output: 0:0"))
    #expect(try bounce(folder["out.wav"]).status == 0)
    let raw = folder.bytes("raw")
    #expect(raw.count >= 2 * 8000 * 6 && folder.bytes("out.wav").suffix(raw.count) == raw[...])
  }

  @Test func quietMeansQuiet() throws {
    let run = try bounce(folder["out.wav"], "--quiet")
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
  }

  @Test func leadInAndTailAreFrames() throws {
    let plain = try object(bounce(folder["a.wav"], "--json", "--tail", "0"))
    let longer = try object(bounce(folder["b.wav"], "--json", "--tail", "1.5", "--lead-in", "0.5"))
    #expect(plain["frames"] as? Int == 16_000)
    #expect(longer["frames"] as? Int == 32_000)
  }

  @Test func gainMayBeNegative() throws {
    let loud = try object(bounce(folder["a.wav"], "--json"))
    let soft = try object(bounce(folder["b.wav"], "--json", "--gain", "-6.0206"))
    let peaks = try [loud, soft].map { try #require($0["peak"] as? Double) }
    #expect(abs(peaks[0] / peaks[1] - 2) < 0.001)
  }

  @Test func clippingIsSaidWithARemedy() throws {
    let run = try bounce(folder["a.wav"], "--gain", "40")
    #expect(run.status == 0)
    #expect(
      run.errors.wholeMatch(of: /tactus: [\d,]+ samples clipped; lower the level with --gain [\d.]+, or .*\n/) != nil)
  }

  /// The remedies are options that the format and the level have.
  @Test func clippingIsSaidForEachFormatAndLevel() throws {
    let flac = try bounce(folder["a.flac"], "--gain", "40")
    #expect(flac.errors.wholeMatch(of: /tactus: [\d,]+ samples clipped; lower the level with --gain [\d.]+\n/) != nil)
    let ogg = try bounce(folder["a.ogg"], "--gain", "40")
    #expect(
      ogg.errors.wholeMatch(of: /tactus: [\d,]+ samples above full scale; lower the level with --gain [\d.]+\n/) != nil)
    let loud = try bounce(folder["a.wav"], "--loudness", "-1LUFS")
    #expect(
      loud.errors.contains("samples clipped; use --limit, or a lower --loudness, or use --depth f32"), "\(loud.errors)")
  }

  /// The song requests presets that the bank lacks: one line for each preset, and one object for each.
  @Test func missingPresetsAreNamedOnce() throws {
    var track = MIDIFile.Track()
    for tick: Int64 in [0, 100] {
      track.append(ChannelMessage(status: 0xB0, 0, 8), at: tick)
      track.append(ChannelMessage(status: 0xC0, 5), at: tick)
      track.append(ChannelMessage(status: 0x90, 50, 100), at: tick)
      track.append(ChannelMessage(status: 0x99, 36, 100), at: tick)
    }
    track.endTick = 200
    let song = try MIDIFile(division: .ticksPerQuarter(480), tracks: [track]).written()
    let command = [
      "bounce", folder.make("asks.mid", song), "-o", folder["a.wav"], "--bank", bank, "--rate", "8000",
    ]
    let run = try ToolRun(command, in: folder)
    #expect(run.status == 0)
    let lines = run.errors.split(separator: "\n").filter { $0.contains("the bank has no") }
    #expect(
      lines == [
        "tactus: the bank has no drum kit 0 (Standard Kit); nothing plays instead (2 notes)",
        "tactus: the bank has no bank 8 program 5 (of Electric Piano 2); program 5 (Electric Piano 2) plays instead "
          + "(2 notes)",
      ])
    let missing = try #require(object(ToolRun(command + ["--json"], in: folder))["missingPresets"] as? [[String: Any]])
    #expect(missing.map { $0["bank"] as? Int } == [128, 8] && missing.map { $0["noteCount"] as? Int } == [2, 2])
    #expect((missing[1]["substitute"] as? [String: Int]) == ["bank": 0, "program": 5])
    #expect(missing[0]["substitute"] is NSNull)
    let plain = try ToolRun(command + ["--bank-select", "gm"], in: folder)
    #expect(plain.status == 0 && !plain.errors.contains("bank 8"))
  }

  @Test func banksStackWithOffsets() throws {
    let report = try object(bounce(folder["a.wav"], "--json", "--bank", bank + "@8"))
    let banks = try #require(report["banks"] as? [[String: Any]])
    #expect(banks.map { $0["offset"] as? Int } == [0, 8])
  }

  @Test func theEnvironmentNamesABank() throws {
    let run = try ToolRun(
      ["bounce", song, "-o", folder["a.wav"], "--rate", "8000", "--json"], environment: ["TACTUS_BANK": bank])
    let report = try object(run)
    #expect(report["bankReason"] as? String == "TACTUS_BANK")
    #expect((report["banks"] as? [[String: Any]])?.first?["file"] as? String == bank)
  }

  @Test func theVariableMayNameTheBuiltInBank() throws {
    let out = folder["built-in.wav"]
    let options = ["bounce", song, "-o", out, "--rate", "8000"]
    let run = try ToolRun(options, environment: ["TACTUS_BANK": "built-in"])
    #expect(run.status == 0 && run.errors.isEmpty && run.output.contains("built-in"))
  }

  @Test func whatCutsTheTailIsNamed() throws {
    for (options, words) in [
      (["--max-length", "2"], "--max-length"), (["--max-length", "2", "--tail", "20"], "--max-length"),
      (["--tail", "20"], ""),
    ] {
      let run = try ToolRun(["bounce", song, "-o", folder["cut.wav"], "--rate", "8000", "--bank", bank] + options)
      #expect(run.status == 0 && (words.isEmpty ? run.errors.isEmpty : run.errors.contains(words)), "\(run.errors)")
    }
  }

  @Test func withoutANameTheSongGivesIt() throws {
    let command = ["bounce", "song.mid", "--bank", "tiny.sf2", "--rate", "8000"]
    #expect(try ToolRun(command, in: folder).status == 0)
    #expect(folder.names.contains("song.wav"))
    try ToolRun(command, in: folder).expectComplaint("song.wav: already exists; to replace it, use -o song.wav")
  }
}
