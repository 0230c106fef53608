import Foundation
import Testing

/// `--mono`.
@Suite("Files with one channel") struct MonoTests {
  private let folder: TemporaryFolder
  private let sound = ["--bank", "tiny.sf2", "--rate", "8000", "--tail", "0.5", "--depth", "f32"]

  init() throws { folder = try Sample.bounceFolder().folder }

  /// The report of a bounce.
  @discardableResult
  private func bounce(_ output: String, _ more: String...) throws -> [String: Any] {
    let run = try ToolRun(["bounce", "song.mid", "-o", output, "--json"] + sound + more, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  /// The mean of the channels of a raw file.
  private func mean(_ name: String) -> [Float] {
    let both = folder.floats(name)
    return (0..<both.count / 2).map { (both[2 * $0] + both[2 * $0 + 1]) * 0.5 }
  }

  @Test("each sample is the mean of left and right") func means() throws {
    let stereo = try bounce("both.raw", "--threads", "1")
    let report = try bounce("one.raw", "--mono", "--threads", "2")
    let one = folder.floats("one.raw")
    #expect(one == mean("both.raw"))
    #expect(report["frames"] as? Int == one.count && report["frames"] as? Int == stereo["frames"] as? Int)
    let peak = one.reduce(0) { max($0, abs($1)) }
    let reported = try #require(report["peak"] as? Double)
    #expect(Float(reported) == peak && peak > 0.001)
    try bounce("one.wav", "--mono")
    let bytes = folder.bytes("one.wav")
    let format = try #require((12..<512).first { bytes.dropFirst($0).starts(with: "fmt ".utf8) })
    #expect(bytes[format + 10] == 1, "the number of channels")
  }

  @Test("an odd number of bytes of samples is padded", arguments: ["wav", "aiff"], [800, 801])
  func padded(format: String, frames: Int) throws {
    let options = ["--rate", "8000", "--depth", "24", "--tail", "0", "--to", "\(Double(frames) / 8_000)", "--mono"]
    let run = try ToolRun(
      ["bounce", "song.mid", "-o", "a.\(format)", "--bank", "tiny.sf2", "--json"] + options, in: folder)
    #expect(run.status == 0 && run.output.contains(#""frames": \#(frames),"#), "\(run.output)\(run.errors)")
    let bytes = folder.bytes("a.\(format)")
    try #require(bytes.count > 3 * frames)
    let order = format == "wav" ? [7, 6, 5, 4] : [4, 5, 6, 7]
    let size = order.reduce(into: 0) { (size: inout Int, index: Int) in size = 256 * size + Int(bytes[index]) }
    #expect(size + 8 == bytes.count && bytes.count % 2 == 0, "\(size), \(bytes.count)")
  }

  @Test("levels are those of the file") func levels() throws {
    let normal = try bounce("a.raw", "--mono", "--normalize", "-3dB")
    let peak = folder.floats("a.raw").reduce(0) { max($0, abs($1)) }
    #expect(abs(20 * log10(Double(peak)) + 3) < 0.001)
    #expect((normal["peak"] as? Double).map(Float.init) == peak)
    try bounce("b.raw", "--mono", "--normalize", "-3dB", "--threads", "3")
    #expect(folder.bytes("b.raw") == folder.bytes("a.raw"))
    // without effects, both channels are equal, and one of them has half of their power
    let stereo = try bounce("c.raw", "--no-reverb", "--measure")
    let one = try bounce("d.raw", "--no-reverb", "--measure", "--mono")
    let loudness = [stereo, one].compactMap { $0["loudness"] as? Double }
    try #require(loudness.count == 2)
    #expect(abs(loudness[0] - loudness[1] - 10 * log10(2)) < 0.02, "\(loudness)")
    #expect(folder.floats("d.raw") == mean("c.raw"))
  }

  @Test("stems have one channel too, and add up to the mix") func stems() throws {
    try bounce("mix.raw", "--mono")
    try bounce("stems/", "--mono", "--stems", "channels", "--effects-apart", "--format", "raw")
    let (dry, effects) = (folder.floats("stems/01 Low Tone.raw"), folder.floats("stems/02 Effects.raw"))
    let mix = folder.floats("mix.raw")
    try #require(dry.count == mix.count && effects.count == mix.count)
    #expect(mix.indices.allSatisfy { abs(dry[$0] + effects[$0] - mix[$0]) < 1e-6 })
  }

  @Test("lists and manifests have it too") func lists() throws {
    try bounce("a.wav", "--mono")
    folder.make("list.jsonl", Array(#"{"song": "song.mid", "output": "b.wav", "mono": true}"#.utf8))
    let run = try ToolRun(["bounce", "--batch", "list.jsonl", "--manifest", "made.jsonl"] + sound, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(folder.bytes("a.wav") == folder.bytes("b.wav"))
    #expect(folder.text("made.jsonl").contains(#""mono": true"#), "\(folder.text("made.jsonl"))")
    #expect(try ToolRun("verify", "made.jsonl", "--render", in: folder).status == 0)
  }

  @Test("sequences have it for files only") func sequences() throws {
    let track = #"{"channel": 1, "program": 5, "pattern": {"key": "C3", "steps": "x."}}"#
    folder.make("beat.json", Array(#"{"tracks": [\#(track)]}"#.utf8))
    let options = ["--bank", "tiny.sf2", "--bars", "1", "--mono"]
    let run = try ToolRun(["sequence", "beat.json", "-o", "beat.wav"] + options, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    try ToolRun(["sequence", "beat.json", "-o", "beat.mid", "--mono"], in: folder)
      .expectComplaint("--mono: only for sound", status: 2)
    try ToolRun(["sequence", "beat.json", "--live", "--mono"], in: folder)
      .expectComplaint("--mono: only for files; leave it out", status: 2)
  }
}
