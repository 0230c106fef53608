import Foundation
import Testing

/// `--reverb-level` and `--chorus-level`.
@Suite("Levels of effects") struct EffectLevelTests {
  private let folder: TemporaryFolder
  private let sound = ["--bank", "tiny.sf2", "--rate", "8000", "--tail", "0.5", "--depth", "f32"]

  init() throws { folder = try Sample.bounceFolder().folder }

  /// The samples of a bounce.
  private func bounce(_ more: String...) throws -> [Float] {
    let run = try ToolRun(["bounce", "song.mid", "-o", "out.raw"] + sound + more, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    return folder.floats("out.raw")
  }

  @Test("the level of the reverb reaches the file") func reachesTheFile() throws {
    let (whole, dry) = (try bounce(), try bounce("--no-reverb"))
    #expect(try bounce("--reverb-level", "0", "--chorus-level", "+0dB") == whole)
    let soft = try bounce("--reverb-level", "-20")
    #expect(try bounce("--reverb-level", "-20dB", "--threads", "3") == soft)
    try #require(whole.count == dry.count && soft.count == dry.count && whole != dry)
    let worst = whole.indices.map { abs(soft[$0] - dry[$0] - (whole[$0] - dry[$0]) / 10) }.max() ?? 1
    #expect(worst < 1e-6, "\(worst)")
  }

  @Test("lists and manifests have it too") func lists() throws {
    func batch(_ line: String, _ more: String...) throws -> ToolRun {
      folder.make("list.jsonl", Array(#"{"song": "song.mid", "output": "b.raw"\#(line)}"#.utf8))
      return try ToolRun(["bounce", "--batch", "list.jsonl", "--manifest", "made.jsonl"] + sound + more, in: folder)
    }
    let expected = try bounce("--reverb-level", "-6.5")
    #expect(try batch(#", "reverbLevel": -6.5"#).status == 0)
    #expect(folder.floats("b.raw") == expected)
    #expect(folder.text("made.jsonl").contains(#""reverbLevel": -6.5"#), "\(folder.text("made.jsonl"))")
    #expect(try ToolRun("verify", "made.jsonl", "--render", in: folder).status == 0)
    let same = try batch("", "--reverb-level", "-6.5", "--skip-existing")
    #expect(same.output.contains("1 there already"), "\(same.output)")
    #expect(try !batch("", "--reverb-level", "-7", "--skip-existing").output.contains("there already"))
    // 0 dB is the default, and a level of an effect that is off changes nothing
    #expect(try batch("", "--no-reverb").status == 0)
    let off = try batch(#", "reverb": false"#, "--reverb-level", "3", "--chorus-level", "0", "--skip-existing")
    #expect(off.output.contains("1 there already"), "\(off.output) \(off.errors)")
    let both = try batch(#", "reverb": false, "reverbLevel": 3"#)
    #expect(both.errors.contains("reverbLevel: the reverb is off"), "\(both.errors)")
    #expect(try batch(#", "chorusLevel": "loud""#).errors.contains("decibels, -96…24"))
  }

  @Test("songs are played with it") func played() throws {
    func play(_ more: String...) throws -> [UInt8] {
      let options = ["--bank", "tiny.sf2", "--to", "0:00.2", "--audio", "file", "--device", "a.wav"]
      let run = try ToolRun(["play", "song.mid"] + options + more, in: folder)
      #expect(run.status == 0, "\(run.errors)")
      let bytes = folder.bytes("a.wav")
      try FileManager.default.removeItem(atPath: folder["a.wav"])
      let chunk = try #require((0..<512).first { bytes.dropFirst($0).starts(with: "data".utf8) })
      // the length of the silence before and after the song depends on when the player starts and stops
      return Array(bytes.dropFirst(chunk + 8).drop { $0 == 0 }.prefix(40_000))
    }
    let usual = try play()
    #expect(try usual.count == 40_000 && play("--reverb-level", "0") == usual)
    #expect(try play("--reverb-level", "-12") != usual)
  }

  @Test("what cannot be is refused") func refused() throws {
    for (options, words) in [
      (["--reverb-level", "24.5"], "the level of the reverb must be between -96 and 24 dB"),
      (["--chorus-level", "-97"], "the level of the chorus must be between -96 and 24 dB"),
      (["--reverb-level", "wet"], "--reverb-level 'wet': expected decibels, such as -6 or +3dB"),
      (["--no-reverb", "--reverb-level", "-3"], "--no-reverb and --reverb-level exclude each other"),
      (["--no-chorus", "--chorus-level", "-3"], "--no-chorus and --chorus-level exclude each other"),
    ] {
      try ToolRun(["bounce", "song.mid", "-o", "a.wav", "--bank", "tiny.sf2"] + options, in: folder)
        .expectComplaint(words, status: 2)
    }
    try ToolRun("play", "song.mid", "--chorus-level", "25", in: folder)
      .expectComplaint("--chorus-level 25.0 is outside -96 to 24", status: 2)
  }
}

extension TemporaryFolder {
  /// The samples of a file of 32-bit floats without a header.
  func floats(_ name: String) -> [Float] {
    bytes(name).withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { index in
        Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)))
      }
    }
  }
}
